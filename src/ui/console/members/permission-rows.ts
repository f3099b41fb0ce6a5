import type { Permission } from "#core/access.ts";

type PermissionRow = { permission: Permission; text: string };

/** What can be allowed, in words, from the least to the most. */
export const PERMISSION_ROWS: readonly PermissionRow[] = [
  { permission: "overview.read", text: "See the overview" },
  { permission: "verifications.read", text: "See verifications" },
  { permission: "usage.read", text: "See usage and statements" },
  { permission: "settings.read", text: "See settings" },
  { permission: "members.read", text: "See members" },
  { permission: "verifications.export", text: "Export verifications" },
  { permission: "tokens.revoke", text: "Revoke tokens" },
  { permission: "logs.read", text: "Read request logs" },
  { permission: "webhooks.read", text: "See webhook deliveries" },
  { permission: "webhooks.retry", text: "Send a failed delivery again" },
  { permission: "keys.read", text: "See API keys" },
  { permission: "keys.write", text: "Create, rotate and revoke API keys" },
  { permission: "webhooks.write", text: "Set up webhook endpoints" },
  { permission: "settings.write", text: "Change settings" },
  { permission: "members.write", text: "Invite, change and remove members" },
  { permission: "audit.read", text: "Read the audit trail" },
  { permission: "owners.write", text: "Make and unmake owners" },
  { permission: "tenant.close", text: "Close the tenant" },
];
