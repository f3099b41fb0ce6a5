import { expect, test } from "vitest";
import { auditFilters, NOUN_LABELS } from "#console/audit/audit-filters.ts";
import { actionText } from "#console/audit/audit-words.ts";
import { PERMISSION_WORDS } from "#console/members/roles.tsx";
import { PERMISSIONS } from "#core/access/permissions.ts";
import { AUDIT_ACTIONS } from "#core/audit.ts";
import { proceduresTable } from "../../support/console/table.ts";

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

/** What the router calls it, and how a member knows it. */
const PARTS: Readonly<Record<string, string>> = {
  members: "members",
  directory: "directory",
  keys: "API keys",
  deviceLogins: "API keys",
  gates: "sites",
  hosts: "host names",
  oidcClients: "sites",
  identityProviders: "identity providers",
  vendors: "vendors",
  policies: "policy",
  webhooks: "webhook",
  settings: "settings",
  walletCertificates: "certificates for wallets",
  readerCertificates: "certificates for wallets",
  practice: "practice statement",
  alerts: "alerted",
};

test("what each role can do names everything that a permission lets someone change", () => {
  const procedures = [...proceduresTable().matchAll(/^\| `(\w+)\.\w+` \| \w+ \| `([a-z]+\.write)`/gm)];
  expect(procedures.length).toBeGreaterThan(30);
  const words: Readonly<Record<string, string>> = PERMISSION_WORDS;
  const unnamed = procedures.filter(
    ([, part = "", permission = ""]) => !words[permission]?.includes(PARTS[part] ?? `no word for ${part}`),
  );
  expect(unnamed.map(([line]) => line)).toEqual([]);
});
