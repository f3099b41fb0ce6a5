import { isEventName } from "#core/event.ts";
import { deliveryUrl, type WebhookAttempt, type WebhookDelivery } from "#core/webhooks/webhook.ts";
import type { Database, Db } from "#data/service/client.ts";
import { type RowOf, runForOne } from "#data/sql/statement.ts";
import { DELIVERY_COUNTS } from "#data/sql/webhooks.ts";
import { statusOf } from "./webhook-deliveries.ts";

type Listed = Pick<WebhookDelivery, "id" | "endpointId" | "listener" | "event" | "status" | "createdAt">;

/** `url`: where it goes; null: to a command line. */
export type DeliveryOfVerification = Listed & { url: string | null; attempts: WebhookAttempt[] };

// A verification keeps at most two events, its ending and its appeal, each with at most one delivery per
// endpoint.
const MAX_DELIVERIES = 50;

/** The deliveries of a verification's events, with every attempt. */
export const deliveriesOfVerification = async (
  db: Db,
  tenantId: string,
  verificationId: string,
): Promise<DeliveryOfVerification[]> => {
  const events = await db.event.findMany({ where: { verificationId, tenantId }, select: { id: true } });
  const rows = await db.webhookDelivery.findMany({
    where: { tenantId, eventId: { in: events.map(({ id }) => id) } },
    orderBy: { id: "asc" },
    take: MAX_DELIVERIES,
    select: {
      id: true,
      endpointId: true,
      status: true,
      createdAt: true,
      url: true,
      event: { select: { type: true } },
      endpoint: { select: { url: true } },
      listener: { select: { name: true } },
      attempts: { orderBy: { number: "asc" }, omit: { deliveryId: true } },
    },
  });
  return rows.map(({ event, endpoint, listener, ...row }) => ({
    ...row,
    status: statusOf(row.status),
    url: endpoint && deliveryUrl({ url: endpoint.url, ownUrl: row.url }),
    listener: listener?.name ?? null,
    event: isEventName(event.type) ? event.type : "verification.completed",
  }));
};

export type DeliveryCounts = RowOf<typeof DELIVERY_COUNTS>;

/** The states of the deliveries created since then. @param sinceId ids sort by time */
export const countDeliveries = async (
  database: Database,
  tenantId: string,
  sinceId: string,
): Promise<DeliveryCounts> => {
  const counts = await runForOne(database, DELIVERY_COUNTS, [tenantId, sinceId]);
  return counts ?? { pending: 0, delivered: 0, failed: 0, cancelled: 0 };
};

/** An endpoint's sealed secrets, for signing a sample; null if the tenant has none with this id. */
export const findEndpointSecrets = (db: Db, tenantId: string, id: string) =>
  db.webhookEndpoint.findFirst({
    where: { id, tenantId, deletedAt: null },
    select: {
      id: true,
      url: true,
      secretSealed: true,
      previousSecretSealed: true,
      previousSecretUntil: true,
      olderSecrets: true,
    },
  });
