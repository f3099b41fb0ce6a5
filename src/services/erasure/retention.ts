import { addDays } from "#core/day.ts";
import { ServiceError } from "#core/errors.ts";
import { inTransaction } from "#data/service/client.ts";
import { addToCounter } from "#data/service/counters.ts";
import {
  notErased,
  purgeEvents,
  purgeVerifications,
  resultRules,
  retentionRules,
} from "#data/service/retention.ts";
import { forgetLateLines } from "#data/verifications/redaction.ts";
import type { Ctx } from "#services/context.ts";
import { everyRow } from "#services/paging.ts";
import { writeReceipt } from "./receipts.ts";
import { redactVerification } from "./redact.ts";

// What a tenant's retention period ends: docs/erasure.md.

const TENANTS_PER_PAGE = 500;
/** Twice the pause between two runs. */
const LATE_LINES_MS = 2 * 3_600_000;

/**
 * What outlasts a tenant's days for metadata: the result, until its own days are over or someone asks for
 * erasure.
 */
const KEPT_BY_RETENTION = ["verification_id", "result", "attempts", "tokens", "counted_units"] as const;

type Rule = { id: string; metadataRetentionDays: number };

/**
 * The last row of each kind that a run has erased: the next batch begins after it, not among the dead rows
 * before it.
 */
type Position = { verification: string; event: string };

/**
 * Erases the metadata of up to `limit` verifications and as many events of one tenant, with a receipt.
 * @returns where the next batch begins; null: there is no more
 */
const purgeTenant = (
  ctx: Ctx,
  { id: tenantId, metadataRetentionDays }: Rule,
  after: Position,
  limit: number,
): Promise<Position | null> =>
  inTransaction(ctx.deps.db, async (db) => {
    const now = ctx.deps.now();
    const before = addDays(now, -metadataRetentionDays);
    const verifications = await purgeVerifications(
      db,
      { tenantId, before, after: after.verification },
      limit,
    );
    const events = await purgeEvents(db, { tenantId, before, after: after.event }, limit);
    await addToCounter(db, "verifications_purged", verifications.rows);
    await addToCounter(db, "events_purged", events.rows);
    const erased = [
      { category: "start_data", rows: verifications.rows },
      { category: "events", rows: events.rows },
    ].filter(({ rows }) => rows > 0);
    const about = {
      tenantId,
      verification: null,
      cause: "retention",
      erased,
      kept: KEPT_BY_RETENTION,
    } as const;
    if (erased.length > 0) await writeReceipt(ctx, db, about, now);
    if (Math.max(verifications.rows, events.rows) < limit) return null;
    return {
      verification: verifications.last ?? after.verification,
      event: events.last ?? after.event,
    };
  });

/**
 * Erases data older than each tenant's retention, in bounded transactions, each with its receipt: one per run
 * and tenant, more only where more than `limit` rows of a kind are due. Tenants take turns, a batch each, so
 * that one with much to erase does not hold up the others.
 * @param limit rows of each kind per transaction
 * @param signal when the worker stops: no batch begins after it, and the next run goes on
 */
export const purgeExpiredData = async (ctx: Ctx, limit: number, signal?: AbortSignal): Promise<void> => {
  await forgetLateLines(ctx.deps.db.orm, new Date(ctx.deps.now().getTime() - LATE_LINES_MS));
  const rules = (after: string) => retentionRules(ctx.deps.db.orm, after, TENANTS_PER_PAGE);
  let unfinished: { rule: Rule; after: Position }[] = [];
  for await (const rule of everyRow(TENANTS_PER_PAGE, rules)) {
    if (signal?.aborted) return;
    const after = await purgeTenant(ctx, rule, { verification: "", event: "" }, limit);
    if (after) unfinished.push({ rule, after });
  }
  while (unfinished.length > 0) {
    const again: typeof unfinished = [];
    for (const { rule, after } of unfinished) {
      if (signal?.aborted) return;
      const next = await purgeTenant(ctx, rule, after, limit);
      if (next) again.push({ rule, after: next });
    }
    unfinished = again;
  }
};

type ResultRule = { id: string; days: number };

/** Erases up to `limit` verifications of a tenant. @returns the last of them by id; null: there is no more */
const eraseResultsOf = async (
  ctx: Ctx,
  { id: tenantId, days }: ResultRule,
  after: string,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<string | null> => {
  const before = addDays(ctx.deps.now(), -days);
  const due = await notErased(ctx.deps.db.orm, { tenantId, before, after }, limit);
  for (const { id: verificationId } of due) {
    if (signal?.aborted) return null;
    const asked = { tenantId, verificationId, mode: null, cause: "retention", reason: null } as const;
    await redactVerification(ctx, asked).catch((error: unknown) => {
      // Its appeal is open, or a webhook is under way: the next run finds it again.
      if (!(error instanceof ServiceError)) throw error;
    });
  }
  return due.length < limit ? null : (due.at(-1)?.id ?? null);
};

/**
 * Erases verifications that are older than their tenant keeps results, each in its own transaction with its receipt, as if
 * the tenant had asked. Tenants take turns, as above.
 * @param limit how many per tenant at a time
 * @param signal when the worker stops: none begins after it, and the next run goes on
 */
export const eraseOldResults = async (ctx: Ctx, limit: number, signal?: AbortSignal): Promise<void> => {
  const rules = (after: string) => resultRules(ctx.deps.db.orm, after, TENANTS_PER_PAGE);
  let turns: { rule: ResultRule; after: string }[] = [];
  for await (const rule of everyRow(TENANTS_PER_PAGE, rules)) turns.push({ rule, after: "" });
  while (turns.length > 0) {
    const again: typeof turns = [];
    for (const { rule, after } of turns) {
      if (signal?.aborted) return;
      const last = await eraseResultsOf(ctx, rule, after, limit, signal);
      if (last !== null) again.push({ rule, after: last });
    }
    turns = again;
  }
};
