import type { PlanOverrides } from "#core/plan.ts";
import type { MetadataValue } from "#core/verification.ts";

// JSON columns come back untyped. Both were validated by their contract when they were written, and nothing
// else writes them: this file is the one place where that knowledge becomes a type.

export const overridesFromJson = (json: unknown): PlanOverrides => (json ?? {}) as PlanOverrides;

export const metadataFromJson = (json: unknown): Record<string, MetadataValue> | null =>
  json as Record<string, MetadataValue> | null;
