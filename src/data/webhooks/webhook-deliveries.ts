import { isEventName } from "#core/event.ts";
import type { Mode } from "#core/verification.ts";
import {
  type DeliveryStatus,
  deliveryUrl,
  type WebhookAttempt,
  type WebhookDelivery,
} from "#core/webhooks/webhook.ts";
import type { Prisma } from "#data/generated/client.ts";
import type { Db } from "#data/service/client.ts";
import { defined, type IdRange, idsWithin } from "#data/service/columns.ts";

const COLUMNS = {
  id: true,
  endpointId: true,
  eventId: true,
  status: true,
  nextAttemptAt: true,
  lastStatus: true,
  lastCode: true,
  createdAt: true,
  endedAt: true,
  event: { select: { type: true, verificationId: true, mode: true } },
  listener: { select: { name: true } },
  attempts: { orderBy: { number: "desc" }, take: 1, select: { number: true, durationMs: true } },
} as const satisfies Prisma.WebhookDeliverySelect;

type Row = Prisma.WebhookDeliveryGetPayload<{ select: typeof COLUMNS }>;

/** Waiting for a worker and waiting for a command line are one state to people. */
export const statusOf = (status: Row["status"]): DeliveryStatus => (status === "held" ? "pending" : status);

const toDelivery = ({ event, attempts, listener, ...row }: Row): WebhookDelivery => ({
  ...row,
  status: statusOf(row.status),
  listener: listener?.name ?? null,
  event: isEventName(event.type) ? event.type : "verification.completed",
  verificationId: event.verificationId,
  mode: event.mode,
  attempt: attempts[0]?.number ?? 0,
  lastDurationMs: attempts[0]?.durationMs ?? null,
});

export type DeliveryFilter = {
  endpointId?: string | undefined;
  status?: DeliveryStatus | undefined;
  event?: string | undefined;
  verificationId?: string | undefined;
  mode?: Mode | undefined;
} & IdRange;

/** Newest first, by keyset: `after` is the last id of the previous page. */
export const listDeliveries = async (
  db: Db,
  tenantId: string,
  filter: DeliveryFilter,
  limit: number,
  after: string | undefined,
): Promise<WebhookDelivery[]> => {
  const { endpointId, status, event, verificationId, mode } = filter;
  const ofEvent = defined({ type: event, verificationId, mode });
  const rows = await db.webhookDelivery.findMany({
    where: {
      tenantId,
      ...defined({ endpointId }),
      ...(status && { status: { in: status === "pending" ? ["pending", "held"] : [status] } }),
      ...(Object.keys(ofEvent).length === 0 ? {} : { event: ofEvent }),
      ...idsWithin(filter, after),
    },
    orderBy: { id: "desc" },
    take: limit,
    select: COLUMNS,
  });
  return rows.map(toDelivery);
};

export type DeliveryDetail = WebhookDelivery & {
  body: string;
  attempts: WebhookAttempt[];
  /** Where it goes, if not to the endpoint's own address. */
  url?: string;
};

/** A delivery with its body and its attempts; null if the tenant has none with this id. */
export const findDelivery = async (db: Db, tenantId: string, id: string): Promise<DeliveryDetail | null> => {
  const row = await db.webhookDelivery.findFirst({
    where: { id, tenantId },
    select: {
      ...COLUMNS,
      url: true,
      endpoint: { select: { url: true } },
      event: { select: { ...COLUMNS.event.select, body: true } },
      attempts: { orderBy: { number: "asc" }, omit: { deliveryId: true } },
    },
  });
  if (!row) return null;
  const { attempts, event, url: ownUrl, endpoint, ...known } = row;
  const url = endpoint && deliveryUrl({ url: endpoint.url, ownUrl });
  return {
    ...toDelivery({ ...known, event, attempts: attempts.slice(-1) }),
    body: event.body,
    attempts,
    ...(url === null || url === endpoint?.url ? {} : { url }),
  };
};

/** How many deliveries wait, and since when the oldest due one has waited. */
export const queueState = async (db: Db, now: Date) => {
  const [depth, oldest] = await Promise.all([
    db.webhookDelivery.count({ where: { status: "pending" } }),
    db.webhookDelivery.aggregate({
      where: { status: "pending", nextAttemptAt: { lte: now } },
      _min: { nextAttemptAt: true },
    }),
  ]);
  return { depth, oldestDueAt: oldest._min.nextAttemptAt };
};
