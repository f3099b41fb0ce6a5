import { ServiceError } from "#core/errors.ts";
import { inTransaction } from "#data/client.ts";
import { endSessions, findGrants, type WhichSessions } from "#data/console-sessions.ts";
import type { Deps, PersonCtx } from "../context.ts";
import { openGrant } from "./grant.ts";
import { openSession } from "./open.ts";

/**
 * Ends running sessions of one member: their cookies and bearers are refused from now on, and the provider is told to
 * forget their refresh tokens (RFC 7009), if it answers.
 * @returns how many were running
 */
export const endSessionsOf = async (deps: Deps, which: WhichSessions): Promise<number> => {
  const { grants, count } = await inTransaction(deps.db, async (db) => ({
    grants: await findGrants(db, which),
    count: await endSessions(db, which, deps.now()),
  }));
  const revoke = deps.identity?.revoke;
  await Promise.all(
    grants.map(async ({ id, grantSealed }) => {
      const grant = openGrant(deps, id, grantSealed);
      deps.log.info("session", { code: "signed_out", memberId: which.memberId, sessionId: id });
      // Ours has ended whatever the provider says or does not say.
      if (grant && revoke) await revoke(grant).catch(() => undefined);
    }),
  );
  return count;
};

/**
 * Ends the session of a cookie that a newer one takes the place of. The provider hears nothing of it: some of them keep
 * one session for a person and a client, and would end the newer one too.
 */
export const endSessionOfCookie = async (deps: Deps, secret: string | null): Promise<void> => {
  const session = await openSession(deps, secret);
  if (session) {
    await endSessions(deps.db.orm, { memberId: session.memberId, id: session.id }, deps.now());
  }
};

/** Ends one of one's own sessions. @throws NOT_FOUND: none of one's own that is running */
export const endSession = async ({ deps, member }: PersonCtx, sessionId: string): Promise<void> => {
  const count = await endSessionsOf(deps, { memberId: member.id, id: sessionId });
  if (count === 0)
    throw new ServiceError("NOT_FOUND", "There is no such session; it may have ended already.");
};

/** Ends all of one's sessions except the one that this call comes from. */
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

/** Ends all of one's sessions, this one too: signed out everywhere. */
export const endAllSessions = async ({ deps, member }: PersonCtx): Promise<{ ended: number }> => ({
  ended: await endSessionsOf(deps, { memberId: member.id }),
});
