import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ACR_VALUES } from "#core/assurance.ts";
import { meetsAcr } from "#core/oidc/age-request.ts";

describe("the levels of acr", () => {
  test("are all that docs/assurance.md explains, so that every decision has a rank", () => {
    const table = readFileSync("docs/assurance.md", "utf8").split("\n## ")[0] ?? "";
    // What is behind another name, `_reused`, has the rank of that name.
    const explained = [...table.matchAll(/^\| `([a-z]\w+)` \|/gm)].map(([, name]) => name);
    expect(explained.length).toBeGreaterThan(5);
    expect([...explained].sort()).toEqual([...ACR_VALUES].sort());
  });

  test("are met by themselves and by what proves more, and by nothing less", () => {
    for (const [rank, proven] of ACR_VALUES.entries()) {
      const met = ACR_VALUES.filter((asked) => meetsAcr(proven, asked, "live"));
      expect(met).toEqual(ACR_VALUES.slice(0, rank + 1));
    }
  });

  test("are a choice where several are asked for, and a wish where none is known", () => {
    expect(meetsAcr("document_photo_unsigned", "high_device_bound document_photo_unsigned", "live")).toBe(
      true,
    );
    expect(meetsAcr("asserted_by_tenant", "urn:unknown", "live")).toBe(true);
    expect(meetsAcr("asserted_by_tenant", undefined, "live")).toBe(true);
    expect(meetsAcr(null, "asserted_by_tenant", "live")).toBe(false);
    expect(meetsAcr("none_test_mode", "high_device_bound", "test")).toBe(true);
  });

  test("keep their former names: old decisions have them, and sites still ask by them", () => {
    expect(meetsAcr("document_photo_unsigned", "substantial_no_binding", "live")).toBe(true);
    expect(meetsAcr("substantial_no_binding", "document_photo_unsigned", "live")).toBe(true);
    expect(meetsAcr("substantial_no_binding", "high_device_bound", "live")).toBe(false);
    expect(meetsAcr("asserted_by_tenant", "substantial_no_binding", "live")).toBe(false);
  });
});
