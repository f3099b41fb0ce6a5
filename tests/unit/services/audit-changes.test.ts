import { expect, test } from "vitest";
import { AUDIT_ACTIONS, type ReplacingAction } from "#core/audit.ts";
import type { recordAudit } from "#services/audit-log.ts";

type Entry = Parameters<typeof recordAudit>[2];

test("an entry of a replacement does not compile without what was there before and what came after", () => {
  const about = { tenantId: null, target: "gat_1" };
  const entries: Entry[] = [
    { ...about, action: "gate.update", before: { minimumAge: 18 }, after: { minimumAge: 21 } },
    { ...about, action: "gate.remove", changes: { name: "Shop" } },
    { ...about, action: "webhook_endpoint.enable" },
    // @ts-expect-error nothing of what was there before
    { ...about, action: "gate.update", after: { minimumAge: 21 } },
    // @ts-expect-error only the new value
    { ...about, action: "webhook_endpoint.update", changes: { url: "https://hooks.example.com" } },
    // @ts-expect-error nothing
    { ...about, action: "api_key.rename" },
  ];
  expect(entries).toHaveLength(6);
});

/** A record, so that an action that the type gains or loses is missing or too much here. */
const REPLACING: Record<ReplacingAction, true> = {
  "alerts.update": true,
  "api_key.rename": true,
  "api_key.update": true,
  "directory.update": true,
  "directory_person.update": true,
  "gate.update": true,
  "host.make_primary": true,
  "identity_provider.update": true,
  "oidc_client.update": true,
  "practice.update": true,
  "settings.update": true,
  "tenant.update": true,
  "webhook_endpoint.update": true,
  "vendor.rename": true,
};

test("an action that sounds like a replacement is one, or is named here with its reason", () => {
  const others = AUDIT_ACTIONS.filter((action) => !Object.hasOwn(REPLACING, action));
  expect(
    others.filter((action) => /\.(change|edit|make|move|rename|set|update)/.test(action)).toSorted(),
  ).toEqual([
    // A picture.
    "logo.set",
    // It has `from` and `to`.
    "member.change_role",
    // From a moment on; those before it stay in the list.
    "plan_prices.set",
    // By fingerprint; the one before has an entry of the same kind.
    "wallet_certificate.set",
  ]);
});
