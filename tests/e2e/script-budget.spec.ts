import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";

const BUDGET_BYTES = 150_000;

/** Bytes of script that a page loads at first, compressed as servers do; by file. */
const scriptBytes = async (page: Page, url: string): Promise<Map<string, number>> => {
  const sizes = new Map<string, Promise<number>>();
  page.on("response", (response) => {
    if (response.request().resourceType() === "script")
      sizes.set(
        new URL(response.url()).pathname,
        response.body().then((body) => gzipSync(body).length),
      );
  });
  await page.goto(url, { waitUntil: "networkidle" });
  return new Map(await Promise.all([...sizes].map(async ([path, size]) => [path, await size] as const)));
};

for (const query of ["", "?method=document"]) {
  test(`the hosted page${query} loads at most 150 kB of compressed script`, async ({ page, backend }) => {
    const sizes = await scriptBytes(page, `${(await backend.start()).sessionUrl}${query}`);
    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    expect(sizes.size).toBeGreaterThan(0);
    expect(total, JSON.stringify(Object.fromEntries(sizes))).toBeLessThanOrEqual(BUDGET_BYTES);
    test.info().annotations.push({ type: "script bytes", description: String(total) });
    console.log(`script of /v/…${query}: ${total} bytes`);
  });
}
