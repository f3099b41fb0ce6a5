import type { ReadNumbersQuery } from "#contracts/public/practice.ts";
import { monthAfter } from "#core/billing/quota.ts";
import { addDays, monthName, monthNamed } from "#core/day.ts";
import { required } from "#core/errors.ts";
import { isReuse } from "#core/policy/method-id.ts";
import { appealCounts, monthCounts, timesOf, undecidedTries } from "#data/service/practice.ts";
import type { Ctx } from "#services/context.ts";
import { type Counts, sumCounts } from "#services/usage/usage.ts";
import { publicTenant } from "./statement.ts";

// The monthly numbers of checks by live keys. They measure how the process went, not how often it was right.

/** A count below this could be about someone. */
const LEAST = 20;
/** This long after a day, its checks have all ended and been counted. */
const COUNTED_AFTER_DAYS = 3;

/** Null below 20, else rounded to tens. */
const shownCount = (count: number): number | null => (count < LEAST ? null : Math.round(count / 10) * 10);

const shown = (counts: Counts) => ({
  started: shownCount(counts.started),
  opened: shownCount(counts.opened),
  tried: shownCount(counts.tried),
  approved: shownCount(counts.approved),
  rejected: shownCount(counts.rejected),
  failed: shownCount(counts.failed),
  expired: shownCount(counts.expired),
});

/** The share of the approvals that repeated an earlier proof; null: fewer than 20 of either, unless there was none. */
const reuseShare = (rows: readonly (Counts & { method: string })[]): number | null => {
  const { approved } = sumCounts(rows);
  const { approved: reused } = sumCounts(rows, ({ method }) => isReuse(method));
  if (reused === 0) return 0;
  return reused < LEAST || approved < LEAST ? null : Math.round((reused / approved) * 100) / 100;
};

/** The last month whose checks have all been counted. */
const lastCounted = (now: Date): Date => {
  const settled = addDays(now, -COUNTED_AFTER_DAYS);
  return new Date(Date.UTC(settled.getUTCFullYear(), settled.getUTCMonth() - 1, 1));
};

/**
 * A month's numbers of the deployment or of a tenant.
 * @throws NOT_FOUND: the operator or the tenant does not publish them, or the month is not counted yet
 */
export const monthlyNumbers = async ({ deps }: Ctx, { tenant, month }: ReadNumbersQuery) => {
  const db = deps.db.orm;
  const { publishesNumbers } = deps.settings;
  const row = tenant === undefined ? null : await publicTenant(db, tenant);
  const isPublic = row ? row.numbersPublished : publishesNumbers;
  const from = month === undefined ? lastCounted(deps.now()) : monthNamed(month);
  const isCounted = from <= lastCounted(deps.now());
  const tenantId = row?.id ?? null;
  required(isPublic && isCounted ? true : null, "NOT_FOUND", "There are no such numbers.");
  const before = monthAfter(from);
  const [counts, times, undecided, appeals] = await Promise.all([
    monthCounts(db, tenantId, from, before),
    timesOf(db, tenantId, from, before),
    undecidedTries(db, tenantId, from, before),
    appealCounts(db, tenantId, from, before),
  ]);
  return {
    month: monthName(from),
    tenant: tenantId,
    mode: "live",
    counts: shown(sumCounts(counts)),
    methods: counts.flatMap(({ method, ...own }) => (method === "" ? [] : [{ method, ...shown(own) }])),
    seconds: times.checks < LEAST ? null : { median: Math.round(times.median), p95: Math.round(times.p95) },
    triesPerCheck: times.checks < LEAST ? null : Math.round(times.tries * 10) / 10,
    undecided: undecided.map(({ tries, ...by }) => ({ ...by, tries: shownCount(tries) })),
    appeals: shownCount(appeals.appeals),
    overturned: shownCount(appeals.overturned),
    reuseShare: reuseShare(counts),
    about:
      "Counts below 20 are null, others are rounded to tens. Times, tries and tries without a decision are of up to 300 checks a day. This measures the process, not how often it was right.",
  };
};
