/**
 * What a tenant's key can be allowed to do. Each endpoint's contract names the one that it needs; a key without it gets
 * PERMISSION_DENIED.
 */
export const KEY_SCOPES = [
  /** Start, complete, submit, cancel and simulate. */
  "verifications:write",
  /** States, events, lists and receipts. */
  "verifications:read",
  /** Permanent, with a receipt. */
  "verifications:erase",
  "tokens:validate",
  "usage:read",
  "logs:read",
  "audit:read",
  /** For command lines: the events of the key's own mode. */
  "events:listen",
] as const;

export type KeyScope = (typeof KEY_SCOPES)[number];

/** What an operator's key may do; each includes those before it. */
export const ADMIN_SCOPES = ["metrics", "read", "all"] as const;

export type AdminScope = (typeof ADMIN_SCOPES)[number];

/** Whether an operator's key with one scope may do what another is for. */
export const includesScope = (held: AdminScope, needed: AdminScope): boolean =>
  ADMIN_SCOPES.indexOf(held) >= ADMIN_SCOPES.indexOf(needed);
