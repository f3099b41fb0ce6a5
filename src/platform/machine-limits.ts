import cluster, { type Worker } from "node:cluster";
import { z } from "zod";
import { withinLoopTime } from "#platform/loop-time.ts";
import { createMemoryLimiter, type RateLimitInput, type WindowResult } from "#platform/sliding-window.ts";

// Without a Redis, the processes of one machine share their limits through the process that started them: each counting
// for itself would admit a caller as many times over as there are processes.

const TIMEOUT_MS = 250;

const question = z.object({
  limitQuestion: z.int(),
  input: z.object({ key: z.string(), limit: z.number(), windowSeconds: z.number() }),
});
const reply = z.object({
  limitQuestion: z.int(),
  result: z.object({
    allowed: z.boolean(),
    limit: z.number(),
    remaining: z.number(),
    resetSeconds: z.number(),
    retryAfterSeconds: z.number(),
  }),
});

/** In the process that started the others: counts for all of them. */
export const countForAll = (): void => {
  const memory = createMemoryLimiter({ now: () => new Date() });
  cluster.on("message", (worker: Worker, message: unknown) => {
    const asked = question.safeParse(message).data;
    if (!asked || !worker.isConnected()) return;
    worker.send({ limitQuestion: asked.limitQuestion, result: memory.limit(asked.input) });
  });
};

/**
 * Asks the process that started this one and its siblings to count a call.
 * @returns null where this process is the only one. The function rejects when there is no answer within 250 ms.
 */
export const machineCount = (): ((input: RateLimitInput) => Promise<WindowResult>) | null => {
  if (!cluster.isWorker) return null;
  const waiting = new Map<number, (result: WindowResult) => void>();
  let asked = 0;
  process.on("message", (message: unknown) => {
    const answered = reply.safeParse(message).data;
    if (answered) waiting.get(answered.limitQuestion)?.(answered.result);
  });
  return async (input) => {
    asked += 1;
    const limitQuestion = asked;
    const { promise, resolve } = Promise.withResolvers<WindowResult>();
    waiting.set(limitQuestion, resolve);
    process.send?.({ limitQuestion, input });
    try {
      return await withinLoopTime(TIMEOUT_MS, promise, () => new Error("The first process did not answer."));
    } finally {
      waiting.delete(limitQuestion);
    }
  };
};
