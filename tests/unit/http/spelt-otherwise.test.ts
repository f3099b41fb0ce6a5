import { expect, test } from "vitest";
import { ENDPOINTS } from "#contracts/public/endpoints.ts";
import { isSpeltOtherwise } from "#http/dispatch.ts";

const paths = ENDPOINTS.map(({ path }) => path.replace(/:\w+/g, "x"));

// A proxy that keeps /admin or one endpoint to itself compares texts: two spellings of one address would be two rules.
test.each(paths)("%s has no second spelling with slashes more", (path) => {
  expect(isSpeltOtherwise(path)).toBe(false);
  const parts = path.slice(1).split("/");
  for (const other of [`${path}/`, `/${path}`, `${path}//`, `/${parts.join("//")}/`, `/%2e${path}`])
    expect([other, isSpeltOtherwise(other)]).toEqual([other, true]);
});

test("an unknown address, a page and a percent-encoded letter are left to those behind", () => {
  for (const path of [
    "/",
    "/docs/",
    "/docs//reference",
    "/verify/nothing/",
    "/verify/%73tart",
    "/console//keys",
  ])
    expect([path, isSpeltOtherwise(path)]).toEqual([path, false]);
});
