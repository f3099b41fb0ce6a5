import type { Mode, VerificationStatus } from "#core/verification.ts";
import type { Database } from "#data/service/client.ts";
import { type RowOf, run } from "#data/sql/statement.ts";
import {
  BY_TERM,
  PAGE,
  PAGE_FILTERED,
  RECENT_BY_PART,
  RECENT_BY_TERM,
  RECENT_FILTERED_BY_TERM,
} from "#data/sql/verifications.ts";

export type VerificationFilter = {
  /** The state as the outside world sees it: an overdue verification is expired. */
  status?: VerificationStatus | undefined;
  mode?: Mode | undefined;
  /** Empty: verifications that no method has ended. */
  method?: string | undefined;
  /** Ids sort by time: these bound the search. `fromId` is inclusive, `beforeId` exclusive. */
  fromId: string;
  beforeId: string;
};

export type FoundVerification = RowOf<typeof PAGE>;

/** A page of the tenant's verifications, newest first, with at most `limit` rows. */
export const searchVerifications = async (
  database: Database,
  tenantId: string,
  filter: VerificationFilter,
  limit: number,
  now: Date,
): Promise<FoundVerification[]> => {
  const { fromId, beforeId, status = null, mode = null, method = null } = filter;
  if (status === null && mode === null && method === null) {
    return run(database, PAGE, [tenantId, fromId, beforeId, limit]);
  }
  return run(database, PAGE_FILTERED, [tenantId, fromId, beforeId, limit, now, status, mode, method]);
};

/**
 * A page of the verifications that match the filter and have this text as their reference or as a complete value in their
 * metadata; letter case does not matter.
 */
export const searchByText = async (
  database: Database,
  tenantId: string,
  filter: VerificationFilter & { text: string },
  limit: number,
  now: Date,
): Promise<FoundVerification[]> => {
  const { fromId, beforeId, status = null, mode = null, method = null, text } = filter;
  const values = [tenantId, fromId, beforeId, limit, now, status, mode, method, text] as const;
  const isPlain = status === null && mode === null && method === null;
  const recent = isPlain
    ? await run(database, RECENT_BY_TERM, values)
    : await run(database, RECENT_FILTERED_BY_TERM, values);
  // A full page of the newest is the answer; if there are fewer, more may lie further back.
  return recent.length === limit ? recent : run(database, BY_TERM, values);
};

/**
 * Among the newest few thousand, the verifications whose value for this key contains the text; letter case
 * does not matter.
 */
export const searchByPart = (
  database: Database,
  tenantId: string,
  { key, text }: { key: string; text: string },
  limit: number,
): Promise<FoundVerification[]> => run(database, RECENT_BY_PART, [tenantId, key, text, limit]);
