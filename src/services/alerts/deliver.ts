import { isAlertRule } from "#core/alerts/rules.ts";
import { quotedName } from "#core/mail/mail.ts";
import { findAlerts, preferencesOf } from "#data/alerts/alerts.ts";
import * as messages from "#data/alerts/messages.ts";
import { type Db, inTransaction } from "#data/service/client.ts";
import { findTenant } from "#data/tenants/tenants.ts";
import type { Ctx } from "#services/context.ts";
import { queueMail } from "#services/mail/queue.ts";
import { addressesOf } from "#services/members/addresses.ts";
import { alertMailAbout } from "#services/members/alert-mail.ts";
import { claimGroup, type Sending } from "./groups.ts";
import { operatorRecipient, USUAL_PREFERENCE } from "./tell.ts";
import { digestParagraphs, messageWords } from "./words.ts";

type Addressee = { to: string; tenantId: string | null; aboutId?: string; suffix: string };

/** Whom a group goes to; null: no one any more, or they no longer want it. */
const addresseeOf = async (
  ctx: Ctx,
  db: Db,
  { tenantId, recipient, rule, isResolved }: messages.MessageGroup,
): Promise<Addressee | null> => {
  const { deps } = ctx;
  if (tenantId === null) {
    const to = deps.settings.alerts.emails.find((email) => operatorRecipient(deps, email) === recipient);
    return to === undefined ? null : { to, tenantId, suffix: "" };
  }
  const addresses = await addressesOf(deps, db, tenantId, "alerts.read");
  const member = addresses.find(({ memberId }) => memberId === recipient);
  const { mails, rulesOff } = (await preferencesOf(db, tenantId)).get(recipient) ?? USUAL_PREFERENCE;
  if (!member || !mails || (!isResolved && rulesOff.includes(rule))) return null;
  const suffix = ` (${quotedName((await findTenant(db, tenantId))?.name ?? "")})`;
  return { to: member.email, tenantId, aboutId: alertMailAbout(tenantId, recipient), suffix };
};

const sendMail = async (
  ctx: Ctx,
  db: Db,
  group: messages.MessageGroup,
  taken: readonly messages.TakenMessage[],
): Promise<void> => {
  const { deps } = ctx;
  const to = await addresseeOf(ctx, db, group);
  const found = await findAlerts(
    db,
    taken.map(({ alertId }) => alertId),
  );
  const alerts = taken.flatMap(({ alertId }) => found.get(alertId) ?? []);
  const ids = taken.map(({ id }) => id);
  const isSent = to !== null && alerts.length > 0 && isAlertRule(group.rule);
  await messages.endMessages(db, ids, isSent ? "sent" : "dropped", deps.now());
  if (!isSent) return;
  const { suffix, ...addressee } = to;
  const { title, paragraphs, url } = messageWords(deps.settings.publicUrl, alerts, group.isResolved);
  await queueMail(ctx, db, {
    ...addressee,
    kind: group.isResolved ? "alert_resolved" : "alert",
    subject: `${title}${suffix}`,
    paragraphs,
    action: { label: alerts.length === 1 ? "Look at it" : "Look at all of them", url },
  });
};

/**
 * Queues the e-mails that are due: one for each member, rule and side, however many alerts it is about.
 * @param limit how many such groups at a time
 * @returns how many were queued
 */
export const sendAlertMails = async (ctx: Ctx, limit: number, sending: Sending = {}): Promise<number> => {
  const sent = await claimGroup(ctx, "mail", limit, sending, (db, group, taken) =>
    sendMail(ctx, db, group, taken),
  );
  return sent.length;
};

const sendDigest = async (ctx: Ctx, db: Db, tenantId: string, memberId: string): Promise<void> => {
  const held = await messages.takeHeldMessages(db, tenantId, memberId);
  if (held.length === 0) return;
  const addresses = await addressesOf(ctx.deps, db, tenantId, "alerts.read");
  const to = addresses.find((address) => address.memberId === memberId);
  const found = await findAlerts(
    db,
    held.map(({ alertId }) => alertId),
  );
  const ids = held.map(({ id }) => id);
  await messages.endMessages(db, ids, to ? "sent" : "dropped", ctx.deps.now());
  if (!to) return;
  const alerts = [...found.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const tenant = quotedName((await findTenant(db, tenantId))?.name ?? "");
  const count = alerts.length === 1 ? "One alert" : `${alerts.length} alerts`;
  await queueMail(ctx, db, {
    to: to.email,
    kind: "alert",
    tenantId,
    aboutId: alertMailAbout(tenantId, memberId),
    subject: `${count} during your quiet hours (${tenant})`,
    paragraphs: digestParagraphs(alerts),
    action: { label: "Look at the alerts", url: `${ctx.deps.settings.publicUrl}/console/${tenantId}/alerts` },
  });
};

/** Sends what quiet hours held, as one e-mail to each member. @returns how many members were due */
export const sendDigests = async (ctx: Ctx, limit: number): Promise<number> => {
  const due = await messages.dueRecipients(ctx.deps.db.orm, ctx.deps.now(), limit);
  for (const { tenantId, recipient } of due)
    await inTransaction(ctx.deps.db, (db) => sendDigest(ctx, db, tenantId, recipient));
  return due.length;
};
