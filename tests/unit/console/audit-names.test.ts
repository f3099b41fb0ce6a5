import { expect, test } from "vitest";
import { auditFilters, NOUN_LABELS } from "#console/audit/audit-filters.ts";
import { actionText } from "#console/audit/audit-words.ts";
import { PERMISSION_WORDS } from "#console/members/roles.tsx";
import { PERMISSIONS } from "#core/access/permissions.ts";
import { AUDIT_ACTIONS } from "#core/audit.ts";

test("every action of the audit trail has words, and its noun a filter", () => {
  expect(AUDIT_ACTIONS.filter((action) => actionText(action) === action)).toEqual([]);
  const nouns = new Set(AUDIT_ACTIONS.map((action) => action.split(".")[0]));
  expect(nouns).toEqual(new Set(Object.keys(NOUN_LABELS)));
  const choices = auditFilters([]).flatMap((filter) => ("choices" in filter ? filter.choices : []));
  const offered = new Set(choices.map(({ value }) => value));
  // Of the deployment, in no tenant's trail.
  expect([...nouns].filter((noun) => noun === undefined || !offered.has(noun))).toEqual([
    "admin_key",
    "deployment",
    "plan_prices",
    "trust_anchor",
    "trust_list",
  ]);
});

test("a name that every object has is no action", () => {
  expect(actionText("constructor")).toBe("constructor");
});

test("what each role can do names every permission", () => {
  expect(Object.keys(PERMISSION_WORDS).toSorted()).toEqual([...PERMISSIONS].toSorted());
});
