import type { ConsoleSession } from "#data/generated/client.ts";
import type { Db } from "#data/service/client.ts";
import { type HiddenOf, running } from "#data/service/columns.ts";
import { purge } from "#data/service/retention.ts";

type Bytes = Uint8Array<ArrayBuffer>;

export type SessionRow = Pick<
  ConsoleSession,
  | ("id" | "memberId" | "createdAt" | "lastUsedAt" | "expiresAt" | "endsAt")
  | ("grantSealed" | "renewedAt" | "bearerExpiresAt" | "leaseId" | "leaseUntil")
>;

const HIDDEN = {
  secretHash: true,
  client: true,
  endedAt: true,
} as const satisfies HiddenOf<ConsoleSession, SessionRow>;

type NewSession = Omit<ConsoleSession, "lastUsedAt" | "renewedAt" | "leaseId" | "leaseUntil" | "endedAt">;

export const insertSession = async (db: Db, session: NewSession): Promise<void> => {
  await db.consoleSession.create({
    data: { ...session, lastUsedAt: session.createdAt, renewedAt: session.createdAt },
  });
};

/** The running session that a cookie names. */
export const findSession = (db: Db, secretHashes: Bytes[], now: Date): Promise<SessionRow | null> =>
  db.consoleSession.findFirst({ where: { secretHash: { in: secretHashes }, ...running(now) }, omit: HIDDEN });

/** The session as it is now, while another process renews it. */
export const findSessionById = (db: Db, id: string, now: Date): Promise<SessionRow | null> =>
  db.consoleSession.findFirst({ where: { id, ...running(now) }, omit: HIDDEN });

/** The member's running sessions, the most recently used first. */
export const listSessions = (db: Db, memberId: string, now: Date) =>
  db.consoleSession.findMany({
    where: { memberId, ...running(now) },
    orderBy: [{ lastUsedAt: "desc" }, { id: "desc" }],
    select: { id: true, client: true, createdAt: true, lastUsedAt: true, expiresAt: true },
  });

/** Records a session's use and postpones its idle end. */
export const touchSession = async (db: Db, id: string, now: Date, idleMs: number): Promise<void> => {
  await db.$executeRaw`
    update console_session
    set last_used_at = ${now}, expires_at = least(ends_at, ${new Date(now.getTime() + idleMs)})
    where id = ${id} and ended_at is null and expires_at > ${now}`;
};

/**
 * One conditional UPDATE: of all the processes that find the same bearer due, only one gets true and asks the
 * provider. An abandoned lease expires.
 */
export const claimRenewal = async (
  db: Db,
  { id, grantSealed }: Pick<SessionRow, "id" | "grantSealed">,
  lease: { leaseId: string; leaseUntil: Date },
  now: Date,
): Promise<boolean> => {
  const { count } = await db.consoleSession.updateMany({
    where: {
      id,
      grantSealed, // every sealing differs, so this is exactly the grant that was read
      ...running(now),
      OR: [{ leaseUntil: null }, { leaseUntil: { lte: now } }],
    },
    data: lease,
  });
  return count === 1;
};

const NO_LEASE = { leaseId: null, leaseUntil: null } as const;

/** Writes the renewed grant; false when the session or the lease ended in the meantime. */
export const finishRenewal = async (
  db: Db,
  id: string,
  leaseId: string,
  grant: { grantSealed: string; renewedAt: Date; bearerExpiresAt: Date },
): Promise<boolean> => {
  const { count } = await db.consoleSession.updateMany({
    where: { id, leaseId, endedAt: null },
    data: { ...grant, ...NO_LEASE },
  });
  return count === 1;
};

/** Lets others try, because the provider was unavailable. */
export const releaseRenewal = async (db: Db, id: string, leaseId: string): Promise<void> => {
  await db.consoleSession.updateMany({ where: { id, leaseId }, data: NO_LEASE });
};

/** Which sessions to end, always one member's. */
export type WhichSessions = { memberId: string; id?: string | { not: string } };

/** The sealed grants of running sessions, read before they are erased. */
export const findGrants = (db: Db, which: WhichSessions) =>
  db.consoleSession.findMany({ where: { ...which, endedAt: null }, select: { id: true, grantSealed: true } });

/** Ends sessions and erases the provider's tokens. Returns how many were running. */
export const endSessions = async (db: Db, which: WhichSessions, now: Date): Promise<number> => {
  const { count } = await db.consoleSession.updateMany({
    where: { ...which, endedAt: null },
    data: { endedAt: now, grantSealed: null, ...NO_LEASE },
  });
  return count;
};

/** Ends every member's running sessions, and erases the provider's tokens. Returns how many were running. */
export const endEverySession = async (db: Db, now: Date): Promise<number> => {
  const data = { endedAt: now, grantSealed: null, ...NO_LEASE };
  return (await db.consoleSession.updateMany({ where: { endedAt: null }, data })).count;
};

/**
 * Records the session of a bearer; a known bearer moves to the session that last received it.
 * @param bearer.hashes the hash to store, then the one made with an older pepper
 */
export const noteBearer = async (
  db: Db,
  { hashes, sessionId, expiresAt }: { hashes: Bytes[]; sessionId: string; expiresAt: Date },
): Promise<void> => {
  const [hash, ...older] = hashes;
  if (!hash) return;
  if (older.length > 0) await db.consoleBearer.deleteMany({ where: { hash: { in: older } } });
  await db.consoleBearer.upsert({
    where: { hash },
    create: { hash, sessionId, expiresAt },
    update: { sessionId, expiresAt },
  });
};

type BearerOwner = {
  id: string;
  name: string;
  emailHash: Bytes | null;
  /** Null: this bearer was not given to any session. */
  sessionId: string | null;
  isEnded: boolean;
  lastUsedAt: Date | null;
};

/** The member and, if the bearer was given to a session's page, that session: one statement per call. */
export const findBearerOwner = async (
  db: Db,
  { issuer, subject }: { issuer: string; subject: string },
  hashes: Bytes[],
  now: Date,
): Promise<BearerOwner | null> => {
  const [row] = await db.$queryRaw<BearerOwner[]>`
    select m.id, m.name, m.email_hash as "emailHash", s.id as "sessionId", s.last_used_at as "lastUsedAt",
      coalesce(s.ended_at is not null or s.expires_at <= ${now} or s.member_id <> m.id, false) as "isEnded"
    from member m
    left join console_bearer b on b.hash = any(${hashes})
    left join console_session s on s.id = b.session_id
    where m.issuer = ${issuer} and m.subject = ${subject}`;
  return row ?? null;
};

/**
 * Deletes rows that no session and no call needs any more: at most `limit` of each kind. Returns how many.
 */
export const purgeSessions = async (db: Db, now: Date, limit: number): Promise<number> => {
  const bearers = await purge("console_bearer")(db, now, limit);
  // An ended session also stays while one of its bearers may still be presented.
  const sessions = await db.$executeRaw`
    delete from console_session where id in (
      select id from console_session s
      where expires_at < ${now} and not exists (select from console_bearer b where b.session_id = s.id)
      order by expires_at limit ${limit} for update skip locked)`;
  return bearers + sessions;
};
