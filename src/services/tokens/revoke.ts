import { ServiceError } from "#core/errors.ts";
import { isId } from "#core/ids.ts";
import { inTransaction } from "#data/client.ts";
import { findTokenOfVerification, revokeToken as revokeRow } from "#data/tokens.ts";
import { recordAudit } from "../audit/record.ts";
import type { MemberCtx } from "../context.ts";
import { requirePermission } from "../require-permission.ts";

/**
 * Revokes the token of a verification: from now on /tokens/validate refuses it. Whoever checks tokens offline
 * learns of it only by their expiry.
 * @throws PERMISSION_DENIED, VERIFICATION_NOT_FOUND: none with a token, CONFLICT: it was revoked before
 */
export const revokeToken = (ctx: MemberCtx, verificationId: string): Promise<{ revokedAt: Date }> => {
  const { deps, tenant } = ctx;
  requirePermission(ctx, "tokens.revoke");
  return inTransaction(deps.db, async (db) => {
    const token = isId("verification", verificationId)
      ? await findTokenOfVerification(db, tenant.id, verificationId)
      : null;
    if (!token)
      throw new ServiceError("VERIFICATION_NOT_FOUND", "There is no such verification with a token.");
    const revokedAt = deps.now();
    if (!(await revokeRow(db, tenant.id, token.id, revokedAt))) {
      throw new ServiceError("CONFLICT", "The token was revoked before.");
    }
    await recordAudit(ctx, db, {
      tenantId: tenant.id,
      action: "token.revoke",
      target: token.id,
      changes: { verificationId },
    });
    return { revokedAt };
  });
};
