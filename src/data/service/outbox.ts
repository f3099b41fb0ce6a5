import { MOST_DOUBLINGS, type Pause } from "#core/webhooks/backoff.ts";
import { Prisma } from "#data/generated/client.ts";

// Rows that are work for one worker at a time, as docs/adr/0008 has it: the row is the job and the lease. A claim counts up its tries and
// moves the time when it is due to the end of the lease, so the row of a worker that was killed becomes due by itself. The count of
// tries is the fencing token.
// Elsewhere: deliveries, which are shared fairly among endpoints (data/sql/webhooks.ts); groups of alert messages, which are taken whole, so
// a second worker waits for them and skips none (data/alerts/messages.ts); export cursors, each claimed by its key (export-cursors.ts).

const { raw } = Prisma;

/** Names of one table, as they stand in its statements. */
type Outbox = {
  readonly table: string;
  readonly key: string;
  readonly tries: string;
  readonly dueAt: string;
  /** Rows that have not ended: in the words of the index on what is due, where that is a partial one. */
  readonly waits: string;
  readonly order: string;
  /** Keeps the time of the first claim until a result clears it; null: the table has no such column. */
  readonly unsureSince: string | null;
};

type OutboxName = "mail" | "mail_of_operators" | "meter_event" | "vendor_session";

const MAIL: Outbox = {
  table: "mail",
  key: "id",
  tries: "tries",
  dueAt: "next_at",
  waits: "status = 'pending'",
  order: "next_at, id",
  unsureSince: null,
};

// All that ever becomes part of a statement's text.
const OUTBOXES: Readonly<Record<OutboxName, Outbox>> = {
  mail: MAIL,
  // What is about the deployment, and no tenant's.
  mail_of_operators: { ...MAIL, waits: "status = 'pending' and tenant_id is null" },
  meter_event: {
    table: "meter_event",
    key: "identifier",
    tries: "tries",
    dueAt: "next_at",
    waits: "status = 'pending'",
    order: "next_at",
    unsureSince: "unsure_since",
  },
  vendor_session: {
    table: "vendor_session",
    key: "id",
    tries: "redact_tries",
    dueAt: "redact_at",
    // Its row goes when the work ends.
    waits: "true",
    order: "redact_at",
    unsureSince: null,
  },
};

/** What a worker asks for. */
export type Asked = {
  now: Date;
  /** How many rows at most. */
  limit: number;
  /** How long no other process gets them; by the row's tries, where the lease is the pause before the next try too. */
  lease: Pause;
};

/** As `pauseMs`, of a row whose tries have not been counted up yet. */
const leaseEnd = (now: Date, { tries }: Outbox, { firstMs, longestMs }: Pause): Prisma.Sql => Prisma.sql`
  ${now}::timestamptz + interval '1 millisecond' * least(${longestMs}::float8,
    ${firstMs}::float8 * power(2, least(${raw(tries)}, ${MOST_DOUBLINGS}::int)))`;

/**
 * Claims rows that are due, the longest due first: the statement up to `returning`, which the caller adds with the columns that it wants.
 * Each row is claimed by one worker until its lease ends.
 */
export const claimDue = (name: OutboxName, { now, limit, lease }: Asked): Prisma.Sql => {
  const outbox = OUTBOXES[name];
  const { table, key, tries, dueAt, waits, order, unsureSince } = outbox;
  const since = unsureSince === null ? null : raw(unsureSince);
  return Prisma.sql`
    update ${raw(table)} set ${raw(tries)} = ${raw(tries)} + 1, ${raw(dueAt)} = ${leaseEnd(now, outbox, lease)}
      ${since === null ? Prisma.empty : Prisma.sql`, ${since} = coalesce(${since}, ${now})`}
    where ${raw(key)} in (
      select ${raw(key)} from ${raw(table)} where ${raw(waits)} and ${raw(dueAt)} <= ${now}
      order by ${raw(order)} limit ${limit} for update skip locked)`;
};

/**
 * Finds a row for the worker whose claim is the newest one: nothing once another worker has claimed it, or once it has ended.
 * @param claim the row's key, and its tries as this worker's claim has left them
 */
export const asClaimed = <Claim extends { tries: number }>(claim: Claim) =>
  ({ ...claim, status: "pending" }) as const;
