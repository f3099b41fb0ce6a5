import type { Token } from "#core/claims.ts";
import type { Mode } from "#core/verification.ts";
import type { Database, Db } from "./client.ts";

export const insertToken = async (db: Db, token: Token): Promise<void> => {
  await db.token.create({ data: token });
};

// Hot: every /tokens/validate.
const FIND = {
  name: "token_by_id",
  text: `select t.id, t.tenant_id as "tenantId", t.verification_id as "verificationId", t.minimum_age as "minimumAge",
    t.verified_age as "verifiedAge", t.over_18 as "over18", t.method, t.issued_at as "issuedAt",
    t.expires_at as "expiresAt", t.revoked_at as "revokedAt"
    from token t join verification v on v.id = t.verification_id
    where t.id = $1 and t.tenant_id = $2 and v.mode = $3::mode`,
};

/** The token with this `jti`; null means absent, not this tenant's or of the other mode. */
export const findToken = async (
  database: Database,
  tenantId: string,
  mode: Mode,
  id: string,
): Promise<Token | null> => {
  const { rows } = await database.pool.query<Token>({ ...FIND, values: [id, tenantId, mode] });
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
