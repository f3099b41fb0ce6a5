import type { Deps } from "#services/context.ts";

// A statement has seconds, also on a machine that is busy.
const AT_ONCE = 1_000;

const copyOne = (pool: Deps["db"]["pool"], id: string | undefined, first: number, last: number) =>
  pool.query(
    `with original as (select * from event where id = $1),
      numbers as (select lpad(n::text, 8, '0') as suffix from generate_series($2::int, $3::int) n),
      verifications as (
        insert into verification select copy.*
        from original o join verification v on v.id = o.verification_id, numbers,
          jsonb_populate_record(null::verification, to_jsonb(v) || jsonb_build_object('id', v.id || suffix,
            'secret_hash', '\\x' || encode(sha256((v.id || suffix)::bytea), 'hex'))) copy),
      events as (
        insert into event select copy.*
        from original o, numbers,
          jsonb_populate_record(null::event, to_jsonb(o) || jsonb_build_object('id', o.id || suffix,
            'verification_id', o.verification_id || suffix)) copy)
    insert into webhook_delivery select copy.*
    from original o join webhook_delivery d on d.event_id = o.id, numbers,
      jsonb_populate_record(null::webhook_delivery, to_jsonb(d) || jsonb_build_object('id', d.id || suffix,
        'event_id', d.event_id || suffix)) copy`,
    [id, first, last],
  );

/**
 * Makes a large backlog quickly: so many copies of the newest event, a tenant's where one is named, with its
 * verification and its deliveries. Ids sort behind the original's.
 */
export const copyEvents = async (
  { db }: { db: Pick<Deps["db"], "pool"> },
  count: number,
  tenantId: string | null = null,
): Promise<void> => {
  const { rows } = await db.pool.query<{ id: string }>(
    "select id from event where $1::text is null or tenant_id = $1 order by id desc limit 1",
    [tenantId],
  );
  for (let first = 1; first <= count; first += AT_ONCE) {
    await copyOne(db.pool, rows[0]?.id, first, Math.min(count, first + AT_ONCE - 1));
  }
  await db.pool.query("analyze verification, event, webhook_delivery");
};
