import { ServiceError } from "#core/errors.ts";
import type { Mode } from "#core/verification.ts";
import { countWorkingKeys } from "#data/api-key-list.ts";
import { type Db, inTransaction } from "#data/client.ts";
import { lockMembers } from "#data/memberships.ts";
import type { MemberCtx } from "../context.ts";
import { requirePermission } from "../require-permission.ts";
import { type CreatedKey, createKey } from "./create.ts";

const MAX_WORKING = 100;

/** @throws CONFLICT: too many keys work already. Counted while the tenant's row is held, so the limit is exact. */
export const requireRoomForKey = async (ctx: MemberCtx, db: Db): Promise<void> => {
  await lockMembers(db, ctx.tenant.id);
  if ((await countWorkingKeys(db, ctx.tenant.id, ctx.deps.now())) < MAX_WORKING) return;
  throw new ServiceError(
    "CONFLICT",
    `The tenant has ${MAX_WORKING} keys that work; revoke one of them first.`,
  );
};

/** Makes a key; its value is in this answer and cannot be read again. @throws PERMISSION_DENIED, CONFLICT */
export const issueKey = (ctx: MemberCtx, input: { mode: Mode; name: string }): Promise<CreatedKey> => {
  requirePermission(ctx, "keys.write");
  return inTransaction(ctx.deps.db, async (db) => {
    await requireRoomForKey(ctx, db);
    return createKey(ctx, db, { tenantId: ctx.tenant.id, ...input });
  });
};
