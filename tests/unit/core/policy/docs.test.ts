import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { LINT_CODES } from "#core/policy/advice.ts";
import { PACKS } from "#core/policy/packs.ts";
import { METHOD_USES } from "#core/policy/policy.ts";

const page = readFileSync(new URL("../../../../docs/policies.md", import.meta.url), "utf8");
const section = (title: string): string => page.split(/^## /m).find((part) => part.startsWith(title)) ?? "";

describe("docs/policies.md", () => {
  test("has a row for every finding, and no row without one", () => {
    const rows = [...section("Findings").matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code);
    expect(rows).toEqual([...LINT_CODES]);
  });

  test("has a row for every use, and for every pack with each of its sources", () => {
    const uses = [...section("What a rule says").matchAll(/^\| `(\w+)` \(/gm)].map(([, use]) => use);
    expect(uses).toEqual([...METHOD_USES]);
    const packs = section("Packs");
    expect(
      [...packs.matchAll(/^\| [^|]+\(`([\w-]+)`\) \| (\d+) \|/gm)].map(([, id, age]) => [id, age]),
    ).toEqual(PACKS.map(({ id, rules }) => [id, String(rules[0]?.minimumAge)]));
    for (const { title, at, dated } of PACKS.flatMap(({ sources }) => sources))
      expect(packs).toContain(`[${title}](${at}) (${dated ?? "undated"})`);
    expect(packs).toContain("not legal advice");
  });
});
