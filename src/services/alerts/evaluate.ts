import { type AlertRule, TENANT_RULES, type TenantRule } from "#core/alerts/rules.ts";
import type { Condition } from "#core/alerts/state.ts";
import { DISABLING_DAYS, KEY_DAYS, KEY_SOON_DAYS, KEY_USED_DAYS } from "#core/alerts/thresholds.ts";
import { limitsOf, type PlanTable } from "#core/billing/plan.ts";
import { monthOf, quotaOf } from "#core/billing/quota.ts";
import { addDays, DAY_MS } from "#core/day.ts";
import { warnedBefore } from "#core/identity/certificate-end.ts";
import { FAILING_MS } from "#core/webhooks/webhook.ts";
import { openAlerts } from "#data/alerts/alerts.ts";
import * as facts from "#data/alerts/conditions.ts";
import { expiringKeys } from "#data/tenants/api-keys.ts";
import { type TroubledEndpoint, troubledEndpoints } from "#data/webhooks/troubled-endpoints.ts";
import type { Ctx } from "#services/context.ts";
import { plansNow } from "#services/usage/prices.ts";
import { approvalNow } from "./approvals.ts";
import { tenantEnd } from "./endings.ts";
import { apply } from "./raise.ts";
import { momentText } from "./words.ts";

/** What each rule is judged by, below: a rule that is missing here does not compile, because nothing would ever raise it. */
const JUDGED_BY = {
  endpoint_failing: "endpoints",
  endpoint_disabling: "endpoints",
  endpoint_disabled: "endpoints",
  quota_80: "usage",
  quota_100: "usage",
  approval_drop: "approvals",
  key_expiring: "keys",
  key_expiring_soon: "keys",
  certificate_expiring: "certificates",
  erasure_due: "requests",
} as const satisfies Record<TenantRule, string>;

type Basis = (typeof JUDGED_BY)[TenantRule];

const rulesBy = (basis: Basis): TenantRule[] => TENANT_RULES.filter((rule) => JUDGED_BY[rule] === basis);

const ERASURE_DAYS = 5;

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : "");

const endpointConditions = (
  { endpointId: subject, tenantId, url, modes, isEnabled, disabledReason, failingSince }: TroubledEndpoint,
  now: Date,
): Condition[] => {
  const common = { host: hostOf(url), mode: modes.includes("live") ? "live" : "test" };
  const condition = (rule: AlertRule, level: Condition["level"], detail: Condition["detail"]): Condition => ({
    ...{ tenantId, rule, subject, level },
    detail: { ...common, ...detail },
  });
  if (!isEnabled && disabledReason !== null)
    return [condition("endpoint_disabled", "raise", { reason: disabledReason })];
  if (!isEnabled || failingSince === null) return [];
  const age = now.getTime() - failingSince.getTime();
  const since = momentText(failingSince);
  if (age >= DISABLING_DAYS * DAY_MS) return [condition("endpoint_disabling", "raise", { since })];
  return [condition("endpoint_failing", age >= FAILING_MS ? "raise" : "hold", { since })];
};

type Found = { id: string; conditions: Condition[] };

/**
 * Judges rules that were asked of every tenant at once. Where there are more cases than one run looks at, open alerts
 * behind the last one stay as they are.
 */
const judge = async (ctx: Ctx, basis: Basis, found: readonly Found[]): Promise<number> => {
  const through = found.length < facts.MAX_CASES ? undefined : found.at(-1)?.id;
  const open = await openAlerts(ctx.deps.db.orm, rulesBy(basis), { through });
  return apply(
    ctx,
    open,
    found.flatMap(({ conditions }) => conditions),
    tenantEnd,
  );
};

const soon =
  (rule: AlertRule, detail: Condition["detail"]) =>
  (row: { id: string; tenantId: string }): Found => ({
    id: row.id,
    conditions: [{ tenantId: row.tenantId, rule, subject: row.id, level: "raise", detail }],
  });

/** The rules for what is in trouble at any tenant, each by one statement. @returns how many alerts began or ended */
export const evaluateTroubles = async (ctx: Ctx): Promise<number> => {
  const { deps } = ctx;
  const db = deps.db.orm;
  const now = deps.now();
  const endpoints = await troubledEndpoints(db, "id", facts.MAX_CASES);
  const period = { from: now, until: addDays(now, KEY_DAYS), usedSince: addDays(now, -KEY_USED_DAYS) };
  const keys = await expiringKeys(db, { tenantId: null, ...period }, facts.MAX_CASES);
  const certificates = await facts.endingCertificates(db, warnedBefore(now));
  const requests = await facts.dueRequests(db, addDays(now, ERASURE_DAYS));
  const soonest = addDays(now, KEY_SOON_DAYS);
  return [
    await judge(
      ctx,
      "endpoints",
      endpoints.map((row) => ({ id: row.endpointId, conditions: endpointConditions(row, now) })),
    ),
    await judge(
      ctx,
      "keys",
      keys
        .toSorted((one, other) => (one.id < other.id ? -1 : 1))
        .flatMap(({ expiresAt, name, mode, ...row }) => {
          if (expiresAt === null) return [];
          const rule = expiresAt <= soonest ? "key_expiring_soon" : "key_expiring";
          return [soon(rule, { name, until: momentText(expiresAt), mode })(row)];
        }),
    ),
    await judge(
      ctx,
      "certificates",
      certificates.map((row) =>
        soon("certificate_expiring", { kind: row.kind, until: momentText(row.until) })(row),
      ),
    ),
    await judge(
      ctx,
      "requests",
      requests.map((row) => soon("erasure_due", { until: momentText(row.until), mode: row.mode })(row)),
    ),
  ].reduce((sum, count) => sum + count, 0);
};

const LIVE = "live";
const NEARLY = 0.8;
/** Between them an alert about 80% that is open stays open, as after a small refund or a larger plan. */
const NEARLY_OVER = 0.75;

const quotaConditions = (
  { id: tenantId, used, plan, overrides }: facts.UsedTenant,
  plans: PlanTable,
): Condition[] => {
  const limits = limitsOf(plan, overrides, plans);
  const { isRefused: isHard } = quotaOf(limits, used);
  const limit = limits.included;
  const share = limit === 0 ? Number(isHard) : used / limit;
  const condition = (rule: AlertRule, level: Condition["level"]): Condition => ({
    ...{ tenantId, rule, level, subject: LIVE },
    detail: { used, limit, isHard: Number(isHard) },
  });
  if (share >= 1) return [condition("quota_100", "raise"), condition("quota_80", "hold")];
  if (share >= NEARLY) return [condition("quota_80", "raise")];
  return share >= NEARLY_OVER ? [condition("quota_80", "hold")] : [];
};

const approvalConditions = async (ctx: Ctx, tenantId: string): Promise<Condition[]> => {
  const { level, recent, usual } = await approvalNow(ctx, tenantId);
  if (level !== "raise" && level !== "hold") return [];
  const percent = (part: typeof recent): number => Math.round((part.approved / part.decided) * 100);
  const detail = { recent: percent(recent), usual: percent(usual), decided: recent.decided };
  return [{ tenantId, rule: "approval_drop", subject: LIVE, level, detail }];
};

const WALK = 2_000;
const APPROVALS_AT_ONCE = 200;

/** A worker's place in its walk over the tenants that use the service. */
export type Walk = { after: string; used: Map<string, number>; waiting: Set<string> };

export const newWalk = (): Walk => ({ after: "", used: new Map(), waiting: new Set() });

/** Whose approval rate to look at: those with new verifications since the last look, the longest waiting first. */
const nextApprovals = (walk: Walk, page: readonly facts.UsedTenant[]): string[] => {
  for (const { id, used } of page) {
    if (walk.used.get(id) !== used) walk.waiting.add(id);
    walk.used.set(id, used);
  }
  const next = [...walk.waiting].slice(0, APPROVALS_AT_ONCE);
  for (const id of next) walk.waiting.delete(id);
  return next;
};

/**
 * Quotas and approval rates, of the next 2,000 tenants that used something this month: after the last one it begins again.
 * Approval rates only where something was verified since the last look, at most 200 a run.
 */
export const evaluateUsage = async (ctx: Ctx, walk: Walk): Promise<number> => {
  const { deps } = ctx;
  const db = deps.db.orm;
  const plans = await plansNow(deps);
  const month = monthOf(deps.now());
  const page = await facts.usedTenants(db, { month, after: walk.after, limit: WALK });
  const isFirst = walk.after === "";
  const isLast = page.length < WALK;
  walk.after = isLast ? "" : (page.at(-1)?.id ?? "");
  // A new month: who has used nothing of it yet is not in the walk, and not above a quota either.
  const isAll = isFirst && isLast;
  const tenantIds = isAll ? undefined : page.map(({ id }) => id);
  const open = await openAlerts(db, rulesBy("usage"), { tenantIds });
  const quotas = await apply(
    ctx,
    open,
    page.flatMap((tenant) => quotaConditions(tenant, plans)),
    tenantEnd,
  );

  const asked = nextApprovals(walk, page);
  const openDrops = await openAlerts(db, rulesBy("approvals"), {});
  const judged = [...new Set([...asked, ...openDrops.flatMap(({ tenantId }) => tenantId ?? [])])];
  const drops: Condition[] = [];
  for (const tenantId of judged) drops.push(...(await approvalConditions(ctx, tenantId)));
  return quotas + (await apply(ctx, openDrops, drops, tenantEnd));
};
