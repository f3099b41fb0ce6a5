import type { Permission } from "./permissions.ts";

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

/** The scopes among these texts, in the order above; a later version's are left out, so they allow nothing here. */
export const knownScopes = (texts: readonly string[]): KeyScope[] =>
  KEY_SCOPES.filter((scope) => texts.includes(scope));

/**
 * What a key could do before keys had scopes, without the two rights that had to be given. The operator's first keys
 * have these and the right to erase.
 */
export const USUAL_SCOPES = [
  "verifications:write",
  "verifications:read",
  "tokens:validate",
  "usage:read",
  "logs:read",
] as const satisfies readonly KeyScope[];

/** A scope that is missing here does not compile: without a right, everyone who may create keys could give it. */
const RIGHTS: Readonly<Record<KeyScope, Permission | null>> = {
  // These two are what keys are for: they come with creating one.
  "verifications:write": null,
  "tokens:validate": null,
  "verifications:read": "verifications.read",
  "verifications:erase": "verifications.erase",
  "usage:read": "usage.read",
  "logs:read": "logs.read",
  "audit:read": "audit.read",
  "events:listen": "webhooks.write",
};

/** What someone who gives a key this scope may do at the console themselves; null: it comes with creating keys. */
export const permissionOf = (scope: KeyScope): Permission | null => RIGHTS[scope];

/** What an operator's key may do; each includes those before it. */
export const ADMIN_SCOPES = ["metrics", "read", "all"] as const;

export type AdminScope = (typeof ADMIN_SCOPES)[number];

/** The scopes that an operator's key with this one has. */
export const scopesWithin = (held: AdminScope): readonly AdminScope[] =>
  ADMIN_SCOPES.slice(0, ADMIN_SCOPES.indexOf(held) + 1);
