import { setTimeout as pause } from "node:timers/promises";
import { recordDeliveryResults } from "#data/webhooks/delivery-results.ts";
import type { ClaimedDelivery } from "#data/webhooks/webhook-claims.ts";
import type { Deps } from "#services/context.ts";
import type { DeliveryResult } from "#services/webhooks/attempt-delivery.ts";

export type Attempted = { delivery: ClaimedDelivery; result: DeliveryResult };

const MAX_BATCH = 200;
const GATHER_MS = 3;
const RETRY_MS = 250;

/**
 * Records results in batches. While the database is away it retries until the leases are over: then the deliveries
 * are due again and are sent once more (at least once, as promised).
 * @param afterWrite gets the results whose lease still held
 */
export const createResultBatcher = (
  deps: Pick<Deps, "db" | "now" | "log">,
  leaseMs: number,
  afterWrite: (written: readonly Attempted[]) => Promise<void>,
) => {
  let waiting: Attempted[] = [];
  let running: Promise<void> | undefined;

  const write = async (batch: readonly Attempted[]): Promise<void> => {
    const giveUpAtMs = deps.now().getTime() + leaseMs;
    for (;;) {
      try {
        const held = await recordDeliveryResults(
          deps.db,
          batch.map(({ result }) => result.toRecord),
        );
        // The results are safe already; the next ones say the same about their endpoints.
        return await afterWrite(batch.filter(({ result }) => held.has(result.toRecord))).catch(
          (error: unknown) => deps.log.warn("the health of webhook endpoints was not recorded", { error }),
        );
      } catch (error) {
        if (deps.now().getTime() >= giveUpAtMs) {
          deps.log.warn("delivery results were not recorded; the deliveries will be sent again", {
            count: batch.length,
            error,
          });
          return;
        }
        await pause(RETRY_MS);
      }
    }
  };

  const run = async (): Promise<void> => {
    await pause(GATHER_MS);
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MAX_BATCH);
      waiting = waiting.slice(MAX_BATCH);
      await write(batch);
    }
    running = undefined;
  };

  return {
    add: (attempted: Attempted): void => {
      waiting.push(attempted);
      running ??= run();
    },
    /** Resolves when every added result is recorded, or given up because its lease is over. */
    drain: async (): Promise<void> => {
      while (running) await running;
    },
  };
};
