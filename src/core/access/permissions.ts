/** A member's roles in a tenant, from most to least powerful. */
export const ROLES = ["owner", "admin", "developer", "support", "viewer"] as const;

export type Role = (typeof ROLES)[number];

/** The permissions of the console, as noun.verb. `read` never shows a secret. */
export const PERMISSIONS = [
  "overview.read",
  "verifications.read",
  "verifications.export",
  /** Permanent, with a receipt. */
  "verifications.erase",
  "tokens.revoke",
  "vouchers.read",
  "vouchers.issue",
  "keys.read",
  "keys.write",
  "webhooks.read",
  "webhooks.write",
  "webhooks.retry",
  "usage.read",
  "logs.read",
  "settings.read",
  "settings.write",
  "policies.read",
  "policies.write",
  /** Adopts a pack, or goes back to an earlier version. */
  "policies.accept",
  "members.read",
  "members.write",
  /** Makes a member an owner, or gives an owner another role. */
  "owners.write",
  "audit.read",
  /** Switches the whole tenant off. */
  "tenant.close",
  /** A file with what is stored for the tenant: core/practice/of-tenant.ts. */
  "tenant.export",
  /** How wallets identify the tenant that asks, with its key. */
  "certificates.write",
  "alerts.read",
  /** Rules, and where they are sent. */
  "alerts.write",
  /** The tenant's own host names for hosted pages. */
  "hosts.write",
  /** Lets the operator read the tenant's console for some hours. */
  "operators.admit",
  /** The directory that adds and deactivates members (SCIM). */
  "directory.write",
] as const;

export type Permission = (typeof PERMISSIONS)[number];

const VIEWER = [
  "overview.read",
  "verifications.read",
  "usage.read",
  "settings.read",
  "policies.read",
  "members.read",
] as const;

const SUPPORT = [
  ...VIEWER,
  "verifications.export",
  "tokens.revoke",
  // For staff at a counter.
  "vouchers.read",
  "vouchers.issue",
  "webhooks.read",
  "webhooks.retry",
  "logs.read",
] as const;

const DEVELOPER = [
  ...SUPPORT,
  "keys.read",
  "keys.write",
  "webhooks.write",
  "alerts.read",
  "alerts.write",
] as const;

const ADMIN = [
  ...DEVELOPER,
  "verifications.erase",
  "settings.write",
  "policies.write",
  "members.write",
  "audit.read",
  "hosts.write",
  "operators.admit",
] as const;

/** The permissions of each role. A role has those of the roles after it, and more. */
export const ROLE_PERMISSIONS = {
  owner: PERMISSIONS,
  admin: ADMIN,
  developer: DEVELOPER,
  support: SUPPORT,
  viewer: VIEWER,
} as const satisfies Record<Role, readonly Permission[]>;

/** An operator whom the tenant lets look. It cannot be given to anyone: it is in no table, and it ends by itself. */
export const VISITOR = "visitor" as const;

/** What someone acts as in a tenant. */
export type ActingRole = Role | typeof VISITOR;

/** What an operator may do in a tenant that lets them look: read what members read, and nothing else. */
export const VISITOR_PERMISSIONS: readonly Permission[] = PERMISSIONS.filter((each) =>
  each.endsWith(".read"),
);

const table: Record<ActingRole, readonly Permission[]> = {
  ...ROLE_PERMISSIONS,
  [VISITOR]: VISITOR_PERMISSIONS,
};

export const mayDo = (role: ActingRole, permission: Permission): boolean => table[role].includes(permission);

// A download changes nothing, whatever its name suggests, and letting the operator look changes nothing either.
const ONLY_READS: readonly Permission[] = ["verifications.export", "tenant.export", "operators.admit"];

/** Whether a permission allows a change. In a closed tenant, no role has any of these permissions. */
export const isToChange = (permission: Permission): boolean =>
  !permission.endsWith(".read") && !ONLY_READS.includes(permission);

/**
 * The permission needed to move a member from one role to another; null: no member. Only an owner may change
 * ownership.
 */
export const permissionToMove = (from: Role | null, to: Role | null): Permission =>
  from === "owner" || to === "owner" ? "owners.write" : "members.write";
