import type { PlanName, PlanOverrides } from "./plan.ts";

/** A customer of the service. */
export type Tenant = {
  id: string;
  name: string;
  isActive: boolean;
  plan: PlanName;
  overrides: PlanOverrides;
  minimumAge: number;
  methods: string[];
  maxAttempts: number;
  tokenTtlSeconds: number;
  /** Hosts that callback_url may name: core/callback-host.ts. Empty means any. */
  callbackHosts: string[];
  createdAt: Date;
};

/** Bounds of what a tenant may set: days that a document's keyed hash is kept, and verifications before it is flagged. */
export const DOCUMENT_REUSE = { maxDays: 365, maxLimit: 100 } as const;
