import type { ListAlerts, UpdateAlerts, UpdatePreference } from "#contracts/console/alerts.ts";
import { ALERT_RULES, isAlertRule, TENANT_RULES } from "#core/alerts/rules.ts";
import { slackBody } from "#core/alerts/slack.ts";
import { ServiceError } from "#core/errors.ts";
import * as rows from "#data/alerts/alerts.ts";
import { inTenantTransaction } from "#data/members/members.ts";
import { defined } from "#data/service/columns.ts";
import { recordOwnAudit } from "#services/audit-log.ts";
import type { MemberCtx } from "#services/context.ts";
import { requireWithin } from "#services/limits.ts";
import { pageOf } from "#services/paging.ts";
import { requireMember, requirePermission } from "#services/permissions.ts";
import { openSealed, sealedFor } from "#services/sealing.ts";
import { requireAsSeen } from "#services/seen.ts";
import { postToSlack } from "./slack.ts";
import { USUAL_PREFERENCE } from "./tell.ts";
import { alertUrl, alertWords } from "./words.ts";

/** As the row has it; what is not given is absent. */
const columnsOf = ({ quiet, ...others }: Omit<UpdatePreference, "seen">) => ({
  ...defined(others),
  ...(quiet === undefined ? {} : { quietFrom: quiet?.from ?? null, quietTo: quiet?.to ?? null }),
});

/** The tenant's alerts, newest first, in words. @throws PERMISSION_DENIED */
export const listAlerts = async (ctx: MemberCtx, { limit, cursor, isOpen, rule }: ListAlerts) => {
  requirePermission(ctx, "alerts.read");
  const { deps, tenant } = ctx;
  const filter = { isOpen, rule: rule !== undefined && isAlertRule(rule) ? rule : undefined };
  const { page, nextCursor } = await pageOf(limit, (most) =>
    rows.listAlerts(deps.db.orm, tenant.id, filter, { limit: most, after: cursor }),
  );
  const alerts = page.map((alert) => {
    const { id, rule: alertRule, subject, raisedAt, resolvedAt } = alert;
    const words = { ...alertWords(alert), url: alertUrl("", alert) };
    return { id, rule: alertRule, subject, raisedAt, resolvedAt, ...words };
  });
  return { alerts, nextCursor };
};

/** How many alerts are open. @throws PERMISSION_DENIED */
export const countOpenAlerts = (ctx: MemberCtx): Promise<number> => {
  requirePermission(ctx, "alerts.read");
  return rows.countOpen(ctx.deps.db.orm, ctx.tenant.id);
};

/** Which rules are on, whether there is a Slack channel, and what the member wants. @throws PERMISSION_DENIED */
export const alertSettings = async (ctx: MemberCtx) => {
  requirePermission(ctx, "alerts.read");
  const { deps, tenant, member } = ctx;
  const channel = await rows.findChannel(deps.db.orm, tenant.id);
  const preference = await rows.findPreference(deps.db.orm, tenant.id, member.id);
  return {
    rules: TENANT_RULES.map((id) => ({
      id,
      title: ALERT_RULES[id].title,
      isUrgent: ALERT_RULES[id].isUrgent,
      isOn: !channel?.rulesOff.includes(id),
    })),
    hasSlack: (channel?.slackSealed ?? null) !== null,
    canMail: deps.settings.mail !== null,
    preference: preference ?? USUAL_PREFERENCE,
  };
};

/**
 * Turns rules on and off, and sets or removes the Slack channel.
 * @throws PERMISSION_DENIED, TENANT_CLOSED; CONFLICT: the rules are not as they were seen
 */
export const updateAlerts = async (
  ctx: MemberCtx,
  { rulesOff, slackUrl, seen }: UpdateAlerts,
): Promise<void> => {
  requirePermission(ctx, "alerts.write");
  const { deps, tenant } = ctx;
  const sealed = slackUrl ? deps.secrets.seal(slackUrl, sealedFor("alertSlack", tenant.id)) : null;
  await inTenantTransaction(deps.db, tenant.id, async (db) => {
    const changes = {
      ...(rulesOff === undefined ? {} : { rulesOff: [...new Set(rulesOff)] }),
      ...(slackUrl === undefined ? {} : { slackSealed: sealed }),
    };
    const before = (await rows.findChannel(db, tenant.id)) ?? { rulesOff: [], slackSealed: null };
    await requireAsSeen(ctx, db, {
      ...{ stored: before, given: { rulesOff }, seen },
      ...{ what: "this tenant’s alerts", target: tenant.id },
    });
    await rows.saveChannel(db, tenant.id, changes, deps.now());
    await recordOwnAudit(ctx, db, {
      action: "alerts.update",
      target: tenant.id,
      before: { rulesOff: before.rulesOff, slack: before.slackSealed !== null },
      after: { rulesOff, slack: slackUrl === undefined ? undefined : slackUrl !== null },
      also: slackUrl ? { hasNewSlackAddress: true } : {},
    });
  });
};

/** Changes what the calling member wants by e-mail in this tenant. @throws PERMISSION_DENIED; CONFLICT: a given field is not as it was seen */
export const updatePreference = async (
  ctx: MemberCtx,
  { seen, ...input }: UpdatePreference,
): Promise<void> => {
  requirePermission(ctx, "alerts.read");
  requireMember(ctx);
  const { deps, tenant, member } = ctx;
  const key = { tenantId: tenant.id, memberId: member.id };
  await inTenantTransaction(deps.db, tenant.id, async (db) => {
    const before = (await rows.findPreference(db, tenant.id, member.id)) ?? USUAL_PREFERENCE;
    const given = columnsOf(input);
    await requireAsSeen(ctx, db, {
      ...{ stored: before, given, seen: seen && columnsOf(seen) },
      ...{ what: "your notifications", target: null },
    });
    await rows.savePreference(db, key, { ...before, ...given }, deps.now());
  });
};

const TESTS_PER_MINUTE = 5;

/** Sends a test message to the tenant's Slack channel. @throws PERMISSION_DENIED, NOT_FOUND, RATE_LIMIT_EXCEEDED */
export const testSlack = async (ctx: MemberCtx): Promise<{ ok: boolean; code: string | null }> => {
  requirePermission(ctx, "alerts.write");
  const { deps, tenant } = ctx;
  const limit = { key: `alert-tests:${tenant.id}`, limit: TESTS_PER_MINUTE, windowSeconds: 60 };
  await requireWithin(deps, limit, () => `You can send at most ${TESTS_PER_MINUTE} tests a minute.`);
  const channel = await rows.findChannel(deps.db.orm, tenant.id);
  const url = openSealed(deps.secrets, channel?.slackSealed ?? null, sealedFor("alertSlack", tenant.id));
  if (url === null) throw new ServiceError("NOT_FOUND", "There is no Slack channel.");
  const body = slackBody({
    title: "A test of your alerts",
    paragraphs: ["Alerts of this tenant arrive here."],
    url: `${deps.settings.publicUrl}/console/${tenant.id}`,
  });
  const code = await postToSlack(ctx, url, body);
  return { ok: code === null, code };
};
