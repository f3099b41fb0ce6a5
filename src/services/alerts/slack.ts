import { slackBody } from "#core/alerts/slack.ts";
import { nextAttempt } from "#core/webhooks/backoff.ts";
import { findAlerts, findChannel } from "#data/alerts/alerts.ts";
import * as messages from "#data/alerts/messages.ts";
import { inTransaction } from "#data/service/client.ts";
import type { Ctx } from "#services/context.ts";
import { openSealed, sealedFor } from "#services/sealing.ts";
import { claimGroup, type Sending } from "./groups.ts";
import { messageWords } from "./words.ts";

/** Where a tenant's messages go, or with null the operator's; null: nowhere any more. */
const slackUrlOf = async ({ deps }: Ctx, tenantId: string | null): Promise<string | null> => {
  if (tenantId === null) return deps.settings.alerts.slackUrl;
  const channel = await findChannel(deps.db.orm, tenantId);
  return openSealed(deps.secrets, channel?.slackSealed ?? null, sealedFor("alertSlack", tenantId));
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

type Taken = { group: messages.MessageGroup; taken: messages.TakenMessage[] };

/** Why it did not arrive; null: it did, or there is nowhere or nothing to send. */
const post = async (ctx: Ctx, { group, taken }: Taken): Promise<string | null | "NOWHERE"> => {
  const url = await slackUrlOf(ctx, group.tenantId);
  const found = await findAlerts(
    ctx.deps.db.orm,
    taken.map(({ alertId }) => alertId),
  );
  const alerts = taken.flatMap(({ alertId }) => found.get(alertId) ?? []);
  if (url === null || alerts.length === 0) return "NOWHERE";
  const words = messageWords(ctx.deps.settings.publicUrl, alerts, group.isResolved);
  return postToSlack(ctx, url, slackBody(words));
};

const sendSlack = async (ctx: Ctx, claimed: Taken): Promise<void> => {
  const { deps } = ctx;
  const code = await post(ctx, claimed);
  const now = deps.now();
  const chance = (deps.random(1)[0] ?? 0) / 256;
  // All wait for the one that was tried most often, so that they stay together.
  const tries = Math.max(...claimed.taken.map((message) => message.tries));
  const endOf = ({ createdAt }: messages.TakenMessage) => {
    if (code === null) return { status: "sent" as const, lastCode: null, nextAt: now };
    if (code === "NOWHERE") return { status: "dropped" as const, lastCode: null, nextAt: now };
    const next = FINAL.includes(code) ? null : nextAttempt(createdAt, tries, now, chance);
    return next === null
      ? { status: "failed" as const, lastCode: code, nextAt: now }
      : { status: "pending" as const, lastCode: code, nextAt: next.at };
  };
  await inTransaction(deps.db, async (db) => {
    for (const message of claimed.taken) await messages.endTry(db, message, endOf(message));
  });
};

/** Longer than a request may take. */
const LEASE_MS = 60_000;

/**
 * Sends due messages to Slack, those of one rule as one, each at least once, for up to 24 hours.
 * @param limit how many such groups at a time
 * @returns how many were due
 */
export const sendDueSlack = async (ctx: Ctx, limit: number, sending: Sending = {}): Promise<number> => {
  const { now } = ctx.deps;
  const claims = await claimGroup(ctx, "slack", limit, sending, async (tx, group, taken) => {
    const ids = taken.map(({ id }) => id);
    await messages.leaseMessages(tx, ids, new Date(now().getTime() + LEASE_MS));
    return { group, taken: taken.map((message) => ({ ...message, tries: message.tries + 1 })) };
  });
  await Promise.all(claims.map((claimed) => sendSlack(ctx, claimed)));
  return claims.length;
};
