import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { END_REASONS, type EndReason } from "#core/alerts/rule.ts";
import {
  type AlertRule,
  becauseOf,
  OPERATOR_RULES,
  ruleOf,
  TENANT_RULES,
  toldOf,
  worseOf,
} from "#core/alerts/rules.ts";

// docs/alerts.md says of each rule what the rule says of itself. Printed when it differs: copy it from there.

const DOCS = readFileSync("docs/alerts.md", "utf8");

/** Alike for every tenant's rule, and said once below the table. */
const ALIKE: readonly EndReason[] = ["closed", "rule_off"];

const endsOf = (rule: AlertRule): string =>
  END_REASONS.filter((reason) => !TENANT_RULES.some((id) => id === rule) || !ALIKE.includes(reason))
    .flatMap((reason) => {
      const because = becauseOf(rule, reason);
      if (because === null) return [];
      const names = worseOf(rule).map((id) => `\`${id}\``);
      const into = reason === "worse" ? ` (${names.join(", ")})` : "";
      return [`\`${reason}\`${into}: ${because}`];
    })
    .join("; ");

const rowOf = (rule: AlertRule): string => `| \`${rule}\` | ${ruleOf(rule).begins} | ${endsOf(rule)} |`;

describe("docs/alerts.md", () => {
  test.each([
    ["tenants", TENANT_RULES],
    ["operators", OPERATOR_RULES],
  ] as const)("has the rules for %s as they are", (_whom, rules) => {
    const table = ["| Rule | Begins | Ends, and why |", "|---|---|---|", ...rules.map(rowOf)].join("\n");
    expect(DOCS).toContain(table);
  });

  test("explains every reason", () => {
    for (const reason of END_REASONS) expect(DOCS).toContain(`\n| \`${reason}\` |`);
  });
});

test("two ends of a rule have different words, and no end is told as its opposite", () => {
  for (const rule of [...TENANT_RULES, ...OPERATOR_RULES]) {
    const told = END_REASONS.flatMap((reason) => toldOf(rule, reason) ?? []);
    expect([rule, new Set(told.map(({ title }) => title)).size]).toEqual([rule, told.length]);
    expect([rule, new Set(told.map(({ because }) => because)).size]).toEqual([rule, told.length]);
    // A sentence of its own is made of it: "This alert ended because …."
    for (const { because } of told) expect(because).toMatch(/^[a-zA-Z].*[^.]$/);
  }
});
