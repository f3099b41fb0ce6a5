import { availableParallelism } from "node:os";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { withClient } from "../../../scripts/lib/database.ts";
import { createChance } from "./chance.ts";
import { type Work, writeDay } from "./day.ts";
import type { LargeTenant } from "./tenant.ts";

// This file is both sides: what gives days to threads, and the thread that writes them.

type Order = { databaseUrl: string; tenant: LargeTenant; now: Date };

/** A thread costs half a second to start: less than this is written by one. */
const WORTH_A_THREAD = 20_000;

const SESSION = "set timezone = 'UTC'; set synchronous_commit = off";

const writeInThread = async ({ databaseUrl, tenant, now }: Order): Promise<void> => {
  const chance = createChance();
  await withClient(databaseUrl, async (client) => {
    await client.query(SESSION);
    const { promise: over, resolve, reject } = Promise.withResolvers<void>();
    parentPort?.on("message", (work: Work | null) => {
      if (work === null) return resolve();
      writeDay(client, chance, tenant, work, now).then(() => parentPort?.postMessage(work.of), reject);
    });
    parentPort?.postMessage(null);
    await over;
  });
  parentPort?.close();
};

/** Gives a thread one day after the other, until none is left. */
const drive = (order: Order, left: Work[], onDay: (work: Work) => void): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const thread = new Worker(new URL(import.meta.url), { workerData: order });
  let current: Work | undefined;
  thread.on("message", () => {
    if (current) onDay(current);
    current = left.shift();
    thread.postMessage(current ?? null);
  });
  thread.once("error", reject);
  thread.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`a thread ended with ${code}`))));
  return promise.finally(() => thread.terminate());
};

const threadsFor = (plan: readonly Work[]): number => {
  const rows = plan.reduce((sum, { of }) => sum + of, 0);
  return Math.min(availableParallelism(), Math.floor(rows / WORTH_A_THREAD));
};

/**
 * Writes days, several at once where the machine has cores for it: making rows costs as much as writing them.
 * @param onDay gets each day when it is committed, in the order of their ends
 */
export const writeDays = async (
  order: Order,
  plan: readonly Work[],
  onDay: (work: Work) => void,
  threads = threadsFor(plan),
): Promise<void> => {
  if (threads > 1) {
    // The last days have the most around them: begun first, none is left over at the end.
    const left = plan.toReversed();
    await Promise.all(Array.from({ length: threads }, () => drive(order, left, onDay)));
    return;
  }
  const chance = createChance();
  await withClient(order.databaseUrl, async (client) => {
    await client.query(SESSION);
    for (const work of plan) {
      await writeDay(client, chance, order.tenant, work, order.now);
      onDay(work);
    }
  });
};

if (!isMainThread && workerData?.tenant) await writeInThread(workerData);
