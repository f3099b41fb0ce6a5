import type { EndReason } from "#core/alerts/rule.ts";
import { type EndOf, isForClosed, isTenantRule, type TenantRule } from "#core/alerts/rules.ts";
import type { OpenAlert } from "#core/alerts/state.ts";
import { DISABLING_DAYS, KEY_DAYS, KEY_SOON_DAYS, KEY_USED_DAYS } from "#core/alerts/thresholds.ts";
import { monthOf } from "#core/billing/quota.ts";
import { addDays } from "#core/day.ts";
import { isWarned } from "#core/identity/certificate-end.ts";
import { certificateEnd, endpointNow, isRequestOpen, keyNow } from "#data/alerts/ends.ts";
import { findTenant } from "#data/tenants/tenants.ts";
import type { Ctx } from "#services/context.ts";
import { approvalNow } from "./approvals.ts";

/** Told by the conditions themselves, or for all rules alike. */
type Elsewhere = "worse" | "rule_off" | "closed";

/** Why a case is not found any more; null: it still holds, and its alert stays open. */
type Ending<Id extends TenantRule> = (
  ctx: Ctx,
  alert: OpenAlert,
) => Promise<Exclude<EndOf<Id>, Elsewhere> | null>;

const failing =
  (days: number): Ending<"endpoint_failing" | "endpoint_disabling"> =>
  async ({ deps }, { subject }) => {
    const endpoint = await endpointNow(deps.db.orm, subject);
    if (endpoint === null) return "gone";
    const { isEnabled, disabledReason, failingSince } = endpoint;
    // Off for a reason of the service's: that is worse, and the next look sees it.
    if (!isEnabled) return disabledReason === null ? "gone" : null;
    return failingSince === null || failingSince > addDays(deps.now(), -days) ? "recovered" : null;
  };

const key =
  (days: number): Ending<"key_expiring" | "key_expiring_soon"> =>
  async ({ deps }, { subject }) => {
    const now = deps.now();
    const found = await keyNow(deps.db.orm, subject);
    if (found === null) return "gone";
    const { expiresAt, lastUsedAt } = found;
    if (expiresAt === null) return "recovered";
    if (expiresAt <= now) return "ran_out";
    if (lastUsedAt === null || lastUsedAt < addDays(now, -KEY_USED_DAYS)) return "gone";
    return expiresAt > addDays(now, days) ? "recovered" : null;
  };

const quota: Ending<"quota_80" | "quota_100"> = ({ deps }, { raisedAt }) =>
  Promise.resolve(monthOf(raisedAt) < monthOf(deps.now()) ? "ran_out" : "recovered");

const ENDINGS: { readonly [Id in TenantRule]: Ending<Id> } = {
  endpoint_failing: failing(0),
  endpoint_disabling: failing(DISABLING_DAYS),
  endpoint_disabled: async ({ deps }, { subject }) => {
    const endpoint = await endpointNow(deps.db.orm, subject);
    if (endpoint === null) return "gone";
    return endpoint.isEnabled ? "recovered" : null;
  },
  quota_80: quota,
  quota_100: quota,
  approval_drop: async (ctx, { tenantId }) => {
    const { level } = await approvalNow(ctx, tenantId ?? "");
    if (level === null) return "gone";
    return level === "usual" ? "recovered" : null;
  },
  key_expiring: key(KEY_DAYS),
  key_expiring_soon: key(KEY_SOON_DAYS),
  certificate_expiring: async ({ deps }, { subject }) => {
    const until = await certificateEnd(deps.db.orm, subject);
    if (until === null) return "gone";
    return isWarned(until, deps.now()) ? null : "recovered";
  },
  erasure_due: async ({ deps }, { subject }) =>
    (await isRequestOpen(deps.db.orm, subject)) ? null : "recovered",
};

/** Why a tenant's alert, whose case was not found, is over; null: it is not. */
export const tenantEnd = async (ctx: Ctx, alert: OpenAlert): Promise<EndReason | null> => {
  const { tenantId, rule } = alert;
  if (tenantId === null || !isTenantRule(rule)) return null;
  const isOpen = isForClosed(rule) || (await findTenant(ctx.deps.db.orm, tenantId))?.isActive;
  return isOpen ? ENDINGS[rule](ctx, alert) : "closed";
};
