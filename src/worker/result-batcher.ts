import { setTimeout as pause } from "node:timers/promises";
import { recordDeliveryResults } from "#data/webhooks/delivery-results.ts";
import type { ClaimedDelivery } from "#data/webhooks/webhook-claims.ts";
import type { Deps } from "#services/context.ts";
import type { DeliveryResult } from "#services/webhooks/attempt-delivery.ts";

export type Outcome = { delivery: ClaimedDelivery; settled: DeliveryResult };

const MAX_BATCH = 200;
const GATHER_MS = 3;
const RETRY_MS = 250;

export type ResultBatcher = {
  add(outcome: Outcome): void;
  /** Resolves when all that was added is written, or was given up because its lease is over. */
  drain(): Promise<void>;
};

/**
 * Writes outcomes in batches. While the database is away it tries on until the leases are over: then the
 * deliveries are due again, and what was sent is sent once more (at least once, as promised).
 * @param afterWrite gets the outcomes whose lease still held
 */
export const createResultBatcher = (
  deps: Pick<Deps, "db" | "now" | "log">,
  leaseMs: number,
  afterWrite: (written: readonly Outcome[]) => Promise<void>,
): ResultBatcher => {
  let waiting: Outcome[] = [];
  let running: Promise<void> | undefined;

  /** The outcomes are safe already; what they say about endpoints is said again by the next ones. */
  const noteHealth = (written: readonly Outcome[]): Promise<void> =>
    afterWrite(written).catch((error: unknown) => {
      deps.log.warn("what deliveries said about their endpoints was not written", { error });
    });

  const write = async (batch: readonly Outcome[]): Promise<void> => {
    const giveUpAtMs = deps.now().getTime() + leaseMs;
    for (;;) {
      try {
        const held = await recordDeliveryResults(
          deps.db,
          batch.map(({ settled }) => settled.settlement),
        );
        await noteHealth(batch.filter(({ settled }) => held.has(settled.settlement)));
        return;
      } catch (error) {
        if (deps.now().getTime() >= giveUpAtMs) {
          deps.log.warn("delivery outcomes were not written; they will be sent again", {
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
    add: (outcome) => {
      waiting.push(outcome);
      running ??= run();
    },
    drain: async () => {
      while (running) await running;
    },
  };
};
