import type { Mode, VerificationStatus } from "#core/verification.ts";
import type { Database } from "#data/service/client.ts";
import { type RowOf, run } from "#data/sql/statement.ts";
import {
  BY_OUTCOME,
  BY_REFERENCE,
  BY_TERM,
  OPEN_APPEALS,
  PAGE,
  PAGE_FILTERED,
  RECENT_BY_PART,
  RECENT_BY_TERM,
  RECENT_FILTERED_BY_TERM,
} from "#data/sql/verification-search.ts";

/** A key of the tenant's metadata and its exact value, as text. */
export type MetadataEntry = { key: string; value: string };

export type VerificationFilter = {
  /** The state as the outside world sees it: an overdue verification is expired. */
  status?: VerificationStatus | undefined;
  mode?: Mode | undefined;
  /** Empty: verifications that no method has ended. */
  method?: string | undefined;
  /** Whether it was approved or rejected; absent: either, or nothing is decided. */
  isApproved?: boolean | undefined;
  /** Ids sort by time: these bound the search. `fromId` is inclusive, `beforeId` exclusive. */
  fromId: string;
  beforeId: string;
};

export type FoundVerification = RowOf<typeof PAGE>;

/** How many rows at most, and the present, which decides what is overdue. */
type Bounds = { limit: number; now: Date };

const valuesOf = (tenantId: string, filter: VerificationFilter, { limit, now }: Bounds) => {
  const { fromId, beforeId, status = null, mode = null, method = null } = filter;
  return [tenantId, fromId, beforeId, limit, now, status, mode, method] as const;
};

/** A page of the tenant's verifications, newest first, with at most `limit` rows. */
export const searchVerifications = async (
  database: Database,
  tenantId: string,
  filter: VerificationFilter,
  bounds: Bounds,
): Promise<FoundVerification[]> => {
  const { fromId, beforeId, status, mode, method, isApproved } = filter;
  const { limit } = bounds;
  if (isApproved !== undefined) {
    // Nothing else has an outcome.
    if (status !== undefined && status !== "completed") return [];
    const decided = [isApproved, mode ?? null, method ?? null] as const;
    return run(database, BY_OUTCOME, [tenantId, fromId, beforeId, limit, ...decided]);
  }
  if (status === undefined && mode === undefined && method === undefined) {
    return run(database, PAGE, [tenantId, fromId, beforeId, limit]);
  }
  return run(database, PAGE_FILTERED, valuesOf(tenantId, filter, bounds));
};

/**
 * A page of the verifications that match the filter and have this text as their reference or as a complete value in their
 * metadata; letter case does not matter.
 * @param key the metadata key that must have exactly this value; absent: any may
 */
export const searchByText = async (
  database: Database,
  tenantId: string,
  filter: VerificationFilter & { text: string; key?: string },
  bounds: Bounds,
): Promise<FoundVerification[]> => {
  const { status, mode, method, text, key = null, isApproved = null } = filter;
  // Only a completed one has an outcome, and its group holds no others.
  const grouped = isApproved === null ? filter : { ...filter, status: status ?? "completed" };
  const values = [...valuesOf(tenantId, grouped, bounds), text, key, isApproved] as const;
  // Most verifications are live: among the newest few thousand, hardly any are passed over.
  const isPlain =
    grouped.status === undefined &&
    method === undefined &&
    (mode === undefined || (key !== null && mode === "live"));
  const recent = isPlain
    ? await run(database, RECENT_BY_TERM, values)
    : await run(database, RECENT_FILTERED_BY_TERM, values);
  // A full page of the newest is the answer; if there are fewer, more may lie further back.
  return recent.length === bounds.limit ? recent : run(database, BY_TERM, values);
};

/** A page of the verifications that match the filter and have exactly this reference. */
export const searchByReference = (
  database: Database,
  tenantId: string,
  filter: VerificationFilter & { reference: string; entry?: MetadataEntry | undefined },
  bounds: Bounds,
): Promise<FoundVerification[]> => {
  const { reference, entry, isApproved = null } = filter;
  const values = [...valuesOf(tenantId, filter, bounds), reference, entry?.key ?? null, isApproved] as const;
  return run(database, BY_REFERENCE, [...values, entry?.value ?? null]);
};

/**
 * Among the newest few thousand, the verifications whose reference, or whose value for this key, contains the text; letter case
 * does not matter.
 * @param key null: only the reference
 */
export const searchByPart = (
  database: Database,
  tenantId: string,
  { key, text }: { key: string | null; text: string },
  limit: number,
): Promise<FoundVerification[]> => run(database, RECENT_BY_PART, [tenantId, key, text, limit]);

/**
 * A page of the tenant's open appeals that one of these methods can decide and that match the filter.
 * @param text their reference or a complete value in their metadata; null: any
 */
export const searchOpenAppeals = (
  database: Database,
  tenantId: string,
  { text, methods, ...filter }: VerificationFilter & { text: string | null; methods: readonly string[] },
  bounds: Bounds,
): Promise<FoundVerification[]> =>
  run(database, OPEN_APPEALS, [...valuesOf(tenantId, filter, bounds), text, [...methods]]);
