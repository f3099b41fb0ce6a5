import type { Mode, VerificationStatus } from "#core/verification.ts";
import type { Database } from "./client.ts";

export type VerificationFilter = {
  /** The state as the world sees it: an overdue verification is expired. */
  status?: VerificationStatus | undefined;
  mode?: Mode | undefined;
  /** Empty: those that no method has ended. */
  method?: string | undefined;
  /** Ids sort by time: these bound it. `fromId` is inside, `beforeId` outside. */
  fromId: string;
  beforeId: string;
};

const PAGE = `v.id, v.mode, v.status, v.method, v.verified, v.verified_age as "verifiedAge",
  v.minimum_age as "minimumAge", v.error_code as "errorCode", v.metadata, v.created_at as "createdAt",
  v.completed_at as "completedAt", v.expires_at as "expiresAt"`;

// $1 tenant, $2 from id, $3 before id, $4 limit, $5 now, $6 status, $7 mode, $8 method
const MATCHES = `($7::mode is null or v.mode = $7::mode) and ($8::text is null or coalesce(v.method, '') = $8::text)
  and case $6::text when 'expired' then v.status = 'expired' or (v.status in ('pending', 'in_progress') and v.expires_at <= $5)
    when 'pending' then v.status = 'pending' and v.expires_at > $5
    when 'in_progress' then v.status = 'in_progress' and v.expires_at > $5
    when 'completed' then v.status = 'completed' when 'failed' then v.status = 'failed' else true end`;

const UNFILTERED = `select ${PAGE} from verification v
  where v.tenant_id = $1 and v.id >= $2 and v.id < $3 order by v.id desc limit $4`;

// The tenant's combinations of mode, status and method are few. The first part hops from one to the next in the
// index (a loose index scan); each is then read newest first, no further than a page, and the pages are merged.
const newestOf = (rows: string): string => `with recursive combination as (
    (select mode, status, coalesce(method, '') as method from verification where tenant_id = $1
      order by mode, status, coalesce(method, '') limit 1)
    union all
    select n.* from combination c cross join lateral (
      select mode, status, coalesce(method, '') as method from verification
      where tenant_id = $1 and (mode, status, coalesce(method, '')) > (c.mode, c.status, c.method)
      order by mode, status, coalesce(method, '') limit 1) n),
  page as (
    select f.id from combination c cross join lateral (
      select v.id from verification v
      where v.tenant_id = $1 and v.mode = c.mode and v.status = c.status and coalesce(v.method, '') = c.method
        and v.id >= $2 and v.id < $3 and ($6::text is null or c.status::text in ('completed', 'failed')
          or ($6::text = 'expired' and c.status = 'expired')
          or (case when $6::text = 'expired' then v.expires_at <= $5 else v.expires_at > $5 end))
      order by v.id desc limit ${rows}) f
    where ($7::mode is null or c.mode = $7::mode) and ($8::text is null or c.method = $8::text)
      and ($6::text is null or c.status::text = $6::text or ($6::text = 'expired' and c.status in ('pending', 'in_progress')))
    order by f.id desc limit ${rows})`;

const FILTERED = `${newestOf("$4")}
  select ${PAGE} from page join verification v using (id) order by v.id desc`;

const WALK = 2_000;

const HAS_TERM = `exists (select 1 from jsonb_each_text(v.metadata) e where lower(left(e.value, 200)) = lower(left($9::text, 200)))`;

// A value that many verifications have: found by walking a little way back.
const RECENT_BY_TERM = `select ${PAGE} from (
    select * from verification where tenant_id = $1 and id >= $2 and id < $3 order by id desc limit ${WALK}) v
  where ${HAS_TERM}
    and ${MATCHES} order by v.id desc limit $4`;

// The same among those that match the other filters, which may be rare: only they are walked over.
const RECENT_FILTERED_BY_TERM = `${newestOf(`${WALK}`)}
  select ${PAGE} from page join verification v using (id) where ${HAS_TERM} order by v.id desc limit $4`;

// A value that few have: found by its term, wherever they are.
const BY_TERM = `with hit as materialized (
    select v.* from verification v where v.metadata is not null
      and verification_terms(v.tenant_id, v.metadata) @> array[$1 || ':' || lower(left($9::text, 200))])
  select ${PAGE} from hit v
  where v.tenant_id = $1 and v.id >= $2 and v.id < $3 and ${MATCHES} order by v.id desc limit $4`;

const LOOK_BACK = 5_000;

// A part of a value has no index to be found by: only the newest are looked through.
const RECENT_BY_PART = `select ${PAGE} from (
    select * from verification where tenant_id = $1 order by id desc limit ${LOOK_BACK}) v
  where position(lower($3) in lower(v.metadata ->> $2)) > 0 order by v.id desc limit $4`;

export type FoundVerification = {
  id: string;
  mode: Mode;
  status: VerificationStatus;
  method: string | null;
  verified: boolean | null;
  verifiedAge: number | null;
  minimumAge: number;
  errorCode: string | null;
  metadata: unknown;
  createdAt: Date;
  completedAt: Date | null;
  expiresAt: Date;
};

type Values = [string, string, string, number, Date, ...(string | null)[]];

const run = async (database: Database, name: string, text: string, values: unknown[]) =>
  (await database.pool.query<FoundVerification>({ name, text, values })).rows;

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
    return run(database, "verification_page", UNFILTERED, [tenantId, fromId, beforeId, limit]);
  }
  const values: Values = [tenantId, fromId, beforeId, limit, now, status, mode, method];
  return run(database, "verification_page_filtered", FILTERED, values);
};

/** The same, of those that have this text as a whole value of their metadata; letter case does not matter. */
export const searchByMetadata = async (
  database: Database,
  tenantId: string,
  filter: VerificationFilter & { text: string },
  limit: number,
  now: Date,
): Promise<FoundVerification[]> => {
  const { fromId, beforeId, status = null, mode = null, method = null, text } = filter;
  const values: Values = [tenantId, fromId, beforeId, limit, now, status, mode, method, text];
  const isPlain = status === null && mode === null && method === null;
  const recent = isPlain
    ? await run(database, "verification_recent_by_term", RECENT_BY_TERM, values)
    : await run(database, "verification_recent_filtered_by_term", RECENT_FILTERED_BY_TERM, values);
  // A full page of the newest is the answer; anything less may go on further back.
  return recent.length === limit ? recent : run(database, "verification_by_term", BY_TERM, values);
};

/** Of the newest few thousand, those whose value of this key has the text somewhere in it; letter case does not matter. */
export const searchByPart = (
  database: Database,
  tenantId: string,
  { key, text }: { key: string; text: string },
  limit: number,
): Promise<FoundVerification[]> =>
  run(database, "verification_recent_by_part", RECENT_BY_PART, [tenantId, key, text, limit]);
