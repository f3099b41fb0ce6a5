import { type AgeBand, type AgeOver, ageAnswerOf } from "#core/age-over.ts";
import { claimsOf, RETURN_CODE, type Token, type TokenClaims } from "#core/claims.ts";
import { endWithin } from "#core/day.ts";
import { required, ServiceError, type TokenReason } from "#core/errors.ts";
import { isId } from "#core/ids.ts";
import { KEPT_SECONDS } from "#core/practice/retentions.ts";
import type { Mode } from "#core/verification.ts";
import { inTransaction } from "#data/service/client.ts";
import { lockVerification } from "#data/verifications/checks.ts";
import {
  findReturnCode,
  findReturnCodeAlone,
  findToken,
  findTokenOfVerification,
  insertReturnCode,
  markExchanged,
  revokeToken as revokeRow,
} from "#data/verifications/tokens.ts";
import { findVerificationState } from "#data/verifications/verifications.ts";
import { hashesOf } from "#platform/secrets.ts";
import { recordOwnAudit } from "#services/audit-log.ts";
import type { Deps, MemberCtx, TenantCtx } from "#services/context.ts";
import { requirePermission } from "#services/permissions.ts";
import { hashOf } from "#services/sealing.ts";

/**
 * Revokes the token of a verification: /tokens/validate refuses it from now on. Offline checks accept it until it
 * expires.
 * @throws PERMISSION_DENIED, VERIFICATION_NOT_FOUND: none with a token, CONFLICT: it was already revoked
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

const CODE_BYTES = 24;

/** A code that stands for a token on its way through a browser: 192 bits, of which only a keyed hash is kept. */
const newReturnCode = (deps: Pick<Deps, "random">): string =>
  `vrc_${Buffer.from(deps.random(CODE_BYTES)).toString("base64url")}`;

const CODE_PATTERN = /^vrc_[A-Za-z0-9_-]{32}$/;

/**
 * A new code for the token of a verification, good once and no longer than the token itself.
 * @param seconds how long it is good at most
 * @returns null: there is no token, or it was used or revoked, or has expired
 */
export const issueReturnCode = async (
  deps: Pick<Deps, "db" | "secrets" | "random" | "now">,
  { tenantId, verificationId }: { tenantId: string; verificationId: string },
  seconds: number,
): Promise<string | null> => {
  const code = newReturnCode(deps);
  const createdAt = deps.now();
  return inTransaction(deps.db, async (db) => {
    await lockVerification(db, tenantId, verificationId);
    const token = await findTokenOfVerification(db, tenantId, verificationId);
    if (!token || token.revokedAt !== null || token.exchangedAt !== null) return null;
    if (token.expiresAt <= createdAt) return null;
    const expiresAt = endWithin(token, createdAt, seconds * 1000);
    const row = { codeHash: hashOf(deps, code), createdAt, expiresAt };
    await insertReturnCode(db, { ...row, verificationId, tenantId }, RETURN_CODE.most);
    return code;
  });
};

/** What a token says, for callers that do not read it themselves. */
type TokenFacts = {
  over18: boolean;
  verificationId: string;
  verifiedAge?: number;
  ageOver?: AgeOver;
  band?: AgeBand;
  minimumAge: number;
  expiresAt: Date;
};

const factsOf = (token: Token): TokenFacts => ({
  over18: token.over18,
  verificationId: token.verificationId,
  ...(token.verifiedAge === null ? {} : { verifiedAge: token.verifiedAge }),
  ...ageAnswerOf(token),
  minimumAge: token.minimumAge,
  expiresAt: token.expiresAt,
});

const codeInvalid = (): ServiceError => new ServiceError("CODE_INVALID");

/**
 * The token of a verification, once, for a code that the browser brought. The token's text was never stored: it is
 * signed here from its claims, as for every answer with a token.
 *
 * Only the tenant that the verification belongs to learns that a code was used or has expired, and only for
 * that verification's codes: any other code is unknown. A second use revokes nothing (RFC 6749 §4.1.2 only
 * advises it): otherwise a person who reloads the tenant's page would lose a genuine token.
 * @throws VERIFICATION_NOT_FOUND: absent, another tenant's or of the other mode, all alike
 * @throws CODE_INVALID: unknown, of another verification, or its token was revoked; CODE_USED, CODE_EXPIRED
 */
export const exchangeCode = async (
  ctx: TenantCtx,
  { verificationId, code }: { verificationId: string; code: string },
): Promise<TokenFacts & { token: string }> => {
  const { deps, tenant, mode } = ctx;
  const db = deps.db.orm;
  const isOne = isId("verification", verificationId);
  const state = isOne ? await findVerificationState(deps.db, tenant.id, verificationId) : null;
  if (state?.mode !== mode) throw new ServiceError("VERIFICATION_NOT_FOUND");
  const hashes = CODE_PATTERN.test(code) ? hashesOf(deps.secrets, code) : [];
  const found = await findReturnCode(db, tenant.id, verificationId, hashes);
  if (!found) throw codeInvalid();
  const now = deps.now();
  const isOver = found.expiresAt.getTime() <= now.getTime();
  // Together: a token that could not be signed is not spent.
  const exchanged = isOver
    ? null
    : await inTransaction(deps.db, async (tx) => {
        const token = await markExchanged(tx, tenant.id, verificationId, now);
        return token && { token, jwt: await signToken(deps, token, mode) };
      });
  if (exchanged === null) {
    const kept = await findTokenOfVerification(db, tenant.id, verificationId);
    if (kept?.exchangedAt) throw new ServiceError("CODE_USED");
    throw isOver ? new ServiceError("CODE_EXPIRED") : codeInvalid();
  }
  return { token: exchanged.jwt, ...factsOf(exchanged.token) };
};

type TokenReport = { valid: false; over18: false; reason: TokenReason } | ({ valid: true } & TokenFacts);

const invalid = (reason: TokenReason): TokenReport => ({ valid: false, over18: false, reason });

/**
 * Whether a token that this service signed expired so long ago that its row went with age, not by an erasure.
 */
const isPurged = async ({ deps, tenant, mode }: TenantCtx, { sub, exp }: TokenClaims): Promise<boolean> => {
  const purgedAtMs = (exp + KEPT_SECONDS.token) * 1000;
  if (purgedAtMs > deps.now().getTime() || !isId("verification", sub)) return false;
  const state = await findVerificationState(deps.db, tenant.id, sub);
  return state !== null && state.mode === mode && state.redactedAt === null;
};

/**
 * Spends a code that stands for a token, as a gate's script puts it into a form (docs/gate.md). Only the tenant's own codes
 * are known, in the mode of its key. Of two that spend one at once, one does.
 */
const spendCode = async ({ deps, tenant, mode }: TenantCtx, code: string): Promise<TokenReport> => {
  const db = deps.db.orm;
  const found = await findReturnCodeAlone(db, tenant.id, hashesOf(deps.secrets, code));
  const state = found && (await findVerificationState(deps.db, tenant.id, found.verificationId));
  if (!found || state?.mode !== mode) return invalid("TOKEN_NOT_FOUND");
  const now = deps.now();
  if (found.expiresAt.getTime() <= now.getTime()) return invalid("TOKEN_EXPIRED");
  const kept = await findTokenOfVerification(db, tenant.id, found.verificationId);
  if (kept && kept.expiresAt.getTime() <= now.getTime()) return invalid("TOKEN_EXPIRED");
  const token = await markExchanged(db, tenant.id, found.verificationId, now);
  return token ? { valid: true, ...factsOf(token) } : invalid("TOKEN_INVALID");
};

/**
 * Whether a token is valid, checked in this order: shape, signature and issuer; audience; known; expiry;
 * revocation. A problem with the token is an answer, not an error. A code in place of the token is spent.
 */
export const validateToken = async (ctx: TenantCtx, jwt: string): Promise<TokenReport> => {
  if (CODE_PATTERN.test(jwt)) return spendCode(ctx, jwt);
  const { deps, tenant, mode } = ctx;
  const verified = await deps.signingKeys.verify(jwt, { issuer: deps.settings.publicUrl });
  if (!verified.ok) return invalid("TOKEN_INVALID");
  const { claims } = verified;
  if (claims.aud !== tenant.id) return invalid("TENANT_MISMATCH");
  // A test token proves nothing, so live keys do not find it.
  const token = await findToken(deps.db, tenant.id, mode, claims.jti);
  if (!token) return invalid((await isPurged(ctx, claims)) ? "TOKEN_EXPIRED" : "TOKEN_NOT_FOUND");
  // RFC 7519 §4.1.4: not valid on or after the expiry; our row and the claim say the same instant.
  if (token.expiresAt.getTime() <= deps.now().getTime()) return invalid("TOKEN_EXPIRED");
  if (token.revokedAt) return invalid("TOKEN_INVALID");
  return { valid: true, ...factsOf(token) };
};
