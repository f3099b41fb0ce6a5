import { isToChange, mayDo, type Permission, ROLE_PERMISSIONS, ROLES, type Role } from "#core/access.ts";
import type { PlanName } from "#core/plan.ts";

const METHOD_NAMES: Readonly<Record<string, string>> = {
  document: "ID document",
  wallet: "Wallet",
  oidc: "Bank or eID",
  vendor: "Vendor",
  sandbox: "Sandbox",
  tenant: "Your backend",
};

/** A method's name as people say it; one that is not known here keeps its id. */
export const methodName = (method: string): string => METHOD_NAMES[method] ?? method;

const PLAN_NAMES: Readonly<Record<PlanName, string>> = { free: "Free", growth: "Growth", scale: "Scale" };

/** A plan's name as people say it; one that is not known here keeps its id. */
export const planName = (plan: string): string =>
  Object.entries(PLAN_NAMES).find(([id]) => id === plan)?.[1] ?? plan;

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  owner: "Owner",
  admin: "Admin",
  developer: "Developer",
  support: "Support",
  viewer: "Viewer",
};

export const ROLE_ABOUT: Readonly<Record<Role, string>> = {
  owner: "Everything, including other owners and closing the tenant",
  admin: "Settings, members and the audit trail, and all that developers do",
  developer: "API keys and webhooks, and all that support does",
  support: "Verifications, exports, logs, deliveries; revokes tokens",
  viewer: "Looks at verifications, usage and settings; changes nothing",
};

const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;

const rolesWith = (permission: Permission): Role[] =>
  ROLES.filter((role) => {
    const granted: readonly Permission[] = ROLE_PERMISSIONS[role];
    return granted.includes(permission);
  });

const CLOSED = "This account is closed. Everything in it can still be read; nothing can be changed.";

/** Why a member may not do something in a tenant, and whom to ask; null where they may. */
export const refusalText = (
  { role, isActive }: { role: Role; isActive: boolean },
  permission: Permission,
): string | null => {
  if (!isActive && isToChange(permission)) return CLOSED;
  if (mayDo(role, permission)) return null;
  const others = rolesWith(permission).map((name) => ROLE_NAMES[name].toLowerCase());
  return `Your role, ${ROLE_NAMES[role].toLowerCase()}, does not allow this. Ask an ${listed(others)}.`;
};

/** The text where it is one of these. */
export const oneOf = <Value extends string>(
  values: readonly Value[],
  text: string | null,
): Value | undefined => values.find((value) => value === text);

/** Rows of a long list that are read at once. */
export const PAGE_ROWS = 50;

const MAX_TEXT = 200;

/** A text that somebody typed; blank, or far too long, is none. */
export const typedText = (text: string | null): string | undefined => {
  const trimmed = text?.trim() ?? "";
  return trimmed === "" || trimmed.length > MAX_TEXT ? undefined : trimmed;
};

/** A day of UTC: `2026-11-21`. */
export const dayIn = (text: string | null): string | undefined =>
  text && /^(?:19[7-9]\d|2\d{3})-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
    ? text
    : undefined;

/** Without what is undefined: JSON would drop it, and the server's and the browser's question must be the same. */
export const given = <Fields extends object>(
  fields: Fields,
): { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> } => JSON.parse(JSON.stringify(fields));
