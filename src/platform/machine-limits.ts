import cluster, { type Worker } from "node:cluster";
import { z } from "zod";
import { gatherTurn } from "#core/loop/gather.ts";
import { withinLoopTime } from "#core/loop/loop-time.ts";
import {
  createMemoryLimiter,
  type RateLimitInput,
  rateLimitInput,
  type WindowResult,
  windowResult,
} from "#platform/sliding-window.ts";

// Without a Redis, the processes of one machine share their limits through the process that started them: if
// each counted for itself, a caller would get its limit once per process.

const TIMEOUT_MS = 250;

const questions = z.object({ round: z.int(), inputs: z.array(rateLimitInput) });
const replies = z.object({ round: z.int(), results: z.array(windowResult) });

/** In the process that started the others: counts for all of them. */
export const countForAll = (): void => {
  const memory = createMemoryLimiter({ now: () => new Date() });
  cluster.on("message", (worker: Worker, message: unknown) => {
    const asked = questions.safeParse(message).data;
    if (!asked || !worker.isConnected()) return;
    worker.send({ round: asked.round, results: asked.inputs.map(memory.limit) });
  });
};

/**
 * Asks the process that started this one and its siblings to count a call. The calls of one turn of the event loop are one
 * message: a message to another process takes as long as the rest of a small request.
 * @returns null where this process is the only one. The function rejects when there is no answer within 250 ms.
 */
export const machineCount = (): ((input: RateLimitInput) => Promise<WindowResult>) | null => {
  if (!cluster.isWorker) return null;
  const waiting = new Map<number, (results: WindowResult[]) => void>();
  let rounds = 0;
  process.on("message", (message: unknown) => {
    const answered = replies.safeParse(message).data;
    if (answered) waiting.get(answered.round)?.(answered.results);
  });
  const notAnswered = () => new Error("The first process did not answer.");
  return gatherTurn(Number.POSITIVE_INFINITY, async (inputs) => {
    rounds += 1;
    const round = rounds;
    const { promise, resolve } = Promise.withResolvers<WindowResult[]>();
    waiting.set(round, resolve);
    try {
      process.send?.({ round, inputs });
      const results = await withinLoopTime(TIMEOUT_MS, promise, notAnswered);
      return inputs.map((_, place) => results[place] ?? Promise.reject<WindowResult>(notAnswered()));
    } finally {
      waiting.delete(round);
    }
  });
};
