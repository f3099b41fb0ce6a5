import { AUDIT_ACTIONS, type AuditAction } from "#core/audit.ts";
import { isId } from "#core/ids.ts";
import { isJsonObject, type JsonObject, jsonIn } from "#core/json.ts";

// What a restore from a backup undoes, and who has to do it again: docs/operations.md, "After a restore".

/** Why something is due after a restore, the gravest first. `again`: what the operator, or the tenant, does. */
export const RESTORE_CAUSES = {
  erased: {
    back: "People who were erased are back",
    again: "Erase them again.",
  },
  revoked: {
    back: "Keys, tokens and links that were revoked work again",
    again: "Revoke them again.",
  },
  members: {
    back: "People who were removed, or have another role by now, have the rights of before",
    again: "Remove them again, or give them the other role.",
  },
  tenants: {
    back: "Tenants that were closed or deleted are there and open",
    again: "Close them, and delete those that were deleted.",
  },
  secrets: {
    back: "Secrets that were rotated count again, and the new ones are not known",
    again: "Rotate them again, and set the new value at the other end.",
  },
  trust: {
    back: "Issuers, certificates and hosts that were withdrawn are trusted again",
    again: "Remove or withdraw them again.",
  },
  settings: {
    back: "Rules and settings are those of the backup",
    again: "Set them again.",
  },
  made: {
    back: "What was made since the backup is gone",
    again: "The tenants have to make it again: its keys and secrets are refused.",
  },
} as const;

export type RestoreCause = keyof typeof RESTORE_CAUSES;

/** What is due for each action that is in the trail from after the backup; null: nothing. */
export const DUE_AFTER_RESTORE = {
  "admin_key.create": "made",
  "admin_key.revoke": "revoked",
  "alerts.update": "settings",
  "api_key.create": "made",
  "api_key.rename": null,
  "api_key.revoke": "revoked",
  // The value before it works again, and the new one is unknown.
  "api_key.rotate": "secrets",
  // Its scopes and networks may be wider than they were.
  "api_key.update": "settings",
  "audit_trail.export": null,
  "deployment.restore": null,
  "directory.connect": "made",
  "directory.disconnect": "revoked",
  "directory.rotate": "secrets",
  "directory.update": "settings",
  // The directory sends its people again; those who are gone from it are sent no more.
  "directory_person.add": null,
  "directory_person.deactivate": "members",
  "directory_person.decline": null,
  "directory_person.join": "made",
  "directory_person.reactivate": null,
  "directory_person.remove": "members",
  "directory_person.update": null,
  "erasure_request.decline": null,
  "gate.create": "made",
  "gate.look_for_leaks": null,
  "gate.remove": "revoked",
  "gate.rotate_secret": "secrets",
  "gate.update": "settings",
  "host.add": "made",
  "host.lose": "trust",
  "host.make_primary": "settings",
  "host.prove": "made",
  "host.remove": "trust",
  "host.switch_off": "trust",
  "host.switch_on": "settings",
  "host.warn": null,
  "identity_provider.add": "made",
  "identity_provider.own_address": "settings",
  "identity_provider.remove": "trust",
  "identity_provider.rotate": "secrets",
  "identity_provider.switch_off": "trust",
  "identity_provider.switch_on": "settings",
  "identity_provider.update": "settings",
  "invitation.accept": "made",
  "invitation.create": "made",
  "invitation.decline": null,
  "invitation.renew": "secrets",
  "invitation.revoke": "revoked",
  // It ends by itself within minutes.
  "listener.close": null,
  "listener.create": null,
  "logo.remove": "settings",
  "logo.set": "settings",
  "member.change_role": "members",
  "member.delete": "erased",
  "member.remove": "members",
  "oidc_client.create": "made",
  "oidc_client.remove": "revoked",
  "oidc_client.rotate_secret": "secrets",
  "oidc_client.update": "settings",
  "operator_visit.ask": null,
  "operator_visit.decline": null,
  "operator_visit.end": "revoked",
  "operator_visit.grant": null,
  "operator_visit.look": null,
  "plan_prices.remove": "settings",
  "plan_prices.set": "settings",
  "policy.publish": "settings",
  "policy.remove": "settings",
  "policy.rollback": "settings",
  "practice.update": "settings",
  "reader_certificate.add": "made",
  "reader_certificate.remove": "trust",
  "registrar_certificate.announce": "made",
  "registrar_certificate.issue": "made",
  "registrar_certificate.renew": "made",
  "registrar_certificate.withdraw": "trust",
  // All sessions end: see services/operator/restored.ts.
  "session.begin": null,
  "session.end": null,
  "settings.update": "settings",
  "tenant.close": "tenants",
  "tenant.create": "made",
  "tenant.delete": "tenants",
  "tenant.export": null,
  "tenant.finish_deletion": "tenants",
  "tenant.schedule_plan": "settings",
  "tenant.unschedule_plan": "settings",
  "tenant.update": "settings",
  "token.revoke": "revoked",
  "trust_anchor.import": "made",
  "trust_anchor.remove": "trust",
  "trust_list.import": "made",
  "vendor.add": "made",
  "vendor.remove": "trust",
  "vendor.rename": null,
  "vendor.rotate": "secrets",
  "vendor.selfie_off": "settings",
  "vendor.selfie_on": "settings",
  "vendor.switch_off": "trust",
  "vendor.switch_on": "settings",
  "verification.redact": "erased",
  "verifications.download": null,
  "verifications.export": null,
  "voucher.issue": "made",
  "voucher.revoke": "revoked",
  "wallet_certificate.remove": "trust",
  "wallet_certificate.set": "made",
  // The deliveries of the backup are sent by themselves.
  "webhook_delivery.retry": null,
  "webhook_endpoint.create": "made",
  "webhook_endpoint.disable": "settings",
  "webhook_endpoint.enable": "settings",
  "webhook_endpoint.remove": "revoked",
  "webhook_endpoint.resend": null,
  "webhook_endpoint.roll_secret": "secrets",
  "webhook_endpoint.sample": null,
  "webhook_endpoint.update": "settings",
} as const satisfies Record<AuditAction, RestoreCause | null>;

/** What was done after the backup, as a line of the exported audit trail says it. */
export type LostEntry = {
  id: string;
  /** Null: the deployment's own. */
  tenantId: string | null;
  action: AuditAction;
  target: string;
  changes: JsonObject;
};

/** What the operator has of the time after the backup. */
export type LostLines = {
  /** From the operator's own collector. */
  entries: LostEntry[];
  /** Verifications that a tenant says were erased. */
  erasedIds: string[];
  /** How many lines are neither an entry nor an id. */
  unread: number;
  /**
   * How many are left out, although they can be read: of the operator's own, those that do not say whose they are; of a tenant's, all
   * but erasures.
   */
  leftOut: number;
};

const isAction = (text: unknown): text is AuditAction => AUDIT_ACTIONS.some((action) => action === text);

type ReadEntry = Omit<LostEntry, "tenantId"> & {
  /** Undefined: the line does not say whose it is, as none does of those that tenants export themselves. */
  tenantId: string | null | undefined;
};

const entryIn = (line: string): ReadEntry | null => {
  const value = jsonIn(line);
  if (!isJsonObject(value)) return null;
  const { id, action, target, changes } = value;
  const tenantId = Object.hasOwn(value, "tenantId") ? value.tenantId : undefined;
  if (typeof id !== "string" || !isId("audit", id) || !isAction(action) || typeof target !== "string")
    return null;
  if (tenantId !== undefined && tenantId !== null && typeof tenantId !== "string") return null;
  return { ...{ id, action, target, tenantId }, changes: isJsonObject(changes) ? changes : {} };
};

/** What a line of a tenant's names as erased: it is believed in nothing else. */
const erasedIn = (line: string, entry: ReadEntry | null): string | null => {
  const id = entry === null ? line : entry.action === "verification.redact" ? entry.target : "";
  return isId("verification", id) ? id : null;
};

const take = (found: LostLines, line: string, isOfTenant: boolean): void => {
  const entry = entryIn(line);
  const erased = erasedIn(line, entry);
  if (entry === null && erased === null) found.unread += 1;
  else if (isOfTenant && erased !== null) found.erasedIds.push(erased);
  else if (!isOfTenant && entry !== null && entry.tenantId !== undefined)
    found.entries.push({ ...entry, tenantId: entry.tenantId });
  else found.leftOut += 1;
};

/**
 * Reads a file with lines of the audit trail (docs/exports.md), and ids of erased verifications, one a line. Ids within other lines do
 * not count: not all that is named there was erased.
 * @param isOfTenant whether a tenant gave the file: then it can name erasures, and nothing else
 */
export const lostLinesOf = (text: string, isOfTenant: boolean): LostLines => {
  const found: LostLines = { entries: [], erasedIds: [], unread: 0, leftOut: 0 };
  const lines = text.split("\n").map((line) => line.trim());
  for (const line of lines) if (line !== "") take(found, line, isOfTenant);
  return found;
};

/** The entries for which something is due, by cause, in the order of the causes; oldest first within one. */
export const dueByCause = (
  entries: readonly LostEntry[],
): { cause: RestoreCause; entries: LostEntry[] }[] => {
  const sorted = entries.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const causes = Object.keys(RESTORE_CAUSES).filter(
    (cause): cause is RestoreCause => cause in RESTORE_CAUSES,
  );
  return causes
    .map((cause) => ({ cause, entries: sorted.filter(({ action }) => DUE_AFTER_RESTORE[action] === cause) }))
    .filter(({ entries: due }) => due.length > 0);
};
