import type { Pool } from "pg";
import type { PrismaClient } from "#data/generated/client.ts";
import { refuseSecond } from "#data/sql/held-connection.ts";

// The doors of a database, which refuse every caller inside one of its transactions (data/sql/held-connection.ts). They check
// at the call: Prisma and the pool send together what several callers ask, in the name of the first of them.

/** The pool, for statements of callers that hold none of its connections. */
export const guardedPool = (pool: Pool): Pool => {
  const guarded: Pool = new Proxy(pool, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      return (...given: unknown[]): unknown => {
        if (name === "connect" || name === "query") refuseSecond(guarded, `pool.${name}`);
        return Reflect.apply(value, target, given);
      };
    },
  });
  return guarded;
};

/** Prisma's client, likewise. @param pool as guarded, by which the transactions are known */
export const guardedClient = (client: PrismaClient, pool: Pool): PrismaClient => {
  const guard = <Part extends object>(part: Part, path: string): Part => {
    const models = new Map<PropertyKey, object>();
    return new Proxy(part, {
      get: (target, name) => {
        const model = models.get(name);
        if (model) return model;
        const value: unknown = Reflect.get(target, name, target);
        const own = `${path}.${String(name)}`;
        if (typeof value === "function")
          return (...given: unknown[]): unknown => {
            refuseSecond(pool, own);
            return Reflect.apply(value, target, given);
          };
        if (typeof value !== "object" || value === null) return value;
        const made = guard(value, own);
        models.set(name, made);
        return made;
      },
    });
  };
  return guard(client, "orm");
};
