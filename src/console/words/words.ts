import {
  type ActingRole,
  isToChange,
  mayDo,
  type Permission,
  ROLES,
  type Role,
  VISITOR,
} from "#core/access/permissions.ts";
import type { PlanName } from "#core/billing/plan.ts";
import { type DayRange, isTimeZone } from "#core/day.ts";
import { slugOfMethod } from "#core/identity/provider.ts";
import { VENDOR_NAMES, vendorOfMethod } from "#core/identity/vendor.ts";
import { entryFor } from "#core/json.ts";
import { type MethodId, sharedMethodId } from "#core/policy/method-id.ts";
import { counted, problemOfText } from "#core/text.ts";

const METHOD_NAMES = {
  document: "ID document",
  wallet: "Wallet",
  voucher: "Voucher",
  oidc: "Bank or eID",
  vendor: "Vendor",
  age_key: "Age key",
  sandbox: "Sandbox",
  tenant: "Your backend",
  undisclosed: "Not disclosed",
} satisfies Record<MethodId | "tenant" | "undisclosed", string>;

/** How long the link of an invitation can last, for a field. */
export const LINK_LIFETIMES = [1, 7, 14, 30].map((days) => ({
  value: String(days),
  label: counted(days, "day"),
}));

/** What one try of a method is called, and several. */
const TRY_NAMES = {
  document: { one: "photo", many: "photos" },
  wallet: { one: "wallet answer", many: "wallet answers" },
  voucher: { one: "round of voucher codes", many: "rounds of voucher codes" },
  oidc: { one: "sign-in", many: "sign-ins" },
  vendor: { one: "check by a vendor", many: "checks by a vendor" },
  age_key: { one: "age key", many: "age keys" },
  sandbox: { one: "simulated answer", many: "simulated answers" },
} as const satisfies Record<MethodId, { one: string; many: string }>;

/** What one try of a method is called, and several; an unknown or hidden method has attempts. */
export const tryNames = (method: string): { one: string; many: string } => {
  const id = sharedMethodId(method);
  return id === null ? { one: "attempt", many: "attempts" } : TRY_NAMES[id];
};

/**
 * A method's name: an identity provider's method keeps its short name, a vendor's has the vendor's name, and
 * an unknown one keeps its id.
 */
export const methodName = (method: string): string => {
  const slug = slugOfMethod(method);
  const vendor = vendorOfMethod(method);
  if (vendor !== null) return VENDOR_NAMES[vendor];
  return slug === null ? (entryFor(METHOD_NAMES, method) ?? method) : `${METHOD_NAMES.oidc}: ${slug}`;
};

const PLAN_NAMES: Readonly<Record<PlanName, string>> = { free: "Free", growth: "Growth", scale: "Scale" };

/** A plan's name; an unknown plan keeps its id. */
export const planName = (plan: string): string =>
  Object.entries(PLAN_NAMES).find(([id]) => id === plan)?.[1] ?? plan;

export const ROLE_NAMES: Readonly<Record<ActingRole, string>> = {
  owner: "Owner",
  admin: "Admin",
  developer: "Developer",
  support: "Support",
  viewer: "Viewer",
  visitor: "Visiting operator",
};

export const ROLE_ABOUT: Readonly<Record<Role, string>> = {
  owner: "Everything, including other owners and closing the tenant",
  admin: "Settings, members and the audit trail, plus everything developers can do",
  developer: "API keys, sites and webhooks, plus everything support can do",
  support: "Verifications, exports, vouchers, logs, deliveries; revokes tokens",
  viewer: "Sees verifications, usage and settings; changes nothing",
};

// `owner, admin or developer`
const CHOICE = new Intl.ListFormat("en-GB", { type: "disjunction" });

const CLOSED = "This tenant is closed. You can still read its data, but you cannot change anything.";

const VISITING = "You are visiting as the operator: you can read this console and change nothing.";

/** A visitor reads pages, and takes no copy of them away. */
export const NO_EXPORTS = "You are visiting as the operator: you can read this console and export nothing.";

/** Why a member may not do something, and whom to ask; null when they may. */
export const refusalText = (
  { role, isActive }: { role: ActingRole; isActive: boolean },
  permission: Permission,
): string | null => {
  if (role === VISITOR) return mayDo(role, permission) ? null : VISITING;
  if (!isActive && isToChange(permission)) return CLOSED;
  if (mayDo(role, permission)) return null;
  const others = ROLES.filter((other) => mayDo(other, permission)).map((name) =>
    ROLE_NAMES[name].toLowerCase(),
  );
  return `Your role, ${ROLE_NAMES[role].toLowerCase()}, does not allow this. Ask an ${CHOICE.format(others)}.`;
};

/** The text if it is one of these values. */
export const oneOf = <Value extends string>(
  values: readonly Value[],
  text: string | null,
): Value | undefined => values.find((value) => value === text);

/** How many rows of a long list are read at once. */
export const PAGE_ROWS = 50;

const MAX_TEXT = 200;

/** A typed text; undefined when blank, too long, or not to be stored, so that nothing has it. */
export const typedText = (text: string | null, most = MAX_TEXT): string | undefined => {
  const trimmed = text?.trim() ?? "";
  const canBe = trimmed !== "" && trimmed.length <= most && problemOfText(trimmed) === null;
  return canBe ? trimmed : undefined;
};

const dayIn = (text: string | null): string | undefined =>
  text && /^(?:19[7-9]\d|2\d{3})-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
    ? text
    : undefined;

/**
 * The days that an address asks for, and their zone: anyone who opens a link sees the rows that its sender
 * saw.
 */
export const daysIn = (query: (name: string) => string | null): DayRange => {
  const [from, to, zone] = [dayIn(query("from")), dayIn(query("to")), query("zone")];
  const hasZone = zone !== null && isTimeZone(zone) && (from ?? to) !== undefined;
  return { from, to, zone: hasZone ? zone : undefined };
};

/** Drops undefined fields, as JSON does: the server and the browser must send the same query. */
export const given = <Fields extends object>(
  fields: Fields,
): { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> } => JSON.parse(JSON.stringify(fields));
