import { columnsOf, statement } from "./statement.ts";
import { STATE } from "./tables.ts";

// The lists of the console and of GET /verify/list.

const FOUND = { ...STATE, method: "text?", reason: "text?", minimumAge: "int", metadata: "json" } as const;

// $1 tenant, $2 from id, $3 before id, $4 limit, $5 now, $6 status, $7 mode, $8 method
const FILTERS = ["text", "text", "text", "rows", "time", "text?", "mode?", "text?"] as const;

// … $9 text, $10 metadata key, $11 whether it was approved
const TERM_FILTERS = [...FILTERS, "text", "text?", "boolean?"] as const;

const COLUMNS = columnsOf("v", FOUND);

// $1 tenant, $2 from id, $3 before id, $4 limit, $5 now, $6 status, $7 mode, $8 method
const MATCHES = `($7::mode is null or v.mode = $7::mode) and ($8::text is null or coalesce(v.method, '') = $8::text)
  and case $6::text when 'expired' then v.status = 'expired' or (v.status in ('pending', 'in_progress') and v.expires_at <= $5)
    when 'pending' then v.status = 'pending' and v.expires_at > $5
    when 'in_progress' then v.status = 'in_progress' and v.expires_at > $5
    when 'completed' then v.status = 'completed' when 'failed' then v.status = 'failed' else true end`;

export const PAGE = statement({
  name: "verification_page",
  parameters: ["text", "text", "text", "rows"],
  columns: FOUND,
  text: `select ${COLUMNS} from verification v
  where v.tenant_id = $1 and v.id >= $2 and v.id < $3 order by v.id desc limit $4`,
});

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

export const PAGE_FILTERED = statement({
  name: "verification_page_filtered",
  parameters: FILTERS,
  columns: FOUND,
  text: `${newestOf("$4")}
  select ${COLUMNS} from page join verification v using (id) order by v.id desc`,
});

const WALK = 2_000;

const HAS_VALUE = `exists (select 1 from jsonb_each_text(v.metadata) e where lower(left(e.value, 200)) = lower(left($9::text, 200)))`;

// In the column's collation, as its index is: there, only ASCII letters have a case.
const HAS_REFERENCE = `lower(v.reference) = lower($9::text collate "C")`;

const HAS_OUTCOME = "($11::boolean is null or v.verified = $11::boolean)";

// Under a key, the value is the exact one. Without a key, the tenant's reference is found as a value of its metadata is.
const HAS_TERM = `case when $10::text is not null then v.metadata ->> $10::text = $9::text
    else ${HAS_REFERENCE} or ${HAS_VALUE} end and ${HAS_OUTCOME}`;

// A value that many verifications have is found by going a little way back.
export const RECENT_BY_TERM = statement({
  name: "verification_recent_by_term",
  parameters: TERM_FILTERS,
  columns: FOUND,
  text: `select ${COLUMNS} from (
    select * from verification where tenant_id = $1 and id >= $2 and id < $3 order by id desc limit ${WALK}) v
  where ${HAS_TERM}
    and ${MATCHES} order by v.id desc limit $4`,
});

// A value among the verifications that match the other filters, which may be rare: only those are read.
export const RECENT_FILTERED_BY_TERM = statement({
  name: "verification_recent_filtered_by_term",
  parameters: TERM_FILTERS,
  columns: FOUND,
  text: `${newestOf(`${WALK}`)}
  select ${COLUMNS} from page join verification v using (id) where ${HAS_TERM} order by v.id desc limit $4`,
});

// A value that few verifications have is found by its term, wherever they are.
export const BY_TERM = statement({
  name: "verification_by_term",
  parameters: TERM_FILTERS,
  columns: FOUND,
  text: `with hit as materialized (
    select v.* from verification v where v.metadata is not null
      and verification_terms(v.tenant_id, v.metadata) @> array[$1 || ':' || lower(left($9::text, 200))]
    union all select v.* from verification v
    where $10::text is null and v.tenant_id = $1 and v.reference is not null and ${HAS_REFERENCE}
      and (v.metadata is null or not ${HAS_VALUE}))
  select ${COLUMNS} from hit v
  where v.tenant_id = $1 and v.id >= $2 and v.id < $3 and ${MATCHES} and ${HAS_TERM} order by v.id desc limit $4`,
});

// A reference is of few verifications, so whatever else is asked for is looked up in those. $12 the value under $10
export const BY_REFERENCE = statement({
  name: "verification_by_reference",
  parameters: [...TERM_FILTERS, "text?"],
  columns: FOUND,
  text: `select ${COLUMNS} from verification v
  where v.tenant_id = $1 and ${HAS_REFERENCE} and v.reference = $9 and v.id >= $2 and v.id < $3 and ${MATCHES}
    and ${HAS_OUTCOME} and ($10::text is null or v.metadata ->> $10::text = $12::text) order by v.id desc limit $4`,
});

// As newestOf, over another index: one hop for each mode and method that has such an outcome.
export const BY_OUTCOME = statement({
  name: "verification_by_outcome",
  parameters: ["text", "text", "text", "rows", "boolean", "mode?", "text?"],
  columns: FOUND,
  text: `with recursive decided as (
    (select mode, coalesce(method, '') as method from verification where tenant_id = $1 and verified = $5
      order by mode, coalesce(method, '') limit 1)
    union all
    select n.* from decided d cross join lateral (
      select mode, coalesce(method, '') as method from verification
      where tenant_id = $1 and verified = $5 and (mode, coalesce(method, '')) > (d.mode, d.method)
      order by mode, coalesce(method, '') limit 1) n),
  page as (
    select f.id from decided d cross join lateral (
      select v.id from verification v
      where v.tenant_id = $1 and v.verified = $5 and v.mode = d.mode and coalesce(v.method, '') = d.method
        and v.id >= $2 and v.id < $3 order by v.id desc limit $4) f
    where ($6::mode is null or d.mode = $6::mode) and ($7::text is null or d.method = $7::text)
    order by f.id desc limit $4)
  select ${COLUMNS} from page join verification v using (id) order by v.id desc`,
});

const LOOK_BACK = 5_000;

// A part of a value has no index, so only the newest verifications are searched: their references and, where the tenant has
// chosen a key that names them, its values.
export const RECENT_BY_PART = statement({
  name: "verification_recent_by_part",
  parameters: ["text", "text?", "text", "rows"],
  columns: FOUND,
  text: `select ${COLUMNS} from (
    select * from verification where tenant_id = $1 order by id desc limit ${LOOK_BACK}) v
  where position(lower($3) in lower(v.metadata ->> $2::text)) > 0 or position(lower($3) in lower(v.reference)) > 0
  order by v.id desc limit $4`,
});

// An open appeal that one of the methods under $10 can decide. There are as many as a day's, whatever the tenant's size: they
// are found first, so that no plan goes through the tenant's verifications for them in the order of the page.
export const OPEN_APPEALS = statement({
  name: "verification_open_appeals",
  parameters: [...FILTERS, "text?", "texts"],
  columns: FOUND,
  text: `with waiting as materialized (
    select v.* from verification v where v.tenant_id = $1 and v.mode = 'live'
      and v.status in ('pending', 'in_progress') and v.appeal_of is not null)
  select ${COLUMNS} from waiting v
  where v.expires_at > $5 and v.methods && $10::text[] and v.id >= $2 and v.id < $3 and ${MATCHES}
    and ($9::text is null or ${HAS_REFERENCE} or ${HAS_VALUE}) order by v.id desc limit $4`,
});
