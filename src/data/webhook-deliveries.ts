import { isEventName } from "#core/event.ts";
import type { Mode } from "#core/verification.ts";
import type { DeliveryStatus, WebhookAttempt, WebhookDelivery } from "#core/webhook.ts";
import type { Db } from "./client.ts";
import type { Prisma } from "./generated/client.ts";
import { type IdRange, idsWithin } from "./id-range.ts";

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
  attempts: { orderBy: { number: "desc" }, take: 1, select: { number: true, durationMs: true } },
} as const satisfies Prisma.WebhookDeliverySelect;

type Row = Prisma.WebhookDeliveryGetPayload<{ select: typeof COLUMNS }>;

const toDelivery = ({ event, attempts, ...row }: Row): WebhookDelivery => ({
  ...row,
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

/** Newest first, by keyset: `after` is the last id of the page before. */
export const listDeliveries = async (
  db: Db,
  tenantId: string,
  filter: DeliveryFilter,
  limit: number,
  after: string | undefined,
): Promise<WebhookDelivery[]> => {
  const { endpointId, status, event, verificationId, mode } = filter;
  const ofEvent = {
    ...(event === undefined ? {} : { type: event }),
    ...(verificationId === undefined ? {} : { verificationId }),
    ...(mode === undefined ? {} : { mode }),
  };
  const rows = await db.webhookDelivery.findMany({
    where: {
      tenantId,
      ...(endpointId === undefined ? {} : { endpointId }),
      ...(status === undefined ? {} : { status }),
      ...(Object.keys(ofEvent).length === 0 ? {} : { event: ofEvent }),
      ...idsWithin(filter, after),
    },
    orderBy: { id: "desc" },
    take: limit,
    select: COLUMNS,
  });
  return rows.map(toDelivery);
};

export type DeliveryDetail = WebhookDelivery & { body: string; attempts: WebhookAttempt[] };

/** A delivery with its body and its attempts; null when the tenant has none with this id. */
export const findDelivery = async (db: Db, tenantId: string, id: string): Promise<DeliveryDetail | null> => {
  const row = await db.webhookDelivery.findFirst({
    where: { id, tenantId },
    select: {
      ...COLUMNS,
      event: { select: { ...COLUMNS.event.select, body: true } },
      attempts: {
        orderBy: { number: "asc" },
        select: {
          number: true,
          isManual: true,
          at: true,
          status: true,
          code: true,
          durationMs: true,
          response: true,
        },
      },
    },
  });
  if (!row) return null;
  return {
    ...toDelivery({ ...row, attempts: row.attempts.slice(-1) }),
    body: row.event.body,
    attempts: row.attempts,
  };
};

/** Makes a failed delivery due once more. False when it is not failed, or its endpoint is off: two clicks are one run. */
export const requeueFailed = async (db: Db, tenantId: string, id: string, now: Date): Promise<boolean> => {
  const { count } = await db.webhookDelivery.updateMany({
    where: { id, tenantId, status: "failed", endpoint: { isEnabled: true, deletedAt: null } },
    data: { status: "pending", isManual: true, nextAttemptAt: now, endedAt: null },
  });
  return count === 1;
};
