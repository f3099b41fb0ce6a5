import type { EventName } from "#core/event.ts";
import type { Mode } from "#core/verification.ts";
import type { Database } from "./client.ts";
import type { OlderSecret } from "./webhook-endpoints.ts";

/** A delivery whose lease this worker holds, with all that one attempt needs. */
export type ClaimedDelivery = {
  id: string;
  /** The fencing token of the lease: it grows with every claim, whether or not anything is sent under it. */
  attempt: number;
  /** Which attempt this is: 1 for the first that is sent. Claims that came to nothing do not count. */
  number: number;
  slotsUsed: number;
  isManual: boolean;
  /** When it was tried first; null until an attempt was written down. */
  firstAttemptAt: Date | null;
  /** Until then nobody else claims it. */
  leaseUntil: Date;
  endpointId: string;
  tenantId: string;
  eventId: string;
  verificationId: string;
  type: EventName;
  mode: Mode;
  body: string;
  url: string;
  isEnabled: boolean;
  /** Its endpoint's failures since the last success: the first, on how many days, and when a day was counted last. */
  failingSince: Date | null;
  failingDays: number;
  failingCountedAt: Date | null;
  /** Whether its endpoint's breaker was opened and nobody has answered well since. */
  isTripped: boolean;
  secretSealed: string;
  previousSecretSealed: string | null;
  previousSecretUntil: Date | null;
  olderSecrets: readonly OlderSecret[];
};

export type ClaimInput = {
  now: Date;
  leaseUntil: Date;
  /** At most so many. */
  limit: number;
  /** Endpoints that have enough in flight, or whose breaker is open. */
  skipEndpoints: readonly string[];
};

// Where to send to and how to sign.
const TARGET = `w.url, (w.is_enabled and w.deleted_at is null) as "isEnabled", w.secret_sealed as "secretSealed",
  w.previous_secret_sealed as "previousSecretSealed", w.previous_secret_until as "previousSecretUntil",
  w.older_secrets as "olderSecrets"`;

// Pushing next_attempt_at ahead is the lease: when a worker dies, the row simply becomes due again.
// What is due goes in as an array, for which PostgreSQL looks by the primary key: joined, it may read all deliveries and
// events that there ever were. A delivery that was never claimed has no attempts to look for.
const take = (due: string): string => `with ${due}
  update webhook_delivery d set attempt = d.attempt + 1, next_attempt_at = $2
  from event e, webhook_endpoint w
  where d.id = any(array(select id from due)) and e.id = d.event_id and w.id = d.endpoint_id
  returning d.id, d.attempt,
    case d.attempt when 1 then 1
      else coalesce((select max(a.number) from webhook_attempt a where a.delivery_id = d.id), 0) + 1 end as number,
    d.scheduled as "slotsUsed", d.is_manual as "isManual", d.first_attempt_at as "firstAttemptAt", d.next_attempt_at as "leaseUntil", d.endpoint_id as "endpointId", d.tenant_id as "tenantId",
    d.event_id as "eventId", e.verification_id as "verificationId",
    e.type, e.mode, e.body, w.failing_since as "failingSince", w.failing_days as "failingDays",
    w.failing_counted_at as "failingCountedAt",
    (w.breaker_open_until is not null) as "isTripped", ${TARGET}`;

const CLAIM_IN_ORDER = {
  name: "webhook_claim_in_order",
  text: take(`due as materialized (
    select id from webhook_delivery where status = 'pending' and next_attempt_at <= $1
      and endpoint_id <> all($4::text[])
    order by next_attempt_at limit $3 for update skip locked)`),
};

/** Claims what is due, oldest first. Quick while nobody has a backlog. */
export const claimInOrder = async (database: Database, input: ClaimInput): Promise<ClaimedDelivery[]> => {
  const { rows } = await database.pool.query<ClaimedDelivery>({
    ...CLAIM_IN_ORDER,
    values: [input.now, input.leaseUntil, input.limit, input.skipEndpoints],
  });
  return rows;
};

// A walk from endpoint to endpoint in the queue's index, a few rows of each: a backlog of one tenant costs the
// others nothing. The time taken grows with the number of endpoints that wait, not with the rows. An endpoint's
// rows are asked for as a range of one index only (webhook_delivery_queue_idx): with `endpoint_id = …` PostgreSQL may
// look for them through everybody's rows in order of time, where few endpoints have almost all that waits.
const CLAIM_FAIRLY = {
  name: "webhook_claim_fairly",
  text: take(`recursive waiting(endpoint_id) as (
      (select endpoint_id from webhook_delivery where status = 'pending' and endpoint_id > $5::text
        order by endpoint_id limit 1)
      union all
      select (select d.endpoint_id from webhook_delivery d
        where d.status = 'pending' and d.endpoint_id > waiting.endpoint_id order by d.endpoint_id limit 1)
      from waiting where waiting.endpoint_id is not null),
    due as materialized (
      select picked.id from waiting cross join lateral (
        select id from webhook_delivery where status = 'pending'
          and (status, endpoint_id, next_attempt_at) >= ('pending', waiting.endpoint_id, '-infinity')
          and (status, endpoint_id, next_attempt_at) <= ('pending', waiting.endpoint_id, $1)
        order by status, endpoint_id, next_attempt_at limit case when waiting.endpoint_id = any($7::text[]) then 1 else $6::int end
        for update skip locked) picked
      where waiting.endpoint_id is not null and waiting.endpoint_id <> all($4::text[])
        and ($8::text[] is null or waiting.endpoint_id = any($8::text[])) limit $3)`),
};

/**
 * Claims a few of every endpoint's due deliveries, going round.
 * @param input.after the endpoint where the round before ended, or ""
 * @param input.cautious endpoints of which only one is taken
 * @param input.only the only endpoints to claim for; null for all
 */
export const claimFairly = async (
  database: Database,
  input: ClaimInput & {
    after: string;
    perEndpoint: number;
    cautious: readonly string[];
    only: readonly string[] | null;
  },
): Promise<ClaimedDelivery[]> => {
  const { rows } = await database.pool.query<ClaimedDelivery>({
    ...CLAIM_FAIRLY,
    values: [
      input.now,
      input.leaseUntil,
      input.limit,
      input.skipEndpoints,
      input.after,
      input.perEndpoint,
      input.cautious,
      input.only,
    ],
  });
  return rows;
};

const REFRESH = {
  name: "webhook_refresh_claim",
  text: `select ${TARGET} from webhook_delivery d join webhook_endpoint w on w.id = d.endpoint_id
    where d.id = $1 and d.attempt = $2 and d.status = 'pending'`,
};

/** A claim with its endpoint as it is now; null when the lease was lost or the delivery cancelled. */
export const refreshClaim = async (
  database: Database,
  claimed: ClaimedDelivery,
): Promise<ClaimedDelivery | null> => {
  const { rows } = await database.pool.query<Partial<ClaimedDelivery>>({
    ...REFRESH,
    values: [claimed.id, claimed.attempt],
  });
  return rows[0] ? { ...claimed, ...rows[0] } : null;
};

/** Endpoints whose breaker was opened and which have not answered well since, with the end of the pause. */
export const trippedBreakers = async (database: Database): Promise<ReadonlyMap<string, Date>> => {
  const rows = await database.orm.webhookEndpoint.findMany({
    where: { breakerOpenUntil: { not: null }, isEnabled: true },
    select: { id: true, breakerOpenUntil: true },
  });
  return new Map(rows.map((row) => [row.id, row.breakerOpenUntil ?? new Date(0)]));
};
