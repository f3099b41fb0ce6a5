import { addDays, dayOf } from "#core/day.ts";
import { billingOf, monthAfter } from "#core/quota.ts";
import {
  monthName,
  type StatementContent,
  statementCsv,
  statementLines,
  statementNumber,
} from "#core/statement.ts";
import type { Tenant } from "#core/tenant.ts";
import { inTransaction } from "#data/client.ts";
import { type FrozenStatement, findStatement, insertStatement } from "#data/statements.ts";
import { liveUsageOf } from "#data/usage.ts";
import type { Deps } from "../context.ts";
import { dayCounts, perDay } from "./day-counts.ts";
import { recordPrices } from "./record-terms.ts";
import { presentTerms, termsAtEnd } from "./terms.ts";

/** A month's statement as it is now. */
export const computeStatement = async (
  deps: Deps,
  tenant: Tenant,
  month: Date,
  isFinal: boolean,
): Promise<FrozenStatement> => {
  const end = monthAfter(month);
  const now = deps.now();
  const hasEnded = end <= now;
  const last = hasEnded ? addDays(end, -1) : dayOf(now);
  const [rows, usage, terms] = await Promise.all([
    dayCounts(deps, tenant.id, month, last),
    liveUsageOf(deps.db.orm, [tenant.id], month),
    hasEnded ? termsAtEnd(deps, tenant, end) : presentTerms(deps, tenant),
  ]);
  const { plan, limits, currency, isAssumed } = terms;
  const billing = billingOf(plan, limits, usage.get(tenant.id) ?? 0, month, currency);
  const content: StatementContent = {
    number: statementNumber(tenant.id, month),
    issuer: deps.settings.operatorName,
    tenantId: tenant.id,
    tenantName: tenant.name,
    month: monthName(month),
    isFinal,
    isPlanAssumed: isAssumed,
    billing,
    lines: statementLines(limits, billing),
    days: perDay(rows, month, last).map(({ day, live, test }) => ({ day, live, test })),
  };
  return { ...content, csv: statementCsv(content) };
};

/**
 * A month's final statement: as it was frozen, or frozen now. Whoever comes second, be it at the same moment, gets
 * what the first has written.
 * @param month one that is settled: its numbers cannot change any more
 */
export const freezeStatement = async (deps: Deps, tenant: Tenant, month: Date): Promise<FrozenStatement> => {
  const frozen = await findStatement(deps.db.orm, tenant.id, month);
  if (frozen) return frozen;
  await recordPrices(deps, deps.db.orm);
  const computed = await computeStatement(deps, tenant, month, true);
  return inTransaction(deps.db, async (db) => {
    await insertStatement(db, computed, deps.now());
    return (await findStatement(db, tenant.id, month)) ?? computed;
  });
};
