import type { PoolClient } from "pg";
import type { Deps } from "#services/context.ts";

const textOf = (query: unknown): string => {
  if (typeof query === "string") return query;
  return typeof query === "object" && query !== null && "text" in query ? String(query.text) : "";
};

/** Request log lines are written later and for many requests at once. */
const isOwn = (text: string): boolean => !/request_log|to_regclass/.test(text);

/**
 * Every statement that this process sends to Postgres from now on, `BEGIN`, `COMMIT` and `NOTIFY` among them.
 * @returns the statements since the last call, in order
 */
export const recordStatements = ({ db }: Pick<Deps, "db">): (() => string[]) => {
  let recorded: string[] = [];
  const watched = new WeakSet<PoolClient>();
  db.pool.on("acquire", (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const { query } = client;
    Object.assign(client, {
      query: (...given: unknown[]) => {
        const text = textOf(given[0]).replace(/\s+/g, " ").trim();
        if (isOwn(text)) recorded.push(text);
        return Reflect.apply(query, client, given);
      },
    });
  });
  return () => {
    const taken = recorded;
    recorded = [];
    return taken;
  };
};
