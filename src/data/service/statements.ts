import type { StatementContent } from "#core/billing/statement.ts";
import type { Db } from "./client.ts";
import { statementFromJson } from "./columns.ts";

export type FrozenStatement = StatementContent & { csv: string };

/** A month's final statement; null: it is not frozen yet. */
export const findStatement = async (
  db: Db,
  tenantId: string,
  month: Date,
): Promise<FrozenStatement | null> => {
  const row = await db.statement.findUnique({
    where: { tenantId_month: { tenantId, month } },
    select: { content: true, csv: true },
  });
  return row && { ...statementFromJson(row.content), csv: row.csv };
};

/** Freezes a month. If another process was faster, nothing is written. */
export const insertStatement = async (
  db: Db,
  { csv, ...content }: FrozenStatement,
  frozenAt: Date,
): Promise<void> => {
  const { number, tenantId, billing } = content;
  const { start: month, end } = billing.period;
  const period = { start: month.toISOString(), end: end.toISOString() };
  await db.statement.createMany({
    data: [
      { tenantId, month, number, frozenAt, csv, content: { ...content, billing: { ...billing, period } } },
    ],
    skipDuplicates: true,
  });
};

/**
 * Tenants, by id, with months that have ended and may not be frozen yet; only workers look across tenants.
 */
export const tenantsToFreeze = (db: Db, through: Date, after: string, limit: number) =>
  db.tenant.findMany({
    where: { id: { gt: after }, OR: [{ statementsThrough: null }, { statementsThrough: { lt: through } }] },
    orderBy: { id: "asc" },
    take: limit,
    select: { id: true, statementsThrough: true },
  });

/** Never moves backwards: a slower process may write later. */
export const setStatementsThrough = async (db: Db, tenantId: string, month: Date): Promise<void> => {
  await db.tenant.updateMany({
    where: { id: tenantId, OR: [{ statementsThrough: null }, { statementsThrough: { lt: month } }] },
    data: { statementsThrough: month },
  });
};
