import { ServiceError } from "#core/errors.ts";
import { inTransaction } from "#data/client.ts";
import { endHandoffs } from "#data/handoffs.ts";
import type { Ctx } from "../../context.ts";
import { findPage } from "../page.ts";

/** The check goes on at the first device: code and phone's page end. @throws VERIFICATION_NOT_FOUND */
export const takeBack = async ({ deps }: Ctx, secret: string): Promise<void> => {
  const page = await findPage(deps, secret);
  if (page?.device !== "first") throw new ServiceError("VERIFICATION_NOT_FOUND");
  await inTransaction(deps.db, (db) => endHandoffs(db, page.verification.id, deps.now()));
};
