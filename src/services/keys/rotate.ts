import { expireApiKey, findApiKey } from "#data/api-key-list.ts";
import { revokeApiKey } from "#data/api-keys.ts";
import { inTransaction } from "#data/client.ts";
import { recordAudit } from "../audit/record.ts";
import type { MemberCtx } from "../context.ts";
import { requirePermission } from "../require-permission.ts";
import { type CreatedKey, createKey } from "./create.ts";
import { requireRoomForKey } from "./issue.ts";
import { keyNotFound } from "./rename.ts";

const HOUR_MS = 3_600_000;

export type RotatedKey = CreatedKey & {
  /** When the old key ends. */
  previousEndsAt: Date;
};

/**
 * Makes a key in another's place: same mode, same name. The old one works on for `overlapHours`; with 0 it is
 * revoked at once in this process, everywhere within 10 seconds.
 * @throws PERMISSION_DENIED, NOT_FOUND: there is no such working key, CONFLICT: too many keys
 */
export const rotateKey = async (
  ctx: MemberCtx,
  { keyId, overlapHours }: { keyId: string; overlapHours: number },
): Promise<RotatedKey> => {
  const { deps, tenant } = ctx;
  requirePermission(ctx, "keys.write");
  const rotated = await inTransaction(deps.db, async (db) => {
    const now = deps.now();
    const until = new Date(now.getTime() + overlapHours * HOUR_MS);
    const old = await findApiKey(db, tenant.id, keyId);
    await requireRoomForKey(ctx, db);
    const isEnding =
      overlapHours === 0
        ? await revokeApiKey(db, tenant.id, keyId, now)
        : await expireApiKey(db, tenant.id, keyId, until, now);
    if (!old || !isEnding) throw keyNotFound();
    const key = await createKey(ctx, db, { tenantId: tenant.id, mode: old.mode, name: old.name });
    await recordAudit(ctx, db, {
      tenantId: tenant.id,
      action: "api_key.rotate",
      target: keyId,
      changes: { replacedBy: key.id, overlapHours },
    });
    return { ...key, previousEndsAt: until };
  });
  deps.keyCache.invalidate(keyId);
  return rotated;
};
