import { gzipSync } from "node:zlib";
import { CONSOLE_PAGES, detailPages, expect, test } from "./support/console.ts";

const MAX_BYTES = 237_000;

const gzipBytes = async (url: string): Promise<number> => {
  const response = await fetch(url);
  expect(response.status, url).toBe(200);
  return gzipSync(Buffer.from(await response.arrayBuffer())).byteLength;
};

test("no page of the console takes more than 237 kB of compressed script", async ({
  page,
  open,
  tenant,
  demo,
}) => {
  test.slow();
  const details = await detailPages(page, demo, tenant);
  // A browser that was here before would ask for less.
  const session = await page.context().newCDPSession(page);
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  let scripts = new Set<string>();
  page.on("request", (request) => request.resourceType() === "script" && scripts.add(request.url()));
  const sizes: [path: string, bytes: number][] = [];
  for (const path of [...CONSOLE_PAGES, ...details]) {
    scripts = new Set();
    await open(path);
    await page.waitForLoadState("networkidle");
    expect(scripts.size, path).toBeGreaterThan(3);
    const bytes = await Promise.all([...scripts].map(gzipBytes));
    sizes.push([path, bytes.reduce((sum, one) => sum + one, 0)]);
  }
  test.info().annotations.push({ type: "gzip bytes", description: JSON.stringify(sizes) });
  expect(sizes.filter(([, bytes]) => bytes > MAX_BYTES)).toEqual([]);
});
