import { setTimeout as pause } from "node:timers/promises";
import { ServiceError } from "#core/errors.ts";
import {
  claimRenewal,
  endSessions,
  findGrants,
  findSession,
  findSessionById,
  finishRenewal,
  insertSession,
  listSessions,
  noteBearer,
  releaseRenewal,
  type SessionRow,
  touchSession,
  type WhichSessions,
} from "#data/members/console-sessions.ts";
import { inTransaction } from "#data/service/client.ts";
import type { IdentityProvider, ProviderSession } from "#platform/identity/identity-provider.ts";
import type { Ctx, Deps, PersonCtx } from "#services/context.ts";
import { newId } from "#services/ids.ts";
import { recordSession } from "./session-audit.ts";
import {
  bearerHashesOf,
  isSessionSecret,
  openGrant,
  RENEW_BEFORE_MS,
  RENEWAL_LEASE_MS,
  rememberBearerUntil,
  SESSION_IDLE_MS,
  SESSION_MAX_MS,
  SESSION_TOUCH_MS,
  sealGrant,
  secretHashesOf,
  secretHashOf,
} from "./session-grant.ts";

type BeginInput = {
  memberId: string;
  /** For the browser's cookie. */
  secret: string;
  grant: ProviderSession;
  /** Browser and system, in our words. */
  client: string;
};

/** Begins the session of a person who has just signed in. */
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
    await noteBearer(db, { hashes: bearerHashesOf(deps, grant.bearer), sessionId: id, expiresAt });
    await recordSession(deps, db, {
      action: "session.begin",
      memberId,
      sessionId: id,
      changes: { client },
    });
    return { id, endsAt };
  });
};

/** A running session with the provider's tokens unsealed. */
export type OpenSession = Pick<SessionRow, "id" | "memberId" | "renewedAt" | "bearerExpiresAt"> & {
  grant: ProviderSession;
};

const opened = (deps: Pick<Deps, "secrets">, row: SessionRow | null): OpenSession | null => {
  const grant = row && openGrant(deps, row.id, row.grantSealed);
  return row && grant && { ...row, grant };
};

/** The running session behind a cookie; null: there is none, or it has ended or expired. */
export const openSession = async (
  deps: Pick<Deps, "db" | "secrets" | "now">,
  secret: string | null,
): Promise<OpenSession | null> => {
  if (secret === null || !isSessionSecret(secret)) return null;
  return opened(deps, await findSession(deps.db.orm, secretHashesOf(deps, secret), deps.now()));
};

/** Records a session's use, at most once a minute. */
export const noteSessionUse = async (
  deps: Pick<Deps, "db" | "now">,
  id: string,
  lastUsedAt: Date,
): Promise<void> => {
  const now = deps.now();
  if (now.getTime() - lastUsedAt.getTime() < SESSION_TOUCH_MS) return;
  await touchSession(deps.db.orm, id, now, SESSION_IDLE_MS);
};

/**
 * Ends running sessions of one member: their cookies and bearers are refused from now on, and their refresh tokens are
 * revoked at the provider (RFC 7009), if it answers.
 * @returns how many were running
 */
export const endSessionsOf = async (deps: Deps, which: WhichSessions): Promise<number> => {
  const { grants, count } = await inTransaction(deps.db, async (db) => {
    const running = await findGrants(db, which);
    const ended = await endSessions(db, which, deps.now());
    // Of two that end the same session at once, one does.
    if (ended > 0) {
      const { memberId } = which;
      for (const { id } of running) {
        await recordSession(deps, db, { action: "session.end", memberId, sessionId: id });
      }
    }
    return { grants: running, count: ended };
  });
  const revoke = deps.identity?.revoke;
  await Promise.all(
    grants.map(async ({ id, grantSealed }) => {
      const grant = openGrant(deps, id, grantSealed);
      deps.log.info("session", { code: "signed_out", memberId: which.memberId, sessionId: id });
      // Our session has ended, whatever the provider answers.
      if (grant && revoke) await revoke(grant).catch(() => undefined);
    }),
  );
  return count;
};

/**
 * Ends the session of a cookie that a newer one replaces. The provider is not informed: some have one session per person
 * and client, and would end the newer one too.
 */
export const endSessionOfCookie = async (deps: Deps, secret: string | null): Promise<void> => {
  const session = await openSession(deps, secret);
  if (session) await endSessions(deps.db.orm, { memberId: session.memberId, id: session.id }, deps.now());
};

/** Ends one of the caller's sessions. @throws NOT_FOUND: no such running session of the caller */
export const endSession = async ({ deps, member }: PersonCtx, sessionId: string): Promise<void> => {
  const count = await endSessionsOf(deps, { memberId: member.id, id: sessionId });
  if (count === 0)
    throw new ServiceError("NOT_FOUND", "There is no such session. It may have already ended.");
};

/** Ends all of the caller's sessions except the one that makes this call. */
export const endOtherSessions = async ({
  deps,
  member,
  sessionId,
}: PersonCtx): Promise<{ ended: number }> => ({
  ended: await endSessionsOf(deps, {
    memberId: member.id,
    ...(sessionId === null ? {} : { id: { not: sessionId } }),
  }),
});

/** Ends all of the caller's sessions, including this one. */
export const endAllSessions = async ({ deps, member }: PersonCtx): Promise<{ ended: number }> => ({
  ended: await endSessionsOf(deps, { memberId: member.id }),
});

type SessionView = {
  id: string;
  /** Browser and system at sign-in: "Firefox on Linux". */
  client: string;
  createdAt: Date;
  /** To the minute. */
  lastUsedAt: Date;
  /** Unless it is used before then. */
  expiresAt: Date;
  isCurrent: boolean;
};

/** The person's sessions, most recently used first. */
export const sessionsOf = async ({ deps, member, sessionId }: PersonCtx): Promise<SessionView[]> =>
  (await listSessions(deps.db.orm, member.id, deps.now())).map((row) => ({
    ...row,
    isCurrent: row.id === sessionId,
  }));

const POLL_MS = 150;
const MAX_POLLS = 80; // twelve seconds

const isDue = ({ now }: Pick<Deps, "now">, { renewedAt, bearerExpiresAt }: OpenSession): boolean => {
  const end = bearerExpiresAt.getTime();
  return end - now().getTime() < Math.min(RENEW_BEFORE_MS, (end - renewedAt.getTime()) / 2);
};

/** Stores the renewed tokens; null: the session has ended in the meantime, so they are revoked. */
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
    if (!(await finishRenewal(db, id, leaseId, { grantSealed, renewedAt, bearerExpiresAt }))) return false;
    const expiresAt = rememberBearerUntil(grant.bearerExpiresAt);
    await noteBearer(db, { hashes: bearerHashesOf(deps, grant.bearer), sessionId: id, expiresAt });
    return true;
  });
  if (isKept) return { ...session, renewedAt, bearerExpiresAt, grant };
  await identity.revoke(grant).catch(() => undefined);
  return null;
};

/** Asks the provider, outside any transaction, as the one process that holds the lease. */
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
    // An unavailable provider has ended nothing: the session continues.
    if (error instanceof ServiceError) return session;
    throw error;
  }
  if (renewed) return settle(deps, identity, session, leaseId, renewed);
  await endSessions(deps.db.orm, { memberId, id }, deps.now());
  deps.log.info("session", { code: "ended_by_provider", memberId, sessionId: id });
  return null;
};

/**
 * The session with a bearer that lasts at least a minute, renewed when due: once for all tabs and processes, because a
 * refresh token may be single-use, and a second use may end the whole grant (RFC 9700 §4.14.2). While the provider is
 * unavailable, returns the session unchanged.
 * @returns null if the provider has ended it
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
    // The holder gave up without a new bearer: the provider is unavailable, and asking again would only take longer.
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
