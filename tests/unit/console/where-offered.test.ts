import { expect, test } from "vitest";
import { whereOffered } from "#console/providers/where-offered.ts";

test("a method that was added in test mode needs no naming, and one in live mode does", () => {
  expect(whereOffered("test")).toBe("Test pages offer it now.");
  expect(whereOffered("live")).toContain("Name it in the settings or in a policy");
});
