import { partText } from "#console/words/parts.ts";
import type { AuditAction } from "#core/audit.ts";
import { entryFor, isJsonObject } from "#core/json.ts";

const ACTIONS: Readonly<Record<AuditAction, string>> = {
  "admin_key.create": "Created an operator’s key",
  "admin_key.revoke": "Revoked an operator’s key",
  "alerts.update": "Changed alerts",
  "api_key.create": "Created an API key",
  "api_key.rename": "Renamed an API key",
  "api_key.revoke": "Revoked an API key",
  "api_key.rotate": "Rotated an API key",
  "api_key.update": "Changed what an API key may do",
  "audit_trail.export": "Exported the audit trail",
  "deployment.restore": "Restored the deployment from a backup",
  "directory.connect": "Connected a directory",
  "directory.disconnect": "Disconnected the directory",
  "directory.rotate": "Rotated the directory’s token",
  "directory.update": "Changed the directory’s role",
  "directory_person.add": "Added a person from the directory",
  "directory_person.deactivate": "Deactivated a person in the directory",
  "directory_person.decline": "A person from the directory declined to become a member",
  "directory_person.join": "Made a person from the directory a member",
  "directory_person.reactivate": "Reactivated a person in the directory",
  "directory_person.remove": "Removed a person from the directory",
  "directory_person.update": "Changed a person in the directory",
  "erasure_request.decline": "Declined a request for erasure",
  "gate.create": "Put a gate before a site",
  "gate.look_for_leaks": "Looked for leaks of a gate",
  "gate.remove": "Removed a gate",
  "gate.rotate_secret": "Rotated the secret of a gate",
  "gate.update": "Changed a gate",
  "host.add": "Added a host",
  "host.lose": "Switched a host off, because its record was gone or proved another tenant’s",
  "host.make_primary": "Chose the host for new links",
  "host.prove": "Proved a host",
  "host.remove": "Removed a host",
  "host.switch_off": "Switched a host off",
  "host.switch_on": "Switched a host on",
  "host.warn": "Found a host without its record",
  "identity_provider.add": "Added an identity provider",
  "identity_provider.own_address": "Gave an identity provider its own redirect address",
  "identity_provider.remove": "Removed an identity provider",
  "identity_provider.rotate": "Replaced an identity provider’s secret",
  "identity_provider.switch_off": "Switched an identity provider off",
  "identity_provider.switch_on": "Switched an identity provider on",
  "identity_provider.update": "Changed an identity provider",
  "invitation.accept": "Accepted an invitation",
  "invitation.create": "Invited a member",
  "invitation.decline": "An invitation was declined",
  "invitation.renew": "Renewed an invitation",
  "invitation.revoke": "Withdrew an invitation",
  "listener.close": "Ended a command line’s listening",
  "listener.create": "Let a command line listen to events",
  "logo.remove": "Removed the logo",
  "logo.set": "Set the logo",
  "member.change_role": "Changed a role",
  "member.delete": "Deleted a person",
  "member.remove": "Removed a member",
  "oidc_client.create": "Added a site to Sign in with age",
  "oidc_client.remove": "Removed a site from Sign in with age",
  "oidc_client.rotate_secret": "Rotated the secret of a site",
  "oidc_client.update": "Changed a site of Sign in with age",
  "operator_visit.ask": "Asked to read the console",
  "operator_visit.decline": "Declined a visit of the operator",
  "operator_visit.end": "Ended a visit of the operator",
  "operator_visit.grant": "Let the operator read the console",
  "operator_visit.look": "Read a part of the console",
  "plan_prices.remove": "Took prices back",
  "plan_prices.set": "Set the prices of the plans",
  "policy.publish": "Published a policy",
  "policy.remove": "Took the policy back",
  "policy.rollback": "Went back to an earlier policy",
  "practice.update": "Changed the practice statement",
  "session.begin": "Signed in",
  "session.end": "Signed out",
  "settings.update": "Changed settings",
  "tenant.close": "Closed the tenant",
  "tenant.delete": "Began to delete the tenant",
  "tenant.finish_deletion": "Deleted the tenant",
  "tenant.create": "Created the tenant",
  "tenant.schedule_plan": "Set a plan for a later time",
  "tenant.unschedule_plan": "Took a later plan back",
  "tenant.export": "Exported everything of the tenant",
  "tenant.update": "Changed the tenant",
  "token.revoke": "Revoked a token",
  "trust_anchor.import": "Imported trust anchors",
  "trust_anchor.remove": "Removed a trust anchor",
  "trust_list.import": "Imported a trust list",
  "vendor.add": "Added a vendor",
  "vendor.remove": "Removed a vendor",
  "vendor.rename": "Renamed a vendor",
  "vendor.rotate": "Replaced a vendor’s keys",
  "vendor.selfie_off": "Switched a vendor’s selfie off",
  "vendor.selfie_on": "Switched a vendor’s selfie on",
  "vendor.switch_off": "Switched a vendor off",
  "vendor.switch_on": "Switched a vendor on",
  "verification.redact": "Erased a verification",
  "verifications.download": "Downloaded a verification’s stored data",
  "verifications.export": "Exported verifications",
  "voucher.issue": "Issued a voucher",
  "voucher.revoke": "Revoked a voucher",
  "reader_certificate.add": "Added a reader certificate",
  "reader_certificate.remove": "Removed a reader certificate",
  "registrar_certificate.announce": "Put the certificate for Google Wallet into use",
  "registrar_certificate.issue": "Issued a certificate for Google Wallet",
  "registrar_certificate.renew": "Renewed the certificate for Google Wallet",
  "registrar_certificate.withdraw": "Withdrew the certificate for Google Wallet",
  "wallet_certificate.remove": "Removed the certificate for wallets",
  "wallet_certificate.set": "Replaced the certificate for wallets",
  "webhook_delivery.retry": "Sent a webhook again",
  "webhook_endpoint.create": "Added a webhook endpoint",
  "webhook_endpoint.disable": "Switched a webhook endpoint off",
  "webhook_endpoint.enable": "Switched a webhook endpoint on",
  "webhook_endpoint.remove": "Removed a webhook endpoint",
  "webhook_endpoint.resend": "Sent an endpoint’s webhooks again",
  "webhook_endpoint.roll_secret": "Rolled a signing secret",
  "webhook_endpoint.sample": "Sent a sample event",
  "webhook_endpoint.update": "Changed a webhook endpoint",
};

/** An action in words; an unknown action keeps its name. */
export const actionText = (action: string): string => entryFor<string>(ACTIONS, action) ?? action;

/** The actor's name; actors without one are named by their kind. */
export const actorText = (actor: string, name: string | null): string => {
  if (name !== null) return name;
  if (actor === "admin" || actor.startsWith("admin:")) return "Operator";
  if (actor.startsWith("operator:")) return "The operator of this service";
  if (actor.startsWith("directory:")) return "The directory";
  if (actor === "system") return "The service";
  return actor.startsWith("tenant:") ? "API key" : "Former member";
};

/** What a named actor is if not a member: a key, and who made it. */
export const actorKind = (actor: string, keyMaker: { name: string | null } | null): string | null => {
  if (!actor.startsWith("tenant:")) return null;
  return keyMaker === null ? "API key" : `API key, created by ${keyMaker.name ?? "a former member"}`;
};

/** The id of an actor without a name. */
export const actorId = (actor: string, name: string | null): string | null =>
  name === null && actor.includes(":") && !actor.startsWith("operator:")
    ? actor.slice(actor.indexOf(":") + 1)
    : null;

export type ChangeText = {
  name: string;
  value: string;
  /** The old and the new value where both are known. */
  move?: { before: string; after: string };
};

// `tokenTtlSeconds` → `token ttl seconds`
const spaced = (name: string): string => name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();

const worded = (value: unknown): string => {
  if (value === null || value === undefined || value === "") return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (!isJsonObject(value)) return typeof value === "object" ? JSON.stringify(value) : String(value);
  const parts = Object.entries(value).map(([name, one]) => `${spaced(name)} ${worded(one)}`);
  return parts.join(", ") || "none";
};

const movedText = (name: string, from: unknown, to: unknown): ChangeText => {
  const move = { before: worded(from), after: worded(to) };
  return { name, value: `${move.before} → ${move.after}`, move };
};

// Only a visit of the operator names a page.
const ofOne = (name: string, value: unknown, before: Record<string, unknown>): ChangeText =>
  name === "page" && typeof value === "string"
    ? { name, value: partText(value) }
    : Object.hasOwn(before, name)
      ? movedText(spaced(name), before[name], value)
      : { name: spaced(name), value: worded(value) };

/**
 * The changes in words: the old and the new value if both are known. Absent values are left out: an export
 * without filters lists none. So are those that were given and stayed as they were.
 */
export const changeTexts = (changes: unknown): ChangeText[] => {
  if (!isJsonObject(changes)) return [];
  const { from, to, before, ...others } = changes;
  // A changed role moves from one value to another; an export's days are two separate facts.
  const isMove = "from" in changes && "to" in changes && !/^\d{4}-/.test(String(from));
  const old = isJsonObject(before) ? before : {};
  const facts = Object.entries(isMove ? others : { ...others, from, to }).filter(([name, value]) =>
    Object.hasOwn(old, name) ? worded(old[name]) !== worded(value) : value !== null && value !== undefined,
  );
  const texts = facts.map(([name, value]) => ofOne(name, value, old));
  return isMove ? [movedText("", from, to), ...texts] : texts;
};
