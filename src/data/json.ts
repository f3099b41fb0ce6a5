import type { PlanOverrides, PlanTable } from "#core/plan.ts";
import type { StatementContent } from "#core/statement.ts";
import type { MetadataValue } from "#core/verification.ts";

// JSON columns come back untyped. What is in them was validated, or made by ourselves, when it was written, and nothing
// else writes them: this file is the one place where that knowledge becomes a type.

export const overridesFromJson = (json: unknown): PlanOverrides => (json ?? {}) as PlanOverrides;

export const metadataFromJson = (json: unknown): Record<string, MetadataValue> | null =>
  json as Record<string, MetadataValue> | null;

export const plansFromJson = (json: unknown): PlanTable => json as PlanTable;

type StoredStatement = Omit<StatementContent, "billing"> & {
  billing: Omit<StatementContent["billing"], "period"> & { period: { start: string; end: string } };
};

export const statementFromJson = (json: unknown): StatementContent => {
  const stored = json as StoredStatement;
  const { start, end } = stored.billing.period;
  return {
    ...stored,
    billing: { ...stored.billing, period: { start: new Date(start), end: new Date(end) } },
  };
};
