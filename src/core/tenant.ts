import type { Disclosure } from "./age-over.ts";
import type { PlanName, PlanOverrides } from "./billing/plan.ts";

/** A customer of the service. */
export type Tenant = {
  id: string;
  name: string;
  isActive: boolean;
  plan: PlanName;
  overrides: PlanOverrides;
  /**
   * Names of the overrides whose stored value cannot be read, if there are any: the plan's numbers apply
   * instead.
   */
  unreadableOverrides?: readonly string[];
  minimumAge: number;
  /** The disclosure of verifications whose start does not say. */
  disclosure: Disclosure;
  methods: string[];
  maxAttempts: number;
  tokenTtlSeconds: number;
  /** Hosts that callback_url can name: core/callback-hosts.ts. Empty means any. */
  callbackHosts: string[];
  /** The version of its method policy that new verifications pin; null: none. */
  policyId: string | null;
  /** How it asks wallets for zero-knowledge proofs; null: it has not said. */
  walletProofs: WalletProofs | null;
  /** Whether two of its verifications in one mode cannot have the same reference. */
  uniqueReferences: boolean;
  createdAt: Date;
};

/** How wallets are asked for zero-knowledge proofs, where a deployment makes them possible. */
export const WALLET_PROOFS = ["off", "prefer", "require"] as const;
export type WalletProofs = (typeof WALLET_PROOFS)[number];

/** What the browser brings to callback_url after an approval: the token, or a code that the backend exchanges for it. */
export const RETURN_WITH = ["token", "code"] as const;
export type ReturnWith = (typeof RETURN_WITH)[number];

/** Bounds of a tenant's settings: days that a document's keyed hash is stored, and verifications before it is flagged. */
export const DOCUMENT_REUSE = { maxDays: 365, maxLimit: 100 } as const;
