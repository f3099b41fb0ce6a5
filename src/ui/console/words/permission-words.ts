import { type Permission, ROLE_PERMISSIONS, ROLES, type Role } from "#core/access.ts";

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

/** Why a role may not do something, and whom to ask. */
export const refusalText = (role: Role, permission: Permission): string => {
  const others = rolesWith(permission).map((name) => ROLE_NAMES[name].toLowerCase());
  return `Your role, ${ROLE_NAMES[role].toLowerCase()}, does not allow this. It takes ${listed(others)}.`;
};
