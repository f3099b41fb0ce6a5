import { inTransaction } from "#data/service/client.ts";
import { hasUnnumberedEntries, numberEntries } from "#data/service/export-order.ts";
import {
  type AuditEntryRow,
  type AuditFilter,
  auditEntriesAfter,
  listAuditEntries,
} from "#data/tenants/audit.ts";
import type { Ctx } from "#services/context.ts";
import { type PageInput, pageOf } from "#services/paging.ts";

// Every read of the audit trail. What members and operators see of an entry is in console.ts, what programs see in programs.ts.

/** Milliseconds to a second or two; more than any page. */
const NUMBERED_AT_ONCE = 5_000;

/** A page of entries, newest first. @param tenantId null: every tenant's, and the deployment's own */
export const newestEntries = (
  { deps }: Ctx,
  tenantId: string | null,
  { limit, cursor, ...filter }: PageInput & AuditFilter,
): Promise<{ page: AuditEntryRow[]; nextCursor: string | null }> =>
  pageOf(limit, (rows) => listAuditEntries(deps.db.orm, tenantId, rows, filter, cursor));

/**
 * Entries after a number, in the order of their numbers; those that were just committed get theirs now.
 * @param tenantId null: every tenant's, and the deployment's own
 */
export const readOn = async (
  { deps }: Ctx,
  tenantId: string | null,
  filter: AuditFilter,
  after: bigint,
  limit: number,
): Promise<(AuditEntryRow & { number: bigint })[]> => {
  const db = deps.db.orm;
  const read = () => auditEntriesAfter(db, tenantId, filter, after, limit);
  let found = await read();
  // With a filter, what gets a number now may all be others': until there is enough, or nothing left.
  while (found.length < limit && (await hasUnnumberedEntries(db))) {
    const numbered = await inTransaction(deps.db, (tx) => numberEntries(tx, NUMBERED_AT_ONCE));
    found = await read();
    if (numbered === 0) break; // an erasure holds them
  }
  return found;
};

/** Numbers what was committed, for readers to come. @returns how many entries */
export const numberTrail = async ({ deps }: Ctx): Promise<number> =>
  (await hasUnnumberedEntries(deps.db.orm))
    ? inTransaction(deps.db, (db) => numberEntries(db, NUMBERED_AT_ONCE))
    : 0;
