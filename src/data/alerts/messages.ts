import { type AlertMessage, Prisma } from "#data/generated/client.ts";
import type { Db } from "#data/service/client.ts";
import { asClaimed } from "#data/service/outbox.ts";

export type MessageStatus = "held" | "pending" | "sent" | "failed" | "dropped";

export type NewMessage = Pick<
  AlertMessage,
  "id" | "alertId" | "tenantId" | "channel" | "recipient" | "isResolved" | "nextAt" | "createdAt"
> & { status: MessageStatus };

/** One for each alert, channel, recipient and side. @returns false: it is there already */
export const insertMessage = async (db: Db, message: NewMessage): Promise<boolean> =>
  (await db.alertMessage.createMany({ data: [message], skipDuplicates: true })).count === 1;

/**
 * The messages that an alert began, locked, so that none leaves before the caller commits. `isUnsent`: it waits for its group, and will say
 * what has become of the alert until then.
 */
export const takeBeginnings = (db: Db, alertId: string) =>
  db.$queryRaw<{ recipient: string; isUnsent: boolean }[]>`
    select recipient, (status = 'pending' and tries = 0) as "isUnsent" from alert_message
    where alert_id = ${alertId} and not is_resolved and status <> 'dropped' order by id for update`;

/** The recipients whose quiet hours are over; the message that was held first decides. */
export const dueRecipients = (db: Db, now: Date, limit: number) =>
  db.$queryRaw<{ tenantId: string; recipient: string }[]>`
    select tenant_id as "tenantId", recipient from alert_message
    where channel = 'mail' and status = 'held' and next_at <= ${now} and tenant_id is not null
    group by tenant_id, recipient order by min(next_at), recipient limit ${limit}`;

/** What is held for a recipient, oldest first, locked; nothing if another worker is at it. */
export const takeHeldMessages = (db: Db, tenantId: string, recipient: string) =>
  db.$queryRaw<{ id: string; alertId: string; isResolved: boolean }[]>`
    select id, alert_id as "alertId", is_resolved as "isResolved" from alert_message
    where tenant_id = ${tenantId} and recipient = ${recipient} and channel = 'mail' and status = 'held'
    order by id for update skip locked`;

/** @param at now: of what was sent, `nextAt` says when */
export const endMessages = async (
  db: Db,
  ids: readonly string[],
  status: MessageStatus,
  at: Date,
): Promise<void> => {
  await db.alertMessage.updateMany({ where: { id: { in: [...ids] } }, data: { status, nextAt: at } });
};

/** Messages of one channel to one recipient, about the beginning or the end of one rule's alerts: they go as one. */
export type MessageGroup = {
  channel: "mail" | "slack";
  /** Null: about the deployment. */
  tenantId: string | null;
  recipient: string;
  rule: string;
  isResolved: boolean;
};

/**
 * Groups with a message that is due, the longest due first.
 * @param onlyOperators the deployment's own, and no tenant's
 */
export const dueGroups = (
  db: Db,
  input: { channel: MessageGroup["channel"]; now: Date; limit: number; onlyOperators: boolean },
): Promise<MessageGroup[]> =>
  db.$queryRaw<MessageGroup[]>`
    select m.channel, m.tenant_id as "tenantId", m.recipient, a.rule, m.is_resolved as "isResolved"
    from alert_message m join alert a on a.id = m.alert_id
    where m.channel = ${input.channel} and m.status = 'pending' and m.next_at <= ${input.now}
      and (m.tenant_id is null or not ${input.onlyOperators}::boolean)
    group by 1, 2, 3, 4, 5 order by min(m.next_at), 3, 4, 5 limit ${input.limit}`;

const isOf = ({ channel, tenantId, recipient, rule, isResolved }: MessageGroup) => Prisma.sql`
  m.channel = ${channel} and m.recipient = ${recipient} and m.is_resolved = ${isResolved} and a.rule = ${rule}
    and (m.tenant_id = ${tenantId}::text or (${tenantId}::text is null and m.tenant_id is null))`;

export type TakenMessage = { id: string; alertId: string; tries: number; createdAt: Date };

/** A group's messages that are due by a time, oldest first, locked; another process that has them is waited for. */
export const takeGroup = (db: Db, group: MessageGroup, dueBy: Date): Promise<TakenMessage[]> =>
  db.$queryRaw<TakenMessage[]>`
    select m.id, m.alert_id as "alertId", m.tries, m.created_at as "createdAt"
    from alert_message m join alert a on a.id = m.alert_id
    where ${isOf(group)} and m.status = 'pending' and m.next_at <= ${dueBy} order by m.id for update of m`;

/** When the last message of a group was sent, if that was after a time. */
export const lastSent = async (db: Db, group: MessageGroup, after: Date): Promise<Date | null> => {
  const [row] = await db.$queryRaw<{ at: Date | null }[]>`
    select max(m.next_at) as at from alert_message m join alert a on a.id = m.alert_id
    where ${isOf(group)} and m.status = 'sent' and m.next_at > ${after}`;
  return row?.at ?? null;
};

/** They wait until a time. */
export const postpone = async (db: Db, ids: readonly string[], nextAt: Date): Promise<void> => {
  await db.alertMessage.updateMany({ where: { id: { in: [...ids] } }, data: { nextAt } });
};

/** Notes that messages are on their way to Slack: no other process takes them until their lease ends. */
export const leaseMessages = async (db: Db, ids: readonly string[], leaseUntil: Date): Promise<void> => {
  const data = { tries: { increment: 1 }, nextAt: leaseUntil };
  await db.alertMessage.updateMany({ where: { id: { in: [...ids] } }, data });
};

/**
 * Records how a try went.
 * @param tries of the messages, with this one; nothing happens to one that another process has taken since
 */
export const endTry = async (
  db: Db,
  { id, tries }: Pick<TakenMessage, "id" | "tries">,
  data: { status: MessageStatus; lastCode: string | null; nextAt: Date },
): Promise<void> => {
  await db.alertMessage.updateMany({ where: asClaimed({ id, tries }), data });
};
