import type pg from "pg";
import { describeFault, withClient, withDatabase } from "./database.ts";
import type { Migration } from "./migration-history.ts";

/** Whether the database is as a migration leaves it ("whole") or as it finds it ("nothing"), or why neither is sure. */
export type Found = { what: "whole" | "nothing" } | { what: "unclear"; why: string };

// Everything that a script can make in a schema, a line each, with the default schema's name left out. Whatever
// else is in the database does not matter: only the lines that the migration adds and takes away are compared.
const FACTS = `
  with ours as (
    select oid, case when nspname = current_schema() then '' else nspname || '.' end as prefix, nspname
    from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'),
  relation as (
    select c.*, prefix || c.relname as name from pg_class c join ours on ours.oid = c.relnamespace
    where c.relname <> '_prisma_migrations')
  select 'schema ' || nspname as fact from ours where prefix <> ''
  union all select concat_ws(' ', 'relation', name, relkind, relpersistence, reloptions::text, relrowsecurity, relispartition,
      pg_get_partkeydef(oid), case when relkind in ('v', 'm') then pg_get_viewdef(oid) end)
    from relation where relkind not in ('i', 'I')
  union all select concat_ws(' ', 'column', r.name || '.' || a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
      a.attidentity, a.attgenerated, l.collname, pg_get_expr(d.adbin, d.adrelid))
    from pg_attribute a join relation r on r.oid = a.attrelid and r.relkind in ('r', 'p', 'v', 'm', 'f')
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum left join pg_collation l on l.oid = a.attcollation
    where a.attnum > 0 and not a.attisdropped
  union all select concat_ws(' ', 'index', pg_get_indexdef(r.oid, 0, true)) from relation r where relkind in ('i', 'I')
  union all select concat_ws(' ', 'constraint', prefix || conname, 'of', conrelid::regclass, pg_get_constraintdef(c.oid, true))
    from pg_constraint c join ours on ours.oid = c.connamespace
  union all select concat_ws(' ', 'trigger', pg_get_triggerdef(t.oid, true), tgenabled)
    from pg_trigger t join relation r on r.oid = t.tgrelid where not tgisinternal
  union all select concat_ws(' ', 'type', prefix || typname, typtype, format_type(typbasetype, typtypmod), typnotnull, typdefault,
      (select string_agg(enumlabel, ',' order by enumsortorder) from pg_enum where enumtypid = t.oid))
    from pg_type t join ours on ours.oid = t.typnamespace where typtype in ('e', 'd', 'r') or typrelid in
      (select oid from pg_class where relkind = 'c')
  union all select concat_ws(' ', 'function', replace(pg_get_functiondef(p.oid), quote_ident(current_schema()) || '.', ''))
    from pg_proc p join ours on ours.oid = p.pronamespace where prokind in ('f', 'p')
  union all select concat_ws(' ', 'policy', polname, 'of', r.name, polcmd, pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
    from pg_policy join relation r on r.oid = polrelid
  union all select 'extension ' || extname from pg_extension`;

async function readFacts(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ fact: string }>(FACTS);
  return new Set(rows.map(({ fact }) => fact));
}

/**
 * Finds out whether a migration with no recorded end was applied. Scripts run as a whole or not at all, so the answer
 * is in the schema: the migrations before it and then the migration itself run in a scratch database, and what
 * it changes there is looked for here. Call it under the migration lock.
 */
export async function inspectMigration(
  client: pg.Client,
  databaseUrl: string,
  applied: Migration[],
  migration: Migration,
): Promise<Found> {
  let before: Set<string>;
  let after: Set<string>;
  try {
    [before, after] = await rehearse(client, databaseUrl, applied, migration);
  } catch (error) {
    const why = `A database to compare with could not be laid out: ${describeFault(error, migration.sql)}.`;
    return { what: "unclear", why };
  }
  const added = [...after].filter((fact) => !before.has(fact));
  const removed = [...before].filter((fact) => !after.has(fact));
  if (added.length + removed.length === 0)
    return { what: "unclear", why: "It changes data only, so the tables do not show whether it ran." };
  const here = await readFacts(client);
  const done = [...added.filter((fact) => here.has(fact)), ...removed.filter((fact) => !here.has(fact))];
  const open = [...added.filter((fact) => !here.has(fact)), ...removed.filter((fact) => here.has(fact))];
  if (open.length === 0) return { what: "whole" };
  if (done.length === 0) return { what: "nothing" };
  return {
    what: "unclear",
    why: `Of its ${done.length + open.length} changes some are there (${firstOf(done)}) and some are not (${firstOf(open)}).`,
  };
}

const firstOf = ([first = ""]: string[]): string => (first.length > 80 ? `${first.slice(0, 80)}…` : first);

/** What the schema is like before and after the migration, in a separate database. */
async function rehearse(
  client: pg.Client,
  databaseUrl: string,
  applied: Migration[],
  migration: Migration,
): Promise<[Set<string>, Set<string>]> {
  // One name per database: what a killed run has left is found, and replaced, by the next.
  const { rows } = await client.query("select oid from pg_database where datname = current_database()");
  const name = `lintel_rehearsal_${rows[0]?.oid}`;
  const drop = () => client.query(`drop database if exists ${name} with (force)`);
  await drop();
  await client.query(`create database ${name} template template0`);
  try {
    return await withClient(withDatabase(databaseUrl, name), async (scratch) => {
      for (const { sql } of applied) await scratch.query(sql);
      const before = await readFacts(scratch);
      await scratch.query(migration.sql);
      return [before, await readFacts(scratch)];
    });
  } finally {
    await drop();
  }
}
