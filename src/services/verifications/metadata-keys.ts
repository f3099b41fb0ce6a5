import type { MemberCtx } from "../context.ts";
import { requirePermission } from "../require-permission.ts";
import { findPage } from "./list.ts";

const LOOK_BACK = 500;

/** The keys that the tenant's latest verifications have in their metadata. @throws PERMISSION_DENIED */
export const metadataKeys = async (ctx: MemberCtx): Promise<string[]> => {
  requirePermission(ctx, "verifications.read");
  const { verifications } = await findPage(ctx.deps, ctx.tenant.id, { limit: LOOK_BACK });
  const keys = new Set(verifications.flatMap(({ metadata }) => Object.keys(metadata ?? {})));
  return [...keys].sort((a, b) => (a < b ? -1 : 1));
};
