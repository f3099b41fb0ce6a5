import { addDays, dayOf, firstIdAt } from "#core/day.ts";
import { monthOf } from "#core/quota.ts";
import type { Mode } from "#core/verification.ts";
import { countDeliveries, type DeliveryCounts } from "#data/delivery-attempts.ts";
import { type FirstSteps, findFirstSteps } from "#data/first-steps.ts";
import { listEndpoints } from "#data/webhook-endpoints.ts";
import type { MemberCtx } from "../context.ts";
import { requirePermission } from "../require-permission.ts";
import {
  type Counts,
  type DayCounts,
  type DayUsage,
  dayCounts,
  perDay,
  sumCounts,
} from "../usage/day-counts.ts";
import { type MonthSoFar, monthSoFar } from "../usage/forecast.ts";
import { findPage, type ListedVerification } from "../verifications/list.ts";

const LATEST = 8;
// Long enough for the month and for the week of the forecast.
const MIN_DAYS = 31;

export type MethodRate = { method: string; decided: number; approved: number; failed: number };

export type WebhookHealth = {
  endpoints: number;
  disabled: number;
  /** Endpoints that have failed since their last success. */
  failing: { id: string; url: string; failingSince: Date }[];
  last24Hours: DeliveryCounts;
};

export type Overview = MonthSoFar & {
  today: Counts;
  month: Counts;
  /** Of the chosen days. */
  funnel: Counts & { completed: number };
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
 * @param input.days how many, today included, the funnel and the chart cover
 * @throws PERMISSION_DENIED
 */
export const overview = async (ctx: MemberCtx, input: { mode: Mode; days: number }): Promise<Overview> => {
  requirePermission(ctx, "overview.read");
  const { deps, tenant } = ctx;
  const now = deps.now();
  const today = dayOf(now);
  const from = addDays(today, 1 - input.days);
  const [all, webhooks, latest, firstSteps] = await Promise.all([
    dayCounts(deps, tenant.id, addDays(today, 1 - Math.max(input.days, MIN_DAYS)), today),
    webhookHealth(ctx),
    findPage(deps, tenant.id, { limit: LATEST }),
    findFirstSteps(deps.db, tenant.id),
  ]);
  const ofMode = all.filter(({ mode }) => mode === input.mode);
  const chosen = ofMode.filter(({ day }) => day >= from);
  const byDay = Map.groupBy(chosen, ({ day }) => day.toISOString().slice(0, 10));
  const funnel = sumCounts(chosen, () => true);
  return {
    ...(await monthSoFar(ctx, all)),
    today: sumCounts(ofMode, ({ day }) => day.getTime() === today.getTime()),
    month: sumCounts(ofMode, ({ day }) => day >= monthOf(now)),
    funnel: { ...funnel, completed: funnel.approved + funnel.rejected },
    methods: ratesByMethod(chosen),
    days: perDay(all, from, today).map((line) => {
      const { approved, rejected, failed, expired } = sumCounts(byDay.get(line.day) ?? [], () => true);
      return { ...line, approved, rejected, failed, expired };
    }),
    webhooks,
    latest: latest.verifications,
    firstSteps,
  };
};
