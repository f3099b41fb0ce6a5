import { findToken } from "#data/tokens.ts";
import type { TenantCtx } from "../context.ts";

export type InvalidReason = "TOKEN_INVALID" | "TENANT_MISMATCH" | "TOKEN_NOT_FOUND" | "TOKEN_EXPIRED";

export type TokenReport =
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
 * Whether a token holds, checked in the decided order: shape, signature and issuer; audience; known; expiry;
 * revocation. Every problem of the token is an answer, not an error.
 */
export const validateToken = async (ctx: TenantCtx, jwt: string): Promise<TokenReport> => {
  const { deps, tenant, mode } = ctx;
  const verified = await deps.signingKeys.verify(jwt, { issuer: deps.settings.publicUrl });
  if (!verified.ok) return invalid("TOKEN_INVALID");
  const { claims } = verified;
  if (claims.aud !== tenant.id) return invalid("TENANT_MISMATCH");
  // A test key's token proves nothing: where live keys ask, there is none.
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
