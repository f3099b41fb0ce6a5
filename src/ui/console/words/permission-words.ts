import { isToChange, mayDo, type Permission, ROLE_PERMISSIONS, ROLES, type Role } from "#core/access.ts";

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
