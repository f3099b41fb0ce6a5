import { csvLine } from "#core/csv.ts";
import { inTransaction } from "#data/client.ts";
import { recordAudit } from "../audit/record.ts";
import type { MemberCtx } from "../context.ts";
import { requirePermission } from "../require-permission.ts";
import { findPage, type ListedVerification, type ListInput } from "./list.ts";

const PAGE = 1_000;

const HEADER = [
  "verificationId",
  "mode",
  "status",
  "method",
  "verified",
  "verifiedAge",
  "minimumAge",
  "errorCode",
  "createdAt",
  "completedAt",
  "metadata",
] as const;

const lineOf = (row: ListedVerification): string =>
  csvLine([
    row.verificationId,
    row.mode,
    row.status,
    row.method,
    row.verified,
    row.verifiedAge,
    row.minimumAge,
    row.errorCode,
    row.createdAt,
    row.completedAt,
    row.metadata === null ? "" : JSON.stringify(row.metadata),
  ]);

async function* linesOf(ctx: MemberCtx, filter: Omit<ListInput, "limit" | "cursor">): AsyncGenerator<string> {
  yield csvLine([...HEADER]);
  let cursor: string | undefined;
  do {
    const page = await findPage(ctx.deps, ctx.tenant.id, { ...filter, cursor, limit: PAGE });
    yield page.verifications.map(lineOf).join("");
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/**
 * All verifications that a filter finds, as CSV, piece by piece: nothing is held but one page.
 * @throws PERMISSION_DENIED before the first piece
 */
export const exportVerifications = async (
  ctx: MemberCtx,
  filter: Omit<ListInput, "limit" | "cursor">,
): Promise<AsyncGenerator<string>> => {
  requirePermission(ctx, "verifications.export");
  await inTransaction(ctx.deps.db, (db) =>
    recordAudit(ctx, db, {
      tenantId: ctx.tenant.id,
      action: "verifications.export",
      target: ctx.tenant.id,
      changes: { status: filter.status ?? null, mode: filter.mode ?? null, method: filter.method ?? null },
    }),
  );
  return linesOf(ctx, filter);
};
