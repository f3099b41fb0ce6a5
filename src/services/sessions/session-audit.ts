import { membershipsOf } from "#data/members/members.ts";
import type { Db } from "#data/service/client.ts";
import { recordAudit } from "#services/audit-log.ts";
import type { Deps } from "#services/context.ts";
import { newId } from "#services/ids.ts";

/** A person can be a member of many tenants; a sign-in is not to write to more of them than this. */
const MOST_TENANTS = 100;

type Noted = {
  action: "session.begin" | "session.end";
  memberId: string;
  sessionId: string;
  changes?: Record<string, string | number>;
};

/**
 * Notes in the audit trail of each tenant whose member the person is that they signed in or out: once for each session, in the
 * transaction that begins or ends it. A sign-in itself belongs to no tenant. Neither the network address nor the browser's own text is kept.
 */
export const recordSession = async (
  deps: Deps,
  db: Db,
  { action, memberId, sessionId, changes = {} }: Noted,
): Promise<void> => {
  const actor = { kind: "member", memberId } as const;
  const ctx = { deps, site: null, actor, requestId: newId(deps, "request") };
  const memberships = await membershipsOf(db, memberId);
  for (const { tenantId } of memberships.slice(0, MOST_TENANTS)) {
    await recordAudit(ctx, db, { tenantId, action, target: sessionId, changes });
  }
};
