import type { VerificationFilter } from "#contracts/console/verifications.ts";
import { bandText } from "#core/age-over.ts";
import { csvLine, UTF8_MARK } from "#core/text.ts";
import { inTransaction } from "#data/service/client.ts";
import { defined } from "#data/service/columns.ts";
import { recordOwnAudit } from "#services/audit-log.ts";
import type { MemberCtx } from "#services/context.ts";
import { allPages } from "#services/paging.ts";
import { requirePermission } from "#services/permissions.ts";
import { findPage, type ListedVerification } from "./list.ts";

const FIXED = [
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
  "reference",
] as const;

/** The first line: the fixed columns, one column for each key, and one for all other metadata. */
const headerFor = (keys: readonly string[]): string =>
  UTF8_MARK + csvLine([...FIXED, ...keys.map((key) => `metadata.${key}`), "metadata"]);

/** The age column: years or, where only thresholds are known, the band in words. */
const ageOf = ({ verifiedAge, band }: ListedVerification): number | string | null =>
  verifiedAge ?? (band ? bandText(band) : null);

/** One verification. Metadata without a column goes into the last one, as JSON. */
const lineFor = (row: ListedVerification, keys: readonly string[]): string => {
  const metadata = new Map(row.metadata);
  const others = [...metadata].filter(([key]) => !keys.includes(key));
  return csvLine([
    ...FIXED.map((name) => (name === "verifiedAge" ? ageOf(row) : (row[name] ?? null))),
    ...keys.map((key) => metadata.get(key) ?? null),
    others.length === 0 ? "" : JSON.stringify(Object.fromEntries(others)),
  ]);
};

// More keys than a tenant uses. A key found only in the oldest of very many rows gets no column either.
const MAX_KEYS = 50;
const LOOK_AHEAD_PAGES = 10;

const pagesOf = ({ deps, tenant }: MemberCtx, filter: VerificationFilter) =>
  allPages((place) => findPage(deps, tenant.id, { ...filter, ...place }));

const inOrder = (a: string, b: string): number => (a < b ? -1 : 1);

/**
 * The keys that get a separate column: the most frequent, in alphabetical order. The header comes before the rows, so this
 * reads ahead.
 */
const columnKeys = async (ctx: MemberCtx, filter: VerificationFilter): Promise<string[]> => {
  const counts = new Map<string, number>();
  let pages = 0;
  for await (const { verifications } of pagesOf(ctx, filter)) {
    for (const key of verifications.flatMap(({ metadata }) => (metadata ?? []).map(([name]) => name))) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    pages += 1;
    if (pages === LOOK_AHEAD_PAGES) break;
  }
  const frequent = [...counts].sort(([a, m], [b, n]) => n - m || inOrder(a, b)).slice(0, MAX_KEYS);
  return frequent.map(([key]) => key).sort(inOrder);
};

async function* linesOf(ctx: MemberCtx, filter: VerificationFilter): AsyncGenerator<string> {
  const keys = await columnKeys(ctx, filter);
  yield headerFor(keys);
  for await (const { verifications } of pagesOf(ctx, filter))
    yield verifications.map((row) => lineFor(row, keys)).join("");
}

/**
 * All verifications that match a filter, as CSV, one page at a time. The audit entry has the filter without the search
 * text, which can be personal data.
 * @throws PERMISSION_DENIED before the first piece
 */
export const exportVerifications = async (ctx: MemberCtx, filter: VerificationFilter) => {
  requirePermission(ctx, "verifications.export");
  const { search, ...others } = filter;
  await inTransaction(ctx.deps.db, (db) =>
    recordOwnAudit(ctx, db, {
      action: "verifications.export",
      target: ctx.tenant.id,
      changes: defined({ ...others, searched: search ? true : undefined }),
    }),
  );
  return linesOf(ctx, filter);
};
