/** What a member may be in a tenant, from most to least. */
export const ROLES = ["owner", "admin", "developer", "support", "viewer"] as const;

export type Role = (typeof ROLES)[number];

/** What can be done in the console: noun.verb. `read` never shows a secret. */
export const PERMISSIONS = [
  "overview.read",
  "verifications.read",
  "verifications.export",
  "tokens.revoke",
  "keys.read",
  "keys.write",
  "webhooks.read",
  "webhooks.write",
  "webhooks.retry",
  "usage.read",
  "logs.read",
  "settings.read",
  "settings.write",
  "members.read",
  "members.write",
  /** Making somebody an owner, or an owner something else. */
  "owners.write",
  "audit.read",
  /** Switching the whole tenant off. */
  "tenant.close",
] as const;

export type Permission = (typeof PERMISSIONS)[number];

const VIEWER = [
  "overview.read",
  "verifications.read",
  "usage.read",
  "settings.read",
  "members.read",
] as const;

const SUPPORT = [
  ...VIEWER,
  "verifications.export",
  "tokens.revoke",
  "webhooks.read",
  "webhooks.retry",
  "logs.read",
] as const;

const DEVELOPER = [...SUPPORT, "keys.read", "keys.write", "webhooks.write"] as const;

const ADMIN = [...DEVELOPER, "settings.write", "members.write", "audit.read"] as const;

/** The one table of who may do what. A role has what the roles after it have, and more. */
export const ROLE_PERMISSIONS = {
  owner: PERMISSIONS,
  admin: ADMIN,
  developer: DEVELOPER,
  support: SUPPORT,
  viewer: VIEWER,
} as const satisfies Record<Role, readonly Permission[]>;

const table: Record<Role, readonly Permission[]> = ROLE_PERMISSIONS;

export const mayDo = (role: Role, permission: Permission): boolean => table[role].includes(permission);

// A download changes nothing, whatever its name.
const ONLY_READS: readonly Permission[] = ["verifications.export"];

/** Whether a permission is to change something; in a closed tenant none of these counts, whoever has it. */
export const isToChange = (permission: Permission): boolean =>
  !permission.endsWith(".read") && !ONLY_READS.includes(permission);

/**
 * What it takes to move somebody from one role to another; null is "no member".
 * Whoever touches ownership needs to be an owner.
 */
export const permissionToMove = (from: Role | null, to: Role | null): Permission =>
  from === "owner" || to === "owner" ? "owners.write" : "members.write";
