import { csvLine, UTF8_MARK } from "#core/text.ts";
import { inTransaction } from "#data/service/client.ts";
import { defined } from "#data/service/columns.ts";
import { type AuditFilter, listAudit, recordOwnAudit } from "./audit-log.ts";
import type { MemberCtx } from "./context.ts";
import { allPages } from "./paging.ts";
import { requireMember, requirePermission } from "./permissions.ts";

const COLUMNS = [
  "id",
  "at",
  "action",
  "actor",
  "actorName",
  "keyMaker",
  "keyMakerName",
  "target",
  "targetName",
  "changes",
  "requestId",
] as const;

async function* linesOf(ctx: MemberCtx, filter: AuditFilter): AsyncGenerator<string> {
  yield UTF8_MARK + csvLine(COLUMNS);
  for await (const { entries } of allPages((place) => listAudit(ctx, { ...filter, ...place }))) {
    const rows = entries.map(({ keyMaker, changes, ...entry }) => ({
      ...entry,
      keyMaker: keyMaker?.id ?? null,
      keyMakerName: keyMaker?.name ?? null,
      changes: JSON.stringify(changes),
    }));
    yield rows.map((row) => csvLine(COLUMNS.map((column) => row[column]))).join("");
  }
}

/**
 * All entries that match a filter, newest first, as CSV, one page at a time. The export becomes an entry too.
 * @throws PERMISSION_DENIED before the first piece
 */
export const exportAudit = async (ctx: MemberCtx, filter: AuditFilter): Promise<AsyncGenerator<string>> => {
  requirePermission(ctx, "audit.read");
  requireMember(ctx);
  await inTransaction(ctx.deps.db, (db) =>
    recordOwnAudit(ctx, db, {
      action: "audit_trail.export",
      target: ctx.tenant.id,
      changes: defined({ ...filter }),
    }),
  );
  return linesOf(ctx, filter);
};
