import { DAY_MS, HOUR_MS } from "#core/day.ts";
import { HOSTS, hostEnd, hostState, proofRecord } from "#core/tenant-host.ts";
import { type Db, inTransaction } from "#data/service/client.ts";
import { countAudited } from "#data/tenants/audit.ts";
import {
  findHost,
  findOwner,
  type HostRow,
  lockHostName,
  takeDueHosts,
  updateHost,
} from "#data/tenants/tenant-hosts.ts";
import type { TextAnswer } from "#platform/dns-text.ts";
import { recordAudit } from "#services/audit-log.ts";
import { forgetCached } from "#services/cached.ts";
import type { Ctx } from "#services/context.ts";

// What a look at the DNS does to a host: the TXT record is the only thing that says whose it is.

/**
 * `taken`: another tenant has the host, and its record is still there. `unknown`: the resolver gave no answer. `waits`: the
 * record is there, and the tenant has proven as many names within a day as it can.
 */
export type Outcome = "found" | "absent" | "taken" | "unknown" | "waits";

type Looked = Pick<HostRow, "id" | "tenantId" | "host">;

const holds = (answer: TextAnswer, { host, txtToken }: Pick<HostRow, "host" | "txtToken">): boolean =>
  answer.kind === "records" && answer.texts.some((text) => text.trim() === proofRecord(host, txtToken).value);

const audit = (ctx: Ctx, db: Db, action: "prove" | "lose" | "warn" | "switch_on", row: Looked) =>
  recordAudit(ctx, db, {
    tenantId: row.tenantId,
    action: `host.${action}`,
    target: row.id,
    changes: { host: row.host },
  });

/**
 * Takes a host from the tenant whose record is no longer there, for one whose record is.
 * @returns false: the other tenant's record is there too, and what was proven first stays
 */
const takeOver = async (
  ctx: Ctx,
  db: Db,
  row: HostRow,
  { answer, now }: { answer: TextAnswer; now: Date },
): Promise<boolean> => {
  const owner = await findOwner(db, row.host);
  if (!owner || owner.id === row.id) return true;
  if (holds(answer, owner)) return false;
  await updateHost(db, owner.tenantId, owner.id, { offAt: now, missingSince: owner.missingSince ?? now });
  await audit(ctx, db, "lose", owner);
  forgetCached(ctx.deps, owner.id);
  return true;
};

/**
 * Whether the tenant can have another name proven now. Authorities limit how many certificates one account orders, and all
 * tenants share the proxy's. The trail counts, which no tenant can shorten by removing hosts.
 */
const hasRoom = async (db: Db, { tenantId }: Looked, now: Date): Promise<boolean> => {
  // Waits for this tenant's other proofs; a tenant's id is never the name of a host.
  await lockHostName(db, tenantId);
  const since = new Date(now.getTime() - DAY_MS);
  return (await countAudited(db, { tenantId, action: "host.prove", since })) < HOSTS.provenPerDay;
};

/** The record is there. */
const prove = async (
  ctx: Ctx,
  db: Db,
  row: HostRow,
  seen: { answer: TextAnswer; now: Date },
): Promise<Outcome> => {
  const before = hostState(row);
  const { now } = seen;
  const noted = { checkedAt: now, lastAnswer: "found" };
  if (before === "pending" && !(await hasRoom(db, row, now))) {
    await updateHost(db, row.tenantId, row.id, noted);
    return "waits";
  }
  const isFree = await takeOver(ctx, db, row, seen);
  await updateHost(db, row.tenantId, row.id, {
    ...noted,
    ...(isFree && { verifiedAt: row.verifiedAt ?? now, missingSince: null, offAt: null }),
  });
  if (isFree && before === "pending") await audit(ctx, db, "prove", row);
  if (isFree && before === "off") await audit(ctx, db, "switch_on", row);
  return isFree ? "found" : "taken";
};

/** A name server said that the record is not there. Only that can switch a host off, and only days after the first time. */
const miss = async (ctx: Ctx, db: Db, row: HostRow, now: Date): Promise<Outcome> => {
  const state = hostState(row);
  const missingSince = row.missingSince ?? now;
  const isOver = state === "warned" && hostEnd(missingSince) <= now;
  await updateHost(db, row.tenantId, row.id, {
    checkedAt: now,
    lastAnswer: "absent",
    ...((state === "on" || state === "warned") && { missingSince }),
    ...(isOver && { offAt: now }),
  });
  if (state === "on") await audit(ctx, db, "warn", row);
  if (isOver) await audit(ctx, db, "lose", row);
  return "absent";
};

/**
 * Asks the DNS for a host's record, outside any transaction, and notes what it says.
 * @param mayStart whether a host that is off goes on again where its record is there
 * @returns null: the host is gone
 */
export const lookAtHost = async (
  ctx: Ctx,
  looked: Looked,
  { mayStart }: { mayStart: boolean },
): Promise<Outcome | null> => {
  const { deps } = ctx;
  const answer = await deps.askForText(proofRecord(looked.host, "").name);
  const outcome = await inTransaction(deps.db, async (db): Promise<Outcome | null> => {
    await lockHostName(db, looked.host);
    const row = await findHost(db, looked.tenantId, looked.id);
    if (!row) return null;
    const now = deps.now();
    if (answer.kind === "unknown") {
      await updateHost(db, row.tenantId, row.id, { checkedAt: now, lastAnswer: answer.code });
      return "unknown";
    }
    if (!holds(answer, row)) return miss(ctx, db, row, now);
    if (hostState(row) !== "off" || mayStart) return prove(ctx, db, row, { answer, now });
    await updateHost(db, row.tenantId, row.id, { checkedAt: now, lastAnswer: "found" });
    return "found";
  });
  forgetCached(deps, looked.id);
  forgetCached(deps, looked.tenantId);
  return outcome;
};

const MINUTE_MS = 60_000;

/** Looks again at hosts whose last look is hours old, one after the other. @returns how many */
export const recheckHosts = async (ctx: Ctx, limit: number, signal?: AbortSignal): Promise<number> => {
  const { deps } = ctx;
  const now = deps.now();
  const before = new Date(now.getTime() - HOSTS.recheckHours * HOUR_MS);
  const retryBefore = new Date(now.getTime() - HOSTS.retryMinutes * MINUTE_MS);
  const due = await takeDueHosts(deps.db.orm, { before, retryBefore, now }, limit);
  for (const row of due) {
    if (signal?.aborted) break;
    const outcome = await lookAtHost(ctx, row, { mayStart: false });
    if (outcome === "unknown") deps.log.warn("the DNS gave no answer about a host", { hostId: row.id });
  }
  return due.length;
};
