import { addDays, dayName, dayOf, firstIdAt } from "#core/day.ts";
import type { Mode } from "#core/verification.ts";
import { type FirstSteps, findFirstSteps } from "#data/tenants/tenants.ts";
import { countDeliveries, type DeliveryCounts } from "#data/webhooks/delivery-attempts.ts";
import { listEndpoints } from "#data/webhooks/webhook-endpoints.ts";
import { fromReplica, type MemberCtx } from "#services/context.ts";
import { requirePermission } from "#services/permissions.ts";
import {
  type Counts,
  type DayCounts,
  type DayUsage,
  dayCounts,
  type MonthSoFar,
  monthSoFar,
  perDay,
  rollForReport,
  sumCounts,
} from "#services/usage/usage.ts";
import { findPage, type ListedVerification } from "#services/verifications/list.ts";

const LATEST = 8;
// Long enough for the week of the forecast.
const MIN_DAYS = 8;
// The recorded method of decisions by /verify/complete and /verify/submit.
const OWN_CHECK = "tenant";

type MethodRate = { method: string; decided: number; approved: number; failed: number };

type WebhookHealth = {
  endpoints: number;
  disabled: number;
  /** Endpoints that have failed since their last success. */
  failing: { id: string; url: string; failingSince: Date }[];
  last24Hours: DeliveryCounts;
};

/** Verifications for the hosted page, each stage a part of the previous one; own checks are counted separately. */
type Funnel = Counts & { completed: number; ownChecks: number };

export type Overview = MonthSoFar & {
  mode: Mode;
  today: Counts;
  /** The chosen days, also used for the funnel, the methods and the days. */
  period: Counts;
  funnel: Funnel;
  methods: MethodRate[];
  days: (DayUsage & Pick<Counts, "approved" | "rejected" | "failed" | "expired">)[];
  webhooks: WebhookHealth;
  latest: ListedVerification[];
  firstSteps: FirstSteps;
};

const ratesByMethod = (rows: readonly DayCounts[]): MethodRate[] =>
  [...new Set(rows.map(({ method }) => method))]
    .filter((method) => method !== "")
    .map((method) => {
      const { approved, rejected, failed } = sumCounts(rows, (row) => row.method === method);
      return { method, decided: approved + rejected, approved, failed };
    })
    .sort((a, b) => b.decided - a.decided || a.method.localeCompare(b.method));

const funnelOf = (rows: readonly DayCounts[]): Funnel => {
  const counts = sumCounts(rows, ({ method }) => method !== OWN_CHECK);
  const completed = counts.approved + counts.rejected;
  // Days counted by an earlier release may lack the early stages.
  const tried = Math.max(counts.tried, completed);
  return {
    ...counts,
    completed,
    tried,
    opened: Math.max(counts.opened, tried),
    ownChecks: sumCounts(rows, ({ method }) => method === OWN_CHECK).started,
  };
};

const webhookHealth = async ({ deps, tenant }: MemberCtx): Promise<WebhookHealth> => {
  const since = firstIdAt("delivery", addDays(deps.now(), -1));
  const [endpoints, last24Hours] = await Promise.all([
    listEndpoints(deps.db.orm, tenant.id),
    countDeliveries(deps.db, tenant.id, since),
  ]);
  return {
    endpoints: endpoints.length,
    disabled: endpoints.filter(({ isEnabled }) => !isEnabled).length,
    failing: endpoints.flatMap(({ id, url, failingSince }) =>
      failingSince ? [{ id, url, failingSince }] : [],
    ),
    last24Hours,
  };
};

/**
 * The console's first page.
 * @param input.days the number of days, including today
 * @throws PERMISSION_DENIED
 */
export const overview = async (ctx: MemberCtx, input: { mode: Mode; days: number }): Promise<Overview> => {
  requirePermission(ctx, "overview.read");
  await rollForReport(ctx.deps, ctx.tenant.id);
  return fromReplica(ctx, (reading) => overviewOf(reading, input));
};

const overviewOf = async (ctx: MemberCtx, input: { mode: Mode; days: number }): Promise<Overview> => {
  const { deps, tenant } = ctx;
  const now = deps.now();
  const today = dayOf(now);
  const from = addDays(today, 1 - input.days);
  const [all, webhooks, latest, firstSteps] = await Promise.all([
    dayCounts(deps, tenant.id, addDays(today, 1 - Math.max(input.days, MIN_DAYS)), today),
    webhookHealth(ctx),
    findPage(deps, tenant.id, { limit: LATEST, mode: input.mode }),
    findFirstSteps(deps.db, tenant.id),
  ]);
  const ofMode = all.filter(({ mode }) => mode === input.mode);
  const chosen = ofMode.filter(({ day }) => day >= from);
  const byDay = Map.groupBy(chosen, ({ day }) => dayName(day));
  return {
    ...(await monthSoFar(ctx, all)),
    mode: input.mode,
    today: sumCounts(ofMode, ({ day }) => day.getTime() === today.getTime()),
    period: sumCounts(chosen),
    funnel: funnelOf(chosen),
    methods: ratesByMethod(chosen),
    days: perDay(all, from, today).map((line) => {
      const { approved, rejected, failed, expired } = sumCounts(byDay.get(line.day) ?? []);
      return { ...line, approved, rejected, failed, expired };
    }),
    webhooks,
    latest: latest.verifications,
    firstSteps,
  };
};
