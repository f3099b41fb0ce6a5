import { addToCounter } from "#data/counters.ts";
import { claimOverdue } from "#data/overdue.ts";
import type { Ctx } from "../context.ts";
import { expireOverdue } from "./end.ts";
import { inEndingTransaction } from "./ending.ts";

/**
 * Expires a bounded batch of overdue verifications, each once, however many workers run.
 * @returns how many
 */
export const expireVerifications = (ctx: Ctx, limit: number): Promise<number> =>
  inEndingTransaction(ctx, async (db) => {
    const overdue = await claimOverdue(db, ctx.deps.now(), limit);
    for (const target of overdue) await expireOverdue(ctx, db, target);
    await addToCounter(db, "verifications_expired", overdue.length);
    return overdue.length;
  });
