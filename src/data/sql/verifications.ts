import { statement } from "./statement.ts";

// Counts of many verifications, for reports.

// A person whose browser runs no scripts submits evidence without our seeing that the page was opened.
const TRIED = "attempts > 0 or (verified is not null and method is distinct from 'tenant')";

/** @param now a parameter or an expression: a verification that was open and overdue then has expired */
const COUNTS = (now: string): string => `mode, coalesce(method, '') as method, count(*)::int as started,
    (count(*) filter (where opened_at is not null or ${TRIED}))::int as opened,
    (count(*) filter (where ${TRIED}))::int as tried, (count(*) filter (where verified))::int as approved,
    (count(*) filter (where not verified))::int as rejected, (count(*) filter (where status = 'failed'))::int as failed,
    (count(*) filter (where status = 'expired' or (status in ('pending', 'in_progress') and expires_at <= ${now})))::int
      as expired`;

// An appeal belongs to the verification that it appeals: it is not one of the tenant's starts, and costs
// nothing. Nor is a visitor's check in which no step was taken. The counts of erased verifications are in verification_erased.
const OWN_STARTS = "appeal_of is null and not uncounted and redacted_at is null";

const COUNTED = {
  mode: "mode",
  method: "text",
  started: "int",
  opened: "int",
  tried: "int",
  approved: "int",
  rejected: "int",
  failed: "int",
  expired: "int",
} as const;

const SUMS = "started, opened, tried, approved, rejected, failed, expired";

/** Each of the sums, over parts with one mode and one method each. */
const SUMMED = SUMS.split(", ")
  .map((name) => `sum(${name})::int as ${name}`)
  .join(", ");

/** $1 tenant, $4 now. @param ids the condition on the verifications, as `hours` is on the erased ones */
const counted = (
  ids: string,
  hours: string,
): string => `select mode, method, ${SUMMED}, sum(open)::int as open from (
          select ${COUNTS("$4")}, (count(*) filter (where status in ('pending', 'in_progress') and expires_at > $4))::int as open
          from verification where tenant_id = $1 and ${ids} and ${OWN_STARTS} group by 1, 2
          union all
          select mode, method, ${SUMS}, 0 from verification_erased where tenant_id = $1 and ${hours}) parts
        group by 1, 2`;

// $2 and $3 the day's ids, $5 the day
const GROUPED = counted(
  "id >= $2 and id < $3",
  `hour >= $5::date::timestamp at time zone 'UTC' and hour < ($5::date + 1)::timestamp at time zone 'UTC'`,
);

// The ids of an hour's verifications come from clocks that differ a little, and a start takes a moment to
// commit.
const SETTLING = "interval '5 minutes'";

// $1 tenant, $2 and $3 the ids that bound its hours, from the first on, $4 now, $5 the day
const HOURS = ["text", "texts", "texts", "time", "time"] as const;

const HOURS_OF_DAY = `part as (
      select $5::timestamptz + (p.number - 1) * interval '1 hour' as hour, p.from_id, p.before_id
      from unnest($2::text[], $3::text[]) with ordinality as p (from_id, before_id, number)),
    known as (
      select hour, mode, method, ${SUMS} from verification_hour
      where tenant_id = $1 and hour >= $5::timestamptz and hour < $5::timestamptz + interval '1 day')`;

// Computed first and separately, so that only missing hours are counted, whatever the planner expects.
const missingHours = (which: string): string => `missing as materialized (
      select * from part where not exists (select 1 from known where known.hour = part.hour) and ${which}),
    counted as (
      select missing.hour, c.* from missing cross join lateral (
        ${counted("id >= missing.from_id and id < missing.before_id", "hour = missing.hour")}) c)`;

/**
 * Stores, once each, the counts of ended hours in which nothing is open any more: a tenant with ten million
 * verifications has a hundred thousand a day, and a report would read all of today's and yesterday's. It
 * writes, so it runs on the database and never on its replica.
 */
export const HOURS_KEEP = statement({
  name: "verification_hours_keep",
  parameters: HOURS,
  columns: {},
  text: `with ${HOURS_OF_DAY},
    ${missingHours(`part.hour + interval '1 hour' + ${SETTLING} <= $4`)}
    insert into verification_hour (tenant_id, hour, mode, method, ${SUMS})
    select $1, hour, mode, method, ${SUMS} from counted
    where hour in (select hour from counted group by hour having sum(open) = 0)
    on conflict (tenant_id, hour, mode, method) do nothing`,
});

/** Counts a day by its hours: stored hours are read, the others counted again. */
export const DAY_COUNT = statement({
  name: "verification_day_count",
  parameters: HOURS,
  columns: COUNTED,
  text: `with ${HOURS_OF_DAY},
    ${missingHours("true")}
    select mode, method, ${SUMMED}
    from (select mode, method, ${SUMS} from known union all select mode, method, ${SUMS} from counted) hours
    group by mode, method order by mode, method`,
});

// $5 the day
export const DAY_WRITE = statement({
  name: "verification_day_write",
  parameters: ["text", "text", "text", "time", "day"],
  columns: {},
  text: `with counted_again as (
        delete from verification_hour where tenant_id = $1 and hour < ($5::date + 1)::timestamp at time zone 'UTC'),
      erased_again as (
        delete from verification_erased where tenant_id = $1 and hour < ($5::date + 1)::timestamp at time zone 'UTC')
      insert into verification_day
        (tenant_id, day, mode, method, started, opened, tried, approved, rejected, failed, expired)
      select $1, $5::date, mode, method, started, opened, tried, approved, rejected, failed, expired
      from (${GROUPED}) counted
      on conflict (tenant_id, day, mode, method) do nothing`,
});

/**
 * Adds a verification to the counts of erased ones. An appeal is not a start, and a day whose count is final
 * stays as it is. $1 the verification, which has ended
 */
export const VERIFICATION_COUNT_KEEP = statement({
  name: "erasure_count_keep",
  parameters: ["text"],
  columns: {},
  text: `insert into verification_erased as e
      (tenant_id, hour, mode, method, started, opened, tried, approved, rejected, failed, expired)
    select tenant_id, hour, c.* from (
      select v.tenant_id, date_trunc('hour', v.created_at) as hour from verification v join tenant t on t.id = v.tenant_id
      where v.id = $1 and (t.days_rolled_through is null
        or (v.created_at at time zone 'UTC')::date > t.days_rolled_through)) of
    cross join lateral (select ${COUNTS("clock_timestamp()")} from verification
      where id = $1 and appeal_of is null and not uncounted group by 1, 2) c
    on conflict (tenant_id, hour, mode, method) do update set started = e.started + excluded.started,
      opened = e.opened + excluded.opened, tried = e.tried + excluded.tried, approved = e.approved + excluded.approved,
      rejected = e.rejected + excluded.rejected, failed = e.failed + excluded.failed,
      expired = e.expired + excluded.expired`,
});

/** What a new tenant has done. $1 tenant */
export const FIRST_STEPS = statement({
  name: "first_steps",
  parameters: ["text"],
  columns: {
    hasTestKey: "boolean",
    hasTestVerification: "boolean",
    hasCompletedTest: "boolean",
    hasWebhookEndpoint: "boolean",
    hasLiveVerification: "boolean",
  },
  text: `select
      exists(select 1 from api_key where tenant_id = $1 and mode = 'test') as "hasTestKey",
      exists(select 1 from verification where tenant_id = $1 and mode = 'test') as "hasTestVerification",
      exists(select 1 from verification where tenant_id = $1 and mode = 'test' and status = 'completed')
        as "hasCompletedTest",
      exists(select 1 from webhook_endpoint where tenant_id = $1 and deleted_at is null) as "hasWebhookEndpoint",
      exists(select 1 from verification where tenant_id = $1 and mode = 'live') as "hasLiveVerification"`,
});
