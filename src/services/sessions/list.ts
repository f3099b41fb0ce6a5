import { listSessions } from "#data/console-sessions.ts";
import type { PersonCtx } from "../context.ts";

export type SessionView = {
  id: string;
  /** Browser and system at sign-in: "Firefox on Linux". */
  client: string;
  createdAt: Date;
  /** To the minute. */
  lastUsedAt: Date;
  /** Unless it is used before. */
  expiresAt: Date;
  isCurrent: boolean;
};

/** Where the person is signed in, the last used first. */
export const sessionsOf = async ({ deps, member, sessionId }: PersonCtx): Promise<SessionView[]> =>
  (await listSessions(deps.db.orm, member.id, deps.now())).map((row) => ({
    ...row,
    isCurrent: row.id === sessionId,
  }));
