import { setTimeout as pause } from "node:timers/promises";
import { ServiceError } from "#core/errors.ts";
import { inTransaction } from "#data/client.ts";
import { noteBearer } from "#data/console-bearers.ts";
import {
  claimRenewal,
  endSessions,
  findSessionById,
  releaseRenewal,
  settleRenewal,
} from "#data/console-sessions.ts";
import type { IdentityProvider, ProviderSession } from "#platform/identity/identity-provider.ts";
import type { Deps } from "../context.ts";
import { bearerHashOf, sealGrant } from "./grant.ts";
import { RENEW_BEFORE_MS, RENEWAL_LEASE_MS, rememberBearerUntil } from "./lifetime.ts";
import { type OpenSession, opened } from "./open.ts";

const POLL_MS = 150;
const MAX_POLLS = 80; // twelve seconds

const isDue = ({ now }: Pick<Deps, "now">, { renewedAt, bearerExpiresAt }: OpenSession): boolean => {
  const end = bearerExpiresAt.getTime();
  return end - now().getTime() < Math.min(RENEW_BEFORE_MS, (end - renewedAt.getTime()) / 2);
};

/** Writes what the provider gave; null: the session was ended meanwhile, so the provider is told to forget it. */
const settle = async (
  deps: Deps,
  identity: IdentityProvider,
  session: OpenSession,
  leaseId: string,
  grant: ProviderSession,
): Promise<OpenSession | null> => {
  const { id } = session;
  const bearerExpiresAt = new Date(grant.bearerExpiresAt * 1_000);
  const renewedAt = deps.now();
  const isKept = await inTransaction(deps.db, async (db) => {
    const grantSealed = sealGrant(deps, id, grant);
    if (!(await settleRenewal(db, id, leaseId, { grantSealed, renewedAt, bearerExpiresAt }))) return false;
    const expiresAt = rememberBearerUntil(grant.bearerExpiresAt);
    await noteBearer(db, { hash: bearerHashOf(deps, grant.bearer), sessionId: id, expiresAt });
    return true;
  });
  if (isKept) return { ...session, renewedAt, bearerExpiresAt, grant };
  await identity.revoke(grant).catch(() => undefined);
  return null;
};

/** Asks the provider, outside any transaction, as the one process that may. */
const renewAlone = async (
  deps: Deps,
  identity: IdentityProvider,
  session: OpenSession,
  leaseId: string,
): Promise<OpenSession | null> => {
  const { id, memberId } = session;
  let renewed: ProviderSession | null;
  try {
    renewed = await identity.renew(session.grant);
  } catch (error) {
    await releaseRenewal(deps.db.orm, id, leaseId);
    // A provider that is away has ended nothing: the session waits for it.
    if (error instanceof ServiceError) return session;
    throw error;
  }
  if (renewed) return settle(deps, identity, session, leaseId, renewed);
  await endSessions(deps.db.orm, { memberId, id }, deps.now());
  deps.log.info("session", { code: "ended_by_provider", memberId, sessionId: id });
  return null;
};

/**
 * The session with a bearer that lasts for at least a minute, renewed where it is due: once for all tabs and all
 * processes, because a refresh token may be good for one use only, and a second use may end the whole grant (RFC 9700
 * §4.14.2). While the provider is away it is the session as it was.
 * @returns null when the provider has ended it
 */
export const renewedSession = async (
  deps: Deps,
  identity: IdentityProvider,
  session: OpenSession,
): Promise<OpenSession | null> => {
  const { db, now, random, secrets } = deps;
  if (!isDue(deps, session)) return session;
  let current = session;
  let hasWaited = false;
  for (let poll = 0; poll < MAX_POLLS; poll += 1) {
    const row = await findSessionById(db.orm, session.id, now());
    const found = opened({ secrets }, row);
    if (!row || !found || !isDue(deps, found)) return found;
    current = found;
    const isHeld = row.leaseUntil !== null && row.leaseUntil.getTime() > now().getTime();
    // Whoever held it let go and nothing is new: the provider is away, and asking again would only take longer.
    if (hasWaited && row.leaseUntil === null) return current;
    if (!isHeld) {
      const leaseId = Buffer.from(random(16)).toString("base64url");
      const leaseUntil = new Date(now().getTime() + RENEWAL_LEASE_MS);
      if (await claimRenewal(db.orm, row, { leaseId, leaseUntil }, now())) {
        return renewAlone(deps, identity, current, leaseId);
      }
    }
    hasWaited = true;
    await pause(POLL_MS);
  }
  return current;
};
