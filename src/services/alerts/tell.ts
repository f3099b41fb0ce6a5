import { type QuietHours, quietUntil } from "#core/alerts/quiet-hours.ts";
import { ruleOf } from "#core/alerts/rules.ts";
import { quotedName } from "#core/mail/mail.ts";
import type { Mode } from "#core/verification.ts";
import { type AlertRow, findChannel, type Preference, preferencesOf } from "#data/alerts/alerts.ts";
import { insertMessage, toldOf } from "#data/alerts/messages.ts";
import type { Db } from "#data/service/client.ts";
import { findTenant } from "#data/tenants/tenants.ts";
import type { Ctx } from "#services/context.ts";
import { newId } from "#services/ids.ts";
import { queueMail } from "#services/mail/queue.ts";
import { addressesOf } from "#services/members/addresses.ts";
import { alertMailAbout } from "#services/members/alert-mail.ts";
import { emitAccountEvent } from "#services/webhooks/emit.ts";
import { alertParagraphs, alertTitle, alertUrl } from "./words.ts";

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

/** Notes a message; false: there is one already. */
const note = (
  { deps }: Ctx,
  db: Db,
  { alert, isResolved }: Telling,
  to: { channel: "mail" | "slack"; recipient: string; status: "held" | "pending" | "sent"; nextAt?: Date },
): Promise<boolean> => {
  const now = deps.now();
  return insertMessage(db, {
    id: newId(deps, "alertMessage"),
    alertId: alert.id,
    tenantId: alert.tenantId,
    isResolved,
    createdAt: now,
    nextAt: now,
    ...to,
  });
};

const mailOf = ({ deps }: Ctx, { alert, isResolved }: Telling, tenantName: string | null) => {
  const title = alertTitle(alert, isResolved);
  return {
    kind: isResolved ? ("alert_resolved" as const) : ("alert" as const),
    tenantId: alert.tenantId,
    subject: `${isResolved ? "Over: " : ""}${title}${tenantName === null ? "" : ` (${quotedName(tenantName)})`}`,
    paragraphs: alertParagraphs(alert, isResolved),
    action: { label: "Look at it", url: alertUrl(deps.settings.publicUrl, alert) },
  };
};

/** One member: now, or held until their quiet hours are over. */
const tellMember = async (
  ctx: Ctx,
  db: Db,
  telling: Telling,
  to: { memberId: string; email: string; preference: Preference; tenantName: string },
): Promise<void> => {
  const { memberId, email, preference, tenantName } = to;
  const { rule, tenantId } = telling.alert;
  const quiet = quietHoursOf(preference);
  const passes = ruleOf(rule).isUrgent && preference.urgentPasses;
  const until = quiet === null || passes ? null : quietUntil(quiet, ctx.deps.now());
  const held = until === null ? { status: "sent" as const } : { status: "held" as const, nextAt: until };
  const isNew = await note(ctx, db, telling, { channel: "mail", recipient: memberId, ...held });
  if (!isNew || until !== null || tenantId === null) return;
  const aboutId = alertMailAbout(tenantId, memberId);
  await queueMail(ctx, db, { ...mailOf(ctx, telling, tenantName), to: email, aboutId });
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
  const tenantName = (await findTenant(db, tenantId))?.name ?? "";
  for (const { memberId, email } of await addressesOf(ctx.deps, db, tenantId, "alerts.read")) {
    const preference = preferences.get(memberId) ?? USUAL_PREFERENCE;
    if (!preference.mails || !isWanted(memberId, preference)) continue;
    await tellMember(ctx, db, telling, { memberId, email, preference, tenantName });
  }
};

/** The addresses of ALERT_EMAILS, each by a digest that the database may keep. */
const tellOperators = async (ctx: Ctx, db: Db, telling: Telling): Promise<void> => {
  const { alerts } = ctx.deps.settings;
  for (const email of alerts.emails) {
    const recipient = ctx.deps.secrets.fingerprint("alert-email", email).toString("base64url");
    if (await note(ctx, db, telling, { channel: "mail", recipient, status: "sent" }))
      await queueMail(ctx, db, { ...mailOf(ctx, telling, null), to: email });
  }
  if (alerts.slackUrl !== null)
    await note(ctx, db, telling, { channel: SLACK, recipient: SLACK, status: "pending" });
};

/** A closed tenant hears only of what goes on without it: a person's right to an answer. */
const isSilent = async (db: Db, tenantId: string, rule: AlertRow["rule"]): Promise<boolean> =>
  ruleOf(rule).alsoClosed !== true && !(await findTenant(db, tenantId))?.isActive;

const emit = async (ctx: Ctx, db: Db, { alert, isResolved }: Telling, tenantId: string): Promise<void> => {
  const { id, rule, subject, raisedAt, resolvedAt, detail } = alert;
  const mode: Mode = detail.mode === "test" ? "test" : "live";
  await emitAccountEvent(ctx, db, {
    tenantId,
    type: isResolved ? "alert.resolved" : "alert.raised",
    mode,
    exceptEndpointId: subject.startsWith("whe_") ? subject : null,
    fields: {
      alert: {
        ...{ id, rule, subject },
        title: alertTitle(alert, isResolved),
        url: alertUrl(ctx.deps.settings.publicUrl, alert),
        raised_at: raisedAt.toISOString(),
        ...(isResolved && resolvedAt ? { resolved_at: resolvedAt.toISOString() } : {}),
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
  if ((await findChannel(db, tenantId))?.slackSealed)
    await note(ctx, db, telling, { channel: SLACK, recipient: SLACK, status: "pending" });
  await emit(ctx, db, telling, tenantId);
};

/** That it is over, to those that got its beginning and may still know. */
export const tellResolved = async (ctx: Ctx, db: Db, alert: AlertRow): Promise<void> => {
  const telling = { alert, isResolved: true };
  const { tenantId } = alert;
  if (tenantId === null) return tellOperators(ctx, db, telling);
  if (await isSilent(db, tenantId, alert.rule)) return;
  const told = await toldOf(db, alert.id);
  const members = new Set(told.filter(({ channel }) => channel === "mail").map(({ recipient }) => recipient));
  await tellMembers(ctx, db, telling, tenantId, (memberId) => members.has(memberId));
  if (told.some(({ channel }) => channel === SLACK) && (await findChannel(db, tenantId))?.slackSealed)
    await note(ctx, db, telling, { channel: SLACK, recipient: SLACK, status: "pending" });
  await emit(ctx, db, telling, tenantId);
};
