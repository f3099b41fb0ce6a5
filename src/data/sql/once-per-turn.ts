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
 * @param send gives an answer for each, in the same order, or the promise of one; what it throws, all who asked get
 */
export const oncePerTurn = <Asked, Answer>(
  name: string,
  send: (database: Reached, asked: readonly Asked[]) => Promise<readonly (Answer | Promise<Answer>)[]>,
) => {
  const waiting = new WeakMap<Pool, Asker<Asked, Answer>[]>();

  const sendAll = async (pool: Pool): Promise<void> => {
    const askers = waiting.get(pool) ?? [];
    waiting.delete(pool);
    const asked = askers.map((asker) => asker.asked);
    try {
      const answers = await send({ pool }, asked);
      for (const [place, answer] of answers.entries()) askers[place]?.answer(answer);
    } catch (error) {
      for (const { fail } of askers) fail(error);
    }
  };

  return ({ pool, observe }: Reached, asked: Asked): Promise<Answer> => {
    const ask = () =>
      new Promise<Answer>((answer, fail) => {
        const askers = waiting.get(pool);
        if (askers) return void askers.push({ asked, answer, fail });
        waiting.set(pool, [{ asked, answer, fail }]);
        setImmediate(sendAll, pool);
      });
    return observe ? observe("statement", name, ask) : ask();
  };
};
