import type { Token } from "#core/claims.ts";
import type { Database, Db } from "./client.ts";

export const insertToken = async (db: Db, token: Token): Promise<void> => {
  await db.token.create({ data: token });
};

// Hot: every /tokens/validate.
const FIND = {
  name: "token_by_id",
  text: `select id, tenant_id as "tenantId", verification_id as "verificationId", minimum_age as "minimumAge",
    verified_age as "verifiedAge", over_18 as "over18", method, issued_at as "issuedAt",
    expires_at as "expiresAt", revoked_at as "revokedAt" from token where id = $1 and tenant_id = $2`,
};

/** The token with this `jti`; null means absent or not this tenant's. */
export const findToken = async (database: Database, tenantId: string, id: string): Promise<Token | null> => {
  const { rows } = await database.pool.query<Token>({ ...FIND, values: [id, tenantId] });
  return rows[0] ?? null;
};

export const findTokenOfVerification = (
  db: Db,
  tenantId: string,
  verificationId: string,
): Promise<Token | null> => db.token.findFirst({ where: { verificationId, tenantId } });

/** Whether a token was revoked by this call. */
export const revokeToken = async (db: Db, tenantId: string, id: string, now: Date): Promise<boolean> => {
  const { count } = await db.token.updateMany({
    where: { id, tenantId, revokedAt: null },
    data: { revokedAt: now },
  });
  return count === 1;
};
