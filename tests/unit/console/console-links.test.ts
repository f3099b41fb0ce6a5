import { describe, expect, test } from "vitest";
import { inMode } from "#console/client/paths.ts";
import { readSources } from "../../../scripts/lib/source.ts";

test("no page of the console has a link that leaves its mode behind, or unsaved changes", () => {
  const own = readSources().filter(
    ({ path }) => /^(kit|console|app\/console)\//.test(path) && path !== "kit/link.tsx",
  );
  expect(own.length).toBeGreaterThan(120);
  const others = own.filter(({ imports }) => imports.some(({ to }) => to === "next/link"));
  expect(others.map(({ path }) => path)).toEqual([]);
});

describe("an address in a mode", () => {
  test.each([
    ["/console/ten_1", "/console/ten_1?mode=test"],
    ["/console/ten_1/keys?new", "/console/ten_1/keys?new&mode=test"],
    [
      "/console/ten_1/logs?path=%2Fverify&status=4xx",
      "/console/ten_1/logs?path=%2Fverify&status=4xx&mode=test",
    ],
    ["/console/ten_1/settings#close", "/console/ten_1/settings?mode=test#close"],
    ["/console/ten_1/verifications?mode=live", "/console/ten_1/verifications?mode=live"],
    ["/docs#webhooks", "/docs#webhooks"],
    ["https://elsewhere.example/console/ten_1", "https://elsewhere.example/console/ten_1"],
  ])("%s", (href, inTest) => {
    expect(inMode(href, "test")).toBe(inTest);
    expect(inMode(href, "live")).toBe(href);
  });
});
