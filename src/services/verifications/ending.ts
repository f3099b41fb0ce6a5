import { type Db, inTransaction } from "#data/client.ts";
import type { Ctx } from "../context.ts";

/**
 * A transaction that may end verifications. The delivery worker is woken after the commit: a NOTIFY inside the
 * transaction would take a lock that all commits of the database queue for.
 */
export const inEndingTransaction = async <Result>(
  { deps }: Ctx,
  work: (db: Db) => Promise<Result>,
): Promise<Result> => {
  const result = await inTransaction(deps.db, work);
  deps.wakeDeliveries();
  return result;
};
