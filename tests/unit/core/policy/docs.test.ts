import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { LINT_CODES } from "#core/policy/advice.ts";
import { PACKS } from "#core/policy/packs.ts";
import { METHOD_USES } from "#core/policy/policy.ts";
import { PROOF_KINDS, proofName } from "#core/policy/proof-kind.ts";
import { CLAUSES, LIST_IS } from "#core/policy/regulator-clauses.ts";
import { type Acceptance, LISTS, REGULATORS, saysOf } from "#core/policy/regulators.ts";

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

  test("has the table of regulators' lists, with the clause and the source of each line", () => {
    const part = section("What regulators' lists accept");
    const SHORT = { accepted: "yes", conditional: "if", refused: "no" } as const;
    const short = (says: Acceptance | null) => (says === null ? "–" : SHORT[says]);
    const row = (...cells: string[]) => `| ${cells.join(" | ")} |`;
    const kinds = PROOF_KINDS.map((kind) =>
      row(proofName(kind), ...REGULATORS.map((one) => short(saysOf(one, kind)))),
    );
    const lists = REGULATORS.map((one) => row(LISTS[one].name, LIST_IS[one]));
    const clauses = REGULATORS.flatMap((one) =>
      PROOF_KINDS.flatMap((kind) => {
        const clause = CLAUSES[one][kind];
        if (clause === null) return [];
        const { title, at, dated } = clause.source;
        const source = `([${title}](${at}), ${dated ?? "undated"})`;
        return row(LISTS[one].name, proofName(kind), short(saysOf(one, kind)), `${clause.words} ${source}`);
      }),
    );
    const rows = part.split("\n").filter((line) => line.startsWith("| "));
    const heads = ["| `", "| Method here", "| Kind of proof", "| List"];
    const said = rows.filter((line) => !heads.some((head) => line.startsWith(head)));
    expect(rows).toContain(row("Kind of proof", ...REGULATORS.map((one) => LISTS[one].name)));
    expect(said).toEqual([...kinds, ...lists, ...clauses]);
  });
});
