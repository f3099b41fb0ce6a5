import { type QuietHours, quietUntil } from "#core/alerts/quiet-hours.ts";
import type { EndReason } from "#core/alerts/rule.ts";
import { isForClosed, ruleOf, toldOf } from "#core/alerts/rules.ts";
import type { Mode } from "#core/verification.ts";
import { type AlertRow, findChannel, type Preference, preferencesOf } from "#data/alerts/alerts.ts";
import { insertMessage, takeBeginnings } from "#data/alerts/messages.ts";
import type { Db } from "#data/service/client.ts";
import { findTenant } from "#data/tenants/tenants.ts";
import type { Ctx } from "#services/context.ts";
import { newId } from "#services/ids.ts";
import { addressesOf } from "#services/members/addresses.ts";
import { emitAccountEvent } from "#services/webhooks/emit.ts";
import { alertUrl, endTitle } from "./words.ts";

export const SLACK = "slack";

/** What a member wants who has said nothing. */
export const USUAL_PREFERENCE: Preference = {
  mails: true,
  rulesOff: [],
  quietFrom: null,
  quietTo: null,
  zone: "UTC",
  urgentPasses: true,
};

export const quietHoursOf = ({ quietFrom, quietTo, zone }: Preference): QuietHours | null =>
  quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo, zone };

type Telling = { alert: AlertRow; isResolved: boolean };

/** How long a message waits for others of its rule that begin or end in the same look. */
export const SETTLE_MS = 10_000;

type To = { channel: "mail" | "slack"; recipient: string; heldUntil?: Date | null };

/** Notes a message, for once its group is complete, or with `heldUntil` once quiet hours are over. */
const note = async (
  { deps }: Ctx,
  db: Db,
  { alert, isResolved }: Telling,
  { heldUntil = null, ...to }: To,
): Promise<void> => {
  const now = deps.now();
  await insertMessage(db, {
    id: newId(deps, "alertMessage"),
    alertId: alert.id,
    tenantId: alert.tenantId,
    isResolved,
    createdAt: now,
    status: heldUntil === null ? "pending" : "held",
    nextAt: heldUntil ?? new Date(now.getTime() + SETTLE_MS),
    ...to,
  });
};

const noteSlack = (ctx: Ctx, db: Db, telling: Telling): Promise<void> =>
  note(ctx, db, telling, { channel: SLACK, recipient: SLACK });

/** One member: soon, or held until their quiet hours are over. */
const tellMember = (
  ctx: Ctx,
  db: Db,
  telling: Telling,
  { memberId, preference }: { memberId: string; preference: Preference },
): Promise<void> => {
  const quiet = quietHoursOf(preference);
  const passes = ruleOf(telling.alert.rule).isUrgent && preference.urgentPasses;
  const heldUntil = quiet === null || passes ? null : quietUntil(quiet, ctx.deps.now());
  return note(ctx, db, telling, { channel: "mail", recipient: memberId, heldUntil });
};

const tellMembers = async (
  ctx: Ctx,
  db: Db,
  telling: Telling,
  tenantId: string,
  isWanted: (memberId: string, preference: Preference) => boolean,
): Promise<void> => {
  if (ctx.deps.settings.mail === null) return;
  const preferences = await preferencesOf(db, tenantId);
  for (const { memberId } of await addressesOf(ctx.deps, db, tenantId, "alerts.read")) {
    const preference = preferences.get(memberId) ?? USUAL_PREFERENCE;
    if (preference.mails && isWanted(memberId, preference))
      await tellMember(ctx, db, telling, { memberId, preference });
  }
};

/** An address of ALERT_EMAILS by a digest, which the database may keep. */
export const operatorRecipient = ({ secrets }: Pick<Ctx["deps"], "secrets">, email: string): string =>
  secrets.fingerprint("alert-email", email).toString("base64url");

const tellOperators = async (
  ctx: Ctx,
  db: Db,
  telling: Telling,
  isWanted: (recipient: string) => boolean = () => true,
): Promise<void> => {
  const { alerts } = ctx.deps.settings;
  const recipients = alerts.emails.map((email) => operatorRecipient(ctx.deps, email));
  for (const recipient of recipients)
    if (isWanted(recipient)) await note(ctx, db, telling, { channel: "mail", recipient });
  if (alerts.slackUrl !== null && isWanted(SLACK)) await noteSlack(ctx, db, telling);
};

/** A closed tenant hears only of what continues without it: a person's right to an answer. */
const isSilent = async (db: Db, tenantId: string, rule: AlertRow["rule"]): Promise<boolean> =>
  !isForClosed(rule) && !(await findTenant(db, tenantId))?.isActive;

const emit = async (ctx: Ctx, db: Db, { alert, isResolved }: Telling, tenantId: string): Promise<void> => {
  const { id, rule, subject, raisedAt, resolvedAt, endReason, detail } = alert;
  const mode: Mode = detail.mode === "test" ? "test" : "live";
  await emitAccountEvent(ctx, db, {
    tenantId,
    type: isResolved ? "alert.resolved" : "alert.raised",
    mode,
    exceptEndpointId: subject.startsWith("whe_") ? subject : null,
    fields: {
      alert: {
        ...{ id, rule, subject },
        title: isResolved ? endTitle(alert) : ruleOf(rule).title,
        url: alertUrl(ctx.deps.settings.publicUrl, alert),
        raised_at: raisedAt.toISOString(),
        ...(isResolved && resolvedAt ? { resolved_at: resolvedAt.toISOString(), reason: endReason } : {}),
      },
    },
  });
};

/** All messages about an alert that begins, in the transaction that raises it. */
export const tellRaised = async (ctx: Ctx, db: Db, alert: AlertRow): Promise<void> => {
  const telling = { alert, isResolved: false };
  const { tenantId, rule } = alert;
  if (tenantId === null) return tellOperators(ctx, db, telling);
  if (await isSilent(db, tenantId, rule)) return;
  await tellMembers(ctx, db, telling, tenantId, (_memberId, { rulesOff: off }) => !off.includes(rule));
  if ((await findChannel(db, tenantId))?.slackSealed) await noteSlack(ctx, db, telling);
  await emit(ctx, db, telling, tenantId);
};

/**
 * That it is over and why: to those who know that it began. To others the message that it began, which still waits,
 * says so; and where it got worse, the worse alert is the message. Programs get the event of every end.
 */
export const tellEnded = async (ctx: Ctx, db: Db, alert: AlertRow, reason: EndReason): Promise<void> => {
  const telling = { alert, isResolved: true };
  const { tenantId, rule } = alert;
  if (tenantId !== null && (await isSilent(db, tenantId, rule))) return;
  if (toldOf(rule, reason) !== null) {
    const beginnings = await takeBeginnings(db, alert.id);
    const told = new Set(beginnings.filter(({ isUnsent }) => !isUnsent).map(({ recipient }) => recipient));
    const waits = new Set(beginnings.filter(({ isUnsent }) => isUnsent).map(({ recipient }) => recipient));
    if (tenantId === null) return tellOperators(ctx, db, telling, (recipient) => !waits.has(recipient));
    await tellMembers(ctx, db, telling, tenantId, (memberId) => told.has(memberId));
    if (told.has(SLACK) && (await findChannel(db, tenantId))?.slackSealed) await noteSlack(ctx, db, telling);
  }
  if (tenantId !== null) await emit(ctx, db, telling, tenantId);
};
