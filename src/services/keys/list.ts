import { type ApiKeyGlance, listApiKeys } from "#data/api-key-list.ts";
import type { MemberCtx } from "../context.ts";
import { requirePermission } from "../require-permission.ts";

const MAX_LISTED = 500;

export type ListedKey = ApiKeyGlance & {
  /** As it begins and ends: `avk_live_…a1B2`. */
  hint: string;
  state: "active" | "expiring" | "expired" | "revoked";
};

const stateOf = ({ revokedAt, expiresAt }: ApiKeyGlance, now: Date): ListedKey["state"] => {
  if (revokedAt !== null) return "revoked";
  if (expiresAt === null) return "active";
  return expiresAt.getTime() > now.getTime() ? "expiring" : "expired";
};

/** The tenant's keys, newest first, never with their values. @throws PERMISSION_DENIED */
export const listKeys = async (ctx: MemberCtx): Promise<ListedKey[]> => {
  requirePermission(ctx, "keys.read");
  const now = ctx.deps.now();
  const keys = await listApiKeys(ctx.deps.db.orm, ctx.tenant.id, MAX_LISTED);
  return keys.map((key) => ({ ...key, hint: `avk_${key.mode}_…${key.lastFour}`, state: stateOf(key, now) }));
};
