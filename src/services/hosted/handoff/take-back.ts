import { ServiceError } from "#core/errors.ts";
import { lockVerification } from "#data/checks.ts";
import { inTransaction } from "#data/client.ts";
import { endHandoffs } from "#data/handoffs.ts";
import { endTransactions } from "#data/wallet-transactions.ts";
import type { Ctx } from "../../context.ts";
import { findPage } from "../page.ts";

/** The check goes on at the first device: code and phone's page end. @throws VERIFICATION_NOT_FOUND */
export const takeBack = async ({ deps }: Ctx, secret: string): Promise<void> => {
  const page = await findPage(deps, secret);
  if (page?.device !== "first") throw new ServiceError("VERIFICATION_NOT_FOUND");
  const { id, tenantId } = page.verification;
  await inTransaction(deps.db, async (db) => {
    await lockVerification(db, tenantId, id);
    await endHandoffs(db, id, deps.now());
    // What the phone asked a wallet for must not be answered behind the first device's back.
    await endTransactions(db, id);
  });
};
