import type { Db } from "./client.ts";

export type QueueState = { depth: number; oldestDueAt: Date | null };

/** How many deliveries wait, and since when the oldest that is due. */
export const queueState = async (db: Db, now: Date): Promise<QueueState> => {
  const [depth, oldest] = await Promise.all([
    db.webhookDelivery.count({ where: { status: "pending" } }),
    db.webhookDelivery.aggregate({
      where: { status: "pending", nextAttemptAt: { lte: now } },
      _min: { nextAttemptAt: true },
    }),
  ]);
  return { depth, oldestDueAt: oldest._min.nextAttemptAt };
};
