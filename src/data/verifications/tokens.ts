import type { Token } from "#core/claims.ts";
import type { Mode } from "#core/verification.ts";
import type { Database, Db } from "#data/service/client.ts";
import { TOKEN_BY_ID } from "#data/sql/requests.ts";
import { sharedRead } from "#data/sql/shared-read.ts";

export const insertToken = async (db: Db, token: Token): Promise<void> => {
  await db.token.create({ data: token });
};

const readToken = sharedRead(TOKEN_BY_ID);

/** The token with this `jti`; null means absent, not this tenant's or of the other mode. */
export const findToken = (database: Database, tenantId: string, mode: Mode, id: string) =>
  readToken(database, [id, tenantId, mode]);

export const findTokenOfVerification = (db: Db, tenantId: string, verificationId: string) =>
  db.token.findFirst({ where: { verificationId, tenantId } });

/** Whether a token was revoked by this call. */
export const revokeToken = async (db: Db, tenantId: string, id: string, now: Date): Promise<boolean> => {
  const { count } = await db.token.updateMany({
    where: { id, tenantId, revokedAt: null },
    data: { revokedAt: now },
  });
  return count === 1;
};
