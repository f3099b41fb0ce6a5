import type { PlanName, PlanOverrides } from "#core/plan.ts";

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
