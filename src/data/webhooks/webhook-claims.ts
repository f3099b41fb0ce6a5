import type { Database } from "#data/service/client.ts";
import { type RowOf, run, runForOne } from "#data/sql/statement.ts";
import { CLAIM_FAIRLY, CLAIM_IN_ORDER, REFRESH_CLAIM } from "#data/sql/webhooks.ts";

/** A delivery whose lease this worker holds, with everything that one attempt needs. */
export type ClaimedDelivery = RowOf<typeof CLAIM_IN_ORDER>;

type ClaimInput = {
  now: Date;
  leaseUntil: Date;
  /** At most this many. */
  limit: number;
  /** Endpoints that have enough in flight, or whose breaker is open. */
  skipEndpoints: readonly string[];
};

/** Claims due deliveries, oldest first. Fast while no endpoint has a backlog. */
export const claimInOrder = (database: Database, input: ClaimInput): Promise<ClaimedDelivery[]> =>
  run(database, CLAIM_IN_ORDER, [input.now, input.leaseUntil, input.limit, input.skipEndpoints]);

/**
 * Claims a few of every endpoint's due deliveries, in rounds.
 * @param input.after the endpoint where the previous round ended, or ""
 * @param input.cautious endpoints for which only one delivery is claimed
 * @param input.only the only endpoints to claim for; null for all
 */
export const claimFairly = (
  database: Database,
  input: ClaimInput & {
    after: string;
    perEndpoint: number;
    cautious: readonly string[];
    only: readonly string[] | null;
  },
): Promise<ClaimedDelivery[]> => {
  const { now, leaseUntil, limit, skipEndpoints, after, perEndpoint, cautious, only } = input;
  const values = [now, leaseUntil, limit, skipEndpoints, after, perEndpoint, cautious, only] as const;
  return run(database, CLAIM_FAIRLY, values);
};

/** A claim with its endpoint as it is now; null when the lease was lost or the delivery cancelled. */
export const refreshClaim = async (
  database: Database,
  claimed: ClaimedDelivery,
): Promise<ClaimedDelivery | null> => {
  const endpoint = await runForOne(database, REFRESH_CLAIM, [claimed.id, claimed.attempt]);
  return endpoint && { ...claimed, ...endpoint };
};

/**
 * Endpoints whose breaker was opened and which have given no successful answer since, with the end of the
 * pause.
 */
export const trippedBreakers = async (database: Database): Promise<ReadonlyMap<string, Date>> => {
  const rows = await database.orm.webhookEndpoint.findMany({
    where: { breakerOpenUntil: { not: null }, isEnabled: true },
    select: { id: true, breakerOpenUntil: true },
  });
  return new Map(rows.map((row) => [row.id, row.breakerOpenUntil ?? new Date(0)]));
};
