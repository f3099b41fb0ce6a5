import type { Pool } from "pg";
import { gatherTurn } from "#core/loop/gather.ts";
import { refuseSecond } from "./held-connection.ts";
import type { Pooled } from "./statement.ts";

/**
 * A statement for all callers in one turn of the event loop (`gatherTurn`), so that one round trip and one
 * connection serve them. A transaction has its own pool (`asOneTransaction`), so statements run within it
 * stay within it.
 * @param name the statement's name, for telemetry
 */
export const oncePerTurn = <Asked, Answer>(
  name: string,
  mostAtOnce: number,
  send: (database: Pooled, asked: readonly Asked[]) => Promise<readonly (Answer | Promise<Answer>)[]>,
) => {
  const askOf = new WeakMap<Pool, (asked: Asked) => Promise<Answer>>();
  return ({ pool, observe }: Pooled, asked: Asked): Promise<Answer> => {
    refuseSecond(pool, name); // also where others ask the pool for it: to wait for them is the same
    const ask = askOf.get(pool) ?? gatherTurn(mostAtOnce, (together) => send({ pool }, together));
    askOf.set(pool, ask);
    return observe ? observe("statement", name, () => ask(asked)) : ask(asked);
  };
};
