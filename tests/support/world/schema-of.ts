import { withClient } from "../../../scripts/lib/database.ts";

const OURS = "n.nspname !~ '^pg_' and n.nspname <> 'information_schema'";

/** Everything in a database that migrations make, a line each, sorted: two databases compare by it. */
export async function schemaOf(databaseUrl: string): Promise<string[]> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ line: string }>(`
      select concat_ws(' ', table_schema, table_name, column_name, udt_name, is_nullable, column_default, collation_name) as line
        from information_schema.columns where table_schema !~ '^pg_' and table_schema <> 'information_schema'
      union all select concat_ws(' ', n.nspname, c.relname, c.relkind, c.reloptions::text, pg_get_partkeydef(c.oid))
        from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${OURS}
      union all select concat_ws(' ', pg_get_indexdef(i.indexrelid), i.indisvalid)
        from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace where ${OURS}
      union all select concat_ws(' ', o.conrelid::regclass, o.conname, pg_get_constraintdef(o.oid))
        from pg_constraint o join pg_namespace n on n.oid = o.connamespace where ${OURS}
      union all select concat_ws(' ', t.typname, e.enumlabel, e.enumsortorder)
        from pg_enum e join pg_type t on t.oid = e.enumtypid
      union all select concat_ws(' ', pg_get_functiondef(p.oid))
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${OURS}
      union all select pg_get_triggerdef(t.oid) from pg_trigger t where not t.tgisinternal`);
    return rows.map(({ line }) => line).sort();
  });
}
