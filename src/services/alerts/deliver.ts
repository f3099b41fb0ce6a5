import { slackBody } from "#core/alerts/slack.ts";
import { quotedName } from "#core/mail/mail.ts";
import { nextAttempt } from "#core/webhooks/backoff.ts";
import { type AlertRow, findAlerts, findChannel } from "#data/alerts/alerts.ts";
import * as messages from "#data/alerts/messages.ts";
import { type Db, inTransaction } from "#data/service/client.ts";
import { findTenant } from "#data/tenants/tenants.ts";
import type { Ctx } from "#services/context.ts";
import { queueMail } from "#services/mail/queue.ts";
import { addressesOf } from "#services/members/addresses.ts";
import { alertMailAbout } from "#services/members/alert-mail.ts";
import { openSealed } from "#services/sealing.ts";
import { alertParagraphs, alertTitle, alertUrl, momentText } from "./words.ts";

const LISTED = 25;

/** What was held for a recipient, as paragraphs: each alert once, with its outcome. */
const digestOf = (alerts: readonly AlertRow[]): string[] => [
  ...alerts.slice(0, LISTED).map((alert) => {
    const [says = ""] = alertParagraphs(alert, false);
    const state = alert.resolvedAt ? `over since ${momentText(alert.resolvedAt)}` : "still open";
    return `${alertTitle(alert, false)} (${state}). ${says}`;
  }),
  ...(alerts.length > LISTED ? [`And ${alerts.length - LISTED} more.`] : []),
];

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
  await messages.endMessages(db, ids, to ? "sent" : "dropped");
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
    paragraphs: digestOf(alerts),
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

export const slackContext = (tenantId: string): string => `alert-slack:${tenantId}`;

/** Where a tenant's messages go, or with null the operator's; null: nowhere any more. */
const slackUrlOf = async ({ deps }: Ctx, tenantId: string | null): Promise<string | null> => {
  if (tenantId === null) return deps.settings.alerts.slackUrl;
  const channel = await findChannel(deps.db.orm, tenantId);
  return openSealed(deps.secrets, channel?.slackSealed ?? null, slackContext(tenantId));
};

/** Posts to an incoming webhook, by the rules for addresses that a tenant chose. @returns null, or why it did not arrive */
export const postToSlack = async (
  { deps }: Pick<Ctx, "deps">,
  url: string,
  body: string,
): Promise<string | null> => {
  try {
    const headers = { "content-type": "application/json" };
    const { status, isOk } = await deps.askTenantAddress(url, { method: "POST", headers, body });
    return isOk ? null : `HTTP_${status}`;
  } catch {
    return "CONNECTION";
  }
};

// 404 and 410: the webhook was removed; 400 and 403: it will not take this. https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
const FINAL = ["HTTP_400", "HTTP_403", "HTTP_404", "HTTP_410"];

const sendSlack = async (ctx: Ctx, claimed: messages.ClaimedMessage): Promise<void> => {
  const { deps } = ctx;
  const db = deps.db.orm;
  const url = await slackUrlOf(ctx, claimed.tenantId);
  const alert = (await findAlerts(db, [claimed.alertId])).get(claimed.alertId);
  if (url === null || !alert) return messages.endSlack(db, claimed, { status: "dropped", lastCode: null });
  const { isResolved } = claimed;
  const title = `${isResolved ? "Over: " : ""}${alertTitle(alert, isResolved)}`;
  const paragraphs = alertParagraphs(alert, isResolved);
  const text = { title, paragraphs, url: alertUrl(deps.settings.publicUrl, alert) };
  const code = await postToSlack(ctx, url, slackBody(text));
  if (code === null) return messages.endSlack(db, claimed, { status: "sent", lastCode: null });
  const now = deps.now();
  const chance = (deps.random(1)[0] ?? 0) / 256;
  const next = FINAL.includes(code) ? null : nextAttempt(claimed.createdAt, claimed.tries, now, chance);
  if (next === null) return messages.endSlack(db, claimed, { status: "failed", lastCode: code });
  return messages.endSlack(db, claimed, { status: "pending", lastCode: code, nextAt: next.at });
};

/** Longer than a request may take. */
const LEASE_MS = 60_000;

/**
 * Sends due messages to Slack, each at least once, for up to 24 hours.
 * @param onlyOperators the deployment's own, and no tenant's
 * @returns how many were due
 */
export const sendDueSlack = async (ctx: Ctx, limit: number, onlyOperators = false): Promise<number> => {
  const now = ctx.deps.now();
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  const claimed = await messages.claimSlack(ctx.deps.db.orm, { now, leaseUntil, limit, onlyOperators });
  await Promise.all(claimed.map((message) => sendSlack(ctx, message)));
  return claimed.length;
};
