import type { Db } from "./client.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Notes whose bearer it is; one that was noted before belongs to the session that got it last. */
export const noteBearer = async (
  db: Db,
  { hash, sessionId, expiresAt }: { hash: Bytes; sessionId: string; expiresAt: Date },
): Promise<void> => {
  await db.consoleBearer.upsert({
    where: { hash },
    create: { hash, sessionId, expiresAt },
    update: { sessionId, expiresAt },
  });
};

export type BearerOwner = {
  id: string;
  name: string;
  emailHash: Bytes | null;
  /** Null: no session of ours got this bearer. */
  sessionId: string | null;
  isEnded: boolean;
  lastUsedAt: Date | null;
};

/** The member and, where the bearer was given to a session's page, that session: one statement for each call. */
export const findBearerOwner = async (
  db: Db,
  { issuer, subject }: { issuer: string; subject: string },
  hash: Bytes,
  now: Date,
): Promise<BearerOwner | null> => {
  const [row] = await db.$queryRaw<BearerOwner[]>`
    select m.id, m.name, m.email_hash as "emailHash", s.id as "sessionId", s.last_used_at as "lastUsedAt",
      coalesce(s.ended_at is not null or s.expires_at <= ${now} or s.member_id <> m.id, false) as "isEnded"
    from member m
    left join console_bearer b on b.hash = ${hash}
    left join console_session s on s.id = b.session_id
    where m.issuer = ${issuer} and m.subject = ${subject}`;
  return row ?? null;
};

/** Deletes what no session and no call needs any more: at most `limit` of each. Returns how many. */
export const purgeSessions = async (db: Db, now: Date, limit: number): Promise<number> => {
  const bearers = await db.$executeRaw`
    delete from console_bearer where hash in (
      select hash from console_bearer where expires_at < ${now} order by expires_at limit ${limit}
      for update skip locked)`;
  // One that has ended stays till then, too: as long as a bearer of it might still be shown.
  const sessions = await db.$executeRaw`
    delete from console_session where id in (
      select id from console_session s
      where expires_at < ${now} and not exists (select from console_bearer b where b.session_id = s.id)
      order by expires_at limit ${limit} for update skip locked)`;
  return bearers + sessions;
};
