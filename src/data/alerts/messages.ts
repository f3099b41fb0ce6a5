import type { AlertMessage } from "#data/generated/client.ts";
import type { Db } from "#data/service/client.ts";

export type MessageStatus = "held" | "pending" | "sent" | "failed" | "dropped";

export type NewMessage = Pick<
  AlertMessage,
  "id" | "alertId" | "tenantId" | "channel" | "recipient" | "isResolved" | "nextAt" | "createdAt"
> & { status: MessageStatus };

/** One for each alert, channel, recipient and side. @returns false: it is there already */
export const insertMessage = async (db: Db, message: NewMessage): Promise<boolean> =>
  (await db.alertMessage.createMany({ data: [message], skipDuplicates: true })).count === 1;

/** Those that got a message that an alert began. */
export const toldOf = (db: Db, alertId: string) =>
  db.alertMessage.findMany({
    where: { alertId, isResolved: false, status: { not: "dropped" } },
    orderBy: { id: "asc" },
    select: { channel: true, recipient: true },
  });

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

export const endMessages = async (db: Db, ids: readonly string[], status: MessageStatus): Promise<void> => {
  await db.alertMessage.updateMany({ where: { id: { in: [...ids] } }, data: { status } });
};

export type ClaimedMessage = {
  id: string;
  alertId: string;
  tenantId: string | null;
  isResolved: boolean;
  tries: number;
  createdAt: Date;
};

/**
 * Claims due messages to Slack, oldest first; each is claimed by one process until its lease ends.
 * @param onlyOperators the deployment's own, and no tenant's
 */
export const claimSlack = (
  db: Db,
  input: { now: Date; leaseUntil: Date; limit: number; onlyOperators: boolean },
): Promise<ClaimedMessage[]> =>
  db.$queryRaw<ClaimedMessage[]>`
    update alert_message set tries = tries + 1, next_at = ${input.leaseUntil}
    where id in (
      select id from alert_message where channel = 'slack' and status = 'pending' and next_at <= ${input.now}
        and (tenant_id is null or not ${input.onlyOperators}::boolean)
      order by next_at, id limit ${input.limit} for update skip locked)
    returning id, alert_id as "alertId", tenant_id as "tenantId", is_resolved as "isResolved", tries,
      created_at as "createdAt"`;

/** Records how a try went. Nothing happens if another process has claimed it since. */
export const endSlack = async (
  db: Db,
  { id, tries }: Pick<ClaimedMessage, "id" | "tries">,
  data: { status: MessageStatus; lastCode: string | null; nextAt?: Date },
): Promise<void> => {
  await db.alertMessage.updateMany({ where: { id, tries, status: "pending" }, data });
};
