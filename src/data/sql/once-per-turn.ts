import type { Pool } from "pg";
import type { Database } from "#data/service/client.ts";

type Reached = Pick<Database, "pool" | "observe">;

type Asker<Asked, Answer> = {
  asked: Asked;
  answer: (answer: Answer | Promise<Answer>) => void;
  fail: (error: unknown) => void;
};

/**
 * Collects what is asked for in one turn of the event loop, so that under load one round trip and one connection serve many
 * requests. A transaction has its own pool (`asOneTransaction`), so what is asked within it stays within it.
 * @param name of the statement, for telemetry
 * @param mostAtOnce how many collections may be on their way; the next waits for one of them, and grows meanwhile
 * @param send gives an answer for each, in the same order, or the promise of one; what it throws, all who asked get
 */
export const oncePerTurn = <Asked, Answer>(
  name: string,
  mostAtOnce: number,
  send: (database: Reached, asked: readonly Asked[]) => Promise<readonly (Answer | Promise<Answer>)[]>,
) => {
  const queues = new WeakMap<Pool, { askers: Asker<Asked, Answer>[]; sent: number }>();

  const sendAll = async (pool: Pool): Promise<void> => {
    const queue = queues.get(pool);
    if (!queue || queue.askers.length === 0 || queue.sent >= mostAtOnce) return;
    const askers = queue.askers.splice(0);
    queue.sent += 1;
    const asked = askers.map((asker) => asker.asked);
    try {
      const answers = await send({ pool }, asked);
      for (const [place, answer] of answers.entries()) askers[place]?.answer(answer);
    } catch (error) {
      for (const { fail } of askers) fail(error);
    }
    queue.sent -= 1;
    if (queue.askers.length > 0) setImmediate(sendAll, pool);
  };

  return ({ pool, observe }: Reached, asked: Asked): Promise<Answer> => {
    const ask = () =>
      new Promise<Answer>((answer, fail) => {
        const queue = queues.get(pool) ?? { askers: [], sent: 0 };
        queues.set(pool, queue);
        if (queue.askers.push({ asked, answer, fail }) === 1) setImmediate(sendAll, pool);
      });
    return observe ? observe("statement", name, ask) : ask();
  };
};
