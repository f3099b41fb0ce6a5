import { inTransaction } from "#data/client.ts";
import { noteBearer } from "#data/console-bearers.ts";
import { insertSession } from "#data/console-sessions.ts";
import type { ProviderSession } from "#platform/identity/identity-provider.ts";
import type { Ctx } from "../context.ts";
import { newId } from "../new-id.ts";
import { bearerHashOf, sealGrant, secretHashOf } from "./grant.ts";
import { rememberBearerUntil, SESSION_IDLE_MS, SESSION_MAX_MS } from "./lifetime.ts";

export type BeginInput = {
  memberId: string;
  /** For the browser's cookie. */
  secret: string;
  grant: ProviderSession;
  /** Browser and system, in our words. */
  client: string;
};

/** Begins the session of somebody who has just signed in. */
export const beginSession = (
  { deps }: Ctx,
  { memberId, secret, grant, client }: BeginInput,
): Promise<{ id: string; endsAt: Date }> => {
  const id = newId(deps, "session");
  const createdAt = deps.now();
  const endsAt = new Date(createdAt.getTime() + SESSION_MAX_MS);
  return inTransaction(deps.db, async (db) => {
    await insertSession(db, {
      id,
      memberId,
      secretHash: secretHashOf(deps, secret),
      client,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + SESSION_IDLE_MS),
      endsAt,
      grantSealed: sealGrant(deps, id, grant),
      bearerExpiresAt: new Date(grant.bearerExpiresAt * 1_000),
    });
    const expiresAt = rememberBearerUntil(grant.bearerExpiresAt);
    await noteBearer(db, { hash: bearerHashOf(deps, grant.bearer), sessionId: id, expiresAt });
    return { id, endsAt };
  });
};
