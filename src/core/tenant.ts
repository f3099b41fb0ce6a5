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
  createdAt: Date;
};
