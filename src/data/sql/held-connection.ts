import { AsyncLocalStorage } from "node:async_hooks";

// A caller that holds a connection and waits for a second one holds up those that wait for the first: with as many of them as
// the pool has connections, none gets any further. So a pool refuses a caller that holds one of its connections already.

type Held = { readonly pool: object; isOpen: boolean; readonly outer: Held | undefined };

const held = new AsyncLocalStorage<Held | undefined>();

/** A fault of this program, not of the database: a statement inside a transaction was sent past it. */
export class SecondConnection extends Error {
  override readonly name = "SecondConnection";

  /** @param asked which door of the database, such as "orm.tenant.findMany" */
  constructor(asked: string) {
    super(
      `${asked} asks for a second connection inside a transaction: pass the transaction's own "db" on, or ask before it begins`,
    );
  }
}

/** Whether the caller runs inside a transaction on this pool. */
export const holdsConnection = (pool: object): boolean => {
  for (let each = held.getStore(); each; each = each.outer)
    if (each.isOpen && each.pool === pool) return true;
  return false;
};

/** @throws SecondConnection: the caller runs inside a transaction on this pool */
export const refuseSecond = (pool: object, asked: string): void => {
  if (holdsConnection(pool)) throw new SecondConnection(asked);
};

/** Runs a transaction's work. What the work leaves running may ask the pool again once the transaction is over. */
export const holding = async <Result>(pool: object, work: () => Promise<Result>): Promise<Result> => {
  const own: Held = { pool, isOpen: true, outer: held.getStore() };
  try {
    return await held.run(own, work);
  } finally {
    own.isOpen = false;
  }
};

/**
 * Runs work that belongs to no caller: what is buffered for many, or brought up to date for all. It may ask the pool even
 * where a transaction set it off, so no transaction may wait for it.
 */
export const apart = <Result>(work: () => Result): Result => held.run(undefined, work);
