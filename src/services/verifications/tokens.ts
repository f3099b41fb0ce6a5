import { claimsOf, type Token } from "#core/claims.ts";
import { required, ServiceError } from "#core/errors.ts";
import { isId } from "#core/ids.ts";
import type { Mode } from "#core/verification.ts";
import { inTransaction } from "#data/service/client.ts";
import { findToken, findTokenOfVerification, revokeToken as revokeRow } from "#data/verifications/tokens.ts";
import { type Deps, type MemberCtx, requirePermission, type TenantCtx } from "#services/context.ts";
import { recordOwnAudit } from "#services/tenants/audit-log.ts";

/**
 * Revokes the token of a verification: /tokens/validate refuses it from now on. Offline checks accept it until it
 * expires.
 * @throws PERMISSION_DENIED, VERIFICATION_NOT_FOUND: none with a token, CONFLICT: it was revoked before
 */
export const revokeToken = (ctx: MemberCtx, verificationId: string): Promise<{ revokedAt: Date }> => {
  const { deps, tenant } = ctx;
  requirePermission(ctx, "tokens.revoke");
  return inTransaction(deps.db, async (db) => {
    const isOne = isId("verification", verificationId);
    const found = isOne ? await findTokenOfVerification(db, tenant.id, verificationId) : null;
    const token = required(found, "VERIFICATION_NOT_FOUND", "There is no such verification with a token.");
    const revokedAt = deps.now();
    if (!(await revokeRow(db, tenant.id, token.id, revokedAt))) {
      throw new ServiceError("CONFLICT", "The token is already revoked.");
    }
    await recordOwnAudit(ctx, db, { action: "token.revoke", target: token.id, changes: { verificationId } });
    return { revokedAt };
  });
};

/** The JWT of a stored token. Signing twice gives two texts with the same claims and `jti`. */
export const signToken = (
  deps: Pick<Deps, "signingKeys" | "settings">,
  token: Token,
  mode: Mode,
): Promise<string> => deps.signingKeys.sign(claimsOf(token, deps.settings.publicUrl, mode));

type InvalidReason = "TOKEN_INVALID" | "TENANT_MISMATCH" | "TOKEN_NOT_FOUND" | "TOKEN_EXPIRED";

type TokenReport =
  | { valid: false; over18: false; reason: InvalidReason }
  | {
      valid: true;
      over18: boolean;
      verificationId: string;
      verifiedAge?: number;
      minimumAge: number;
      expiresAt: Date;
    };

const invalid = (reason: InvalidReason): TokenReport => ({ valid: false, over18: false, reason });

/**
 * Whether a token is valid, checked in this order: shape, signature and issuer; audience; known; expiry;
 * revocation. A problem with the token is an answer, not an error.
 */
export const validateToken = async (ctx: TenantCtx, jwt: string): Promise<TokenReport> => {
  const { deps, tenant, mode } = ctx;
  const verified = await deps.signingKeys.verify(jwt, { issuer: deps.settings.publicUrl });
  if (!verified.ok) return invalid("TOKEN_INVALID");
  const { claims } = verified;
  if (claims.aud !== tenant.id) return invalid("TENANT_MISMATCH");
  // A test token proves nothing, so live keys do not find it.
  const token = await findToken(deps.db, tenant.id, mode, claims.jti);
  if (!token) return invalid("TOKEN_NOT_FOUND");
  // RFC 7519 §4.1.4: not valid on or after the expiry; our row and the claim say the same instant.
  if (token.expiresAt.getTime() <= deps.now().getTime()) return invalid("TOKEN_EXPIRED");
  if (token.revokedAt) return invalid("TOKEN_INVALID");
  return {
    valid: true,
    over18: token.over18,
    verificationId: token.verificationId,
    ...(token.verifiedAge === null ? {} : { verifiedAge: token.verifiedAge }),
    minimumAge: token.minimumAge,
    expiresAt: token.expiresAt,
  };
};
