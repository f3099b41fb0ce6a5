import type { TestService } from "./service.ts";

/** Every value of every table as text, bytes too: as hexadecimal and as what they may spell. */
export const dump = async ({ deps }: TestService): Promise<string> => {
  const { rows: tables } = await deps.db.pool.query<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
  );
  const texts = tables.map(async ({ name }) => {
    const { rows } = await deps.db.pool.query<{ line: string }>(`select t::text as line from ${name} t`);
    return rows.map(({ line }) => `${name} ${line}`).join("\n");
  });
  const text = (await Promise.all(texts)).join("\n");
  const spelled = [...text.matchAll(/\\x([0-9a-f]+)/g)].map(([, hex = ""]) =>
    Buffer.from(hex, "hex").toString("latin1"),
  );
  return `${text}\n${spelled.join("\n")}`;
};
