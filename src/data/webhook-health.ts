import type { Database, Db } from "./client.ts";

/** Notes that endpoints answered well: their failing time is over, and so is an open breaker. */
export const markAnswering = async (database: Database, endpointIds: readonly string[]): Promise<void> => {
  await database.orm.webhookEndpoint.updateMany({
    where: {
      id: { in: [...endpointIds] },
      OR: [{ failingSince: { not: null } }, { breakerOpenUntil: { not: null } }],
    },
    data: { failingSince: null, breakerOpenUntil: null },
  });
};

/** Notes that endpoints failed; the first failure since the last success is what counts. */
export const markFailing = async (
  database: Database,
  endpointIds: readonly string[],
  now: Date,
): Promise<void> => {
  await database.orm.webhookEndpoint.updateMany({
    where: { id: { in: [...endpointIds] }, failingSince: null },
    data: { failingSince: now },
  });
};

/** Holds an endpoint's deliveries back until then, in every worker. */
export const openBreaker = async (database: Database, endpointId: string, until: Date): Promise<void> => {
  await database.orm.webhookEndpoint.updateMany({
    where: { id: endpointId },
    data: { breakerOpenUntil: until },
  });
};

/** Switches an enabled endpoint off and cancels what waits for it. False when it was off already. */
export const disableEndpoint = async (
  db: Db,
  tenantId: string,
  endpointId: string,
  reason: string | null,
  now: Date,
): Promise<boolean> => {
  const { count } = await db.webhookEndpoint.updateMany({
    where: { id: endpointId, tenantId, isEnabled: true },
    data: { isEnabled: false, disabledReason: reason, updatedAt: now },
  });
  if (count === 0) return false;
  await cancelDeliveries(db, endpointId, now);
  return true;
};

/** Cancels what waits for an endpoint; what is being sent right now is fenced out. */
export const cancelDeliveries = async (db: Db, endpointId: string, now: Date): Promise<void> => {
  await db.webhookDelivery.updateMany({
    where: { endpointId, status: "pending" },
    data: { status: "cancelled", endedAt: now },
  });
};
