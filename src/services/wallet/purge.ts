import { deleteTransactions, endOverdueTransactions } from "#data/wallet-transactions.ts";
import type { Ctx } from "../context.ts";

const DAY_MS = 86_400_000;

/** Ends transactions whose time is up, with their keys, and deletes those of the day before. Returns how many. */
export const purgeWalletTransactions = async ({ deps }: Ctx, limit: number): Promise<number> => {
  const now = deps.now();
  const ended = await endOverdueTransactions(deps.db.orm, now, limit);
  return ended + (await deleteTransactions(deps.db.orm, new Date(now.getTime() - DAY_MS), limit));
};
