import { idsOfDays } from "#core/day.ts";
import { csvLine, UTF8_MARK } from "#core/text.ts";
import { inTransaction } from "#data/service/client.ts";
import { defined } from "#data/service/columns.ts";
import { recordOwnAudit } from "#services/audit-log.ts";
import type { MemberCtx } from "#services/context.ts";
import { allPages } from "#services/paging.ts";
import { requireMember, requirePermission } from "#services/permissions.ts";
import { listAudit, type TrailFilter } from "./console.ts";
import { trailLines } from "./programs.ts";

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

async function* linesOf(ctx: MemberCtx, filter: TrailFilter): AsyncGenerator<string> {
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

/** @throws PERMISSION_DENIED */
const recordExport = (ctx: MemberCtx, filter: TrailFilter & { format?: string }): Promise<void> => {
  requirePermission(ctx, "audit.read");
  requireMember(ctx);
  return inTransaction(ctx.deps.db, (db) =>
    recordOwnAudit(ctx, db, {
      action: "audit_trail.export",
      target: ctx.tenant.id,
      changes: defined({ ...filter }),
    }),
  );
};

/**
 * All entries that match a filter, newest first, as CSV, one page at a time. The export becomes an entry too.
 * @throws PERMISSION_DENIED before the first piece
 */
export const exportAudit = async (ctx: MemberCtx, filter: TrailFilter): Promise<AsyncGenerator<string>> => {
  await recordExport(ctx, filter);
  return linesOf(ctx, filter);
};

/**
 * All entries that match a filter as JSON lines in the shape of GET /audit, oldest first.
 * @throws PERMISSION_DENIED before the first piece
 */
export const exportAuditLines = async (
  ctx: MemberCtx,
  filter: TrailFilter,
): Promise<AsyncGenerator<string>> => {
  await recordExport(ctx, { ...filter, format: "jsonl" });
  const { from, to, zone, ...others } = filter;
  return trailLines(ctx, ctx.tenant.id, { ...others, ...idsOfDays("audit", { from, to, zone }) });
};
