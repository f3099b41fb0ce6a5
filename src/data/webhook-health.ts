import type { FailingStreak } from "#core/webhook.ts";
import type { Database, Db } from "./client.ts";

/** Notes that endpoints answered well: their failing time is over, and so is an open breaker. */
export const markAnswering = async (database: Database, endpointIds: readonly string[]): Promise<void> => {
  await database.orm.webhookEndpoint.updateMany({
    where: {
      id: { in: [...endpointIds] },
      OR: [{ failingSince: { not: null } }, { breakerOpenUntil: { not: null } }],
    },
    data: { failingSince: null, failingDays: 0, failingCountedAt: null, breakerOpenUntil: null },
  });
};

/**
 * Notes that an endpoint failed, where that says something new.
 * @param countedBefore when a day was counted last as the caller knows it: another worker's note, or a success, wins
 */
export const markFailing = async (
  database: Database,
  endpointId: string,
  streak: FailingStreak,
  countedBefore: Date | null,
): Promise<void> => {
  await database.orm.webhookEndpoint.updateMany({
    where: { id: endpointId, failingCountedAt: countedBefore },
    data: { failingSince: streak.since, failingDays: streak.days, failingCountedAt: streak.countedAt },
  });
};

/** Holds an endpoint's deliveries back until then, in every worker. */
export const openBreaker = async (database: Database, endpointId: string, until: Date): Promise<void> => {
  await database.orm.webhookEndpoint.updateMany({
    where: { id: endpointId },
    data: { breakerOpenUntil: until },
  });
};

/**
 * Switches an enabled endpoint off and cancels what waits for it. False when it was off already.
 * @param failingSinceAtLeast only if it has failed since then without a success
 */
export const disableEndpoint = async (
  db: Db,
  tenantId: string,
  endpointId: string,
  reason: string | null,
  now: Date,
  failingSinceAtLeast?: Date,
): Promise<boolean> => {
  const { count } = await db.webhookEndpoint.updateMany({
    where: {
      id: endpointId,
      tenantId,
      isEnabled: true,
      ...(failingSinceAtLeast && { failingSince: { lte: failingSinceAtLeast } }),
    },
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
