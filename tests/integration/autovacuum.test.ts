import { expect, test } from "vitest";
import { withClient } from "../../scripts/lib/database.ts";
import { databaseForFile } from "../support/world/database.ts";

const database = databaseForFile();

const TEN_MILLION = 10_000_000;

// PostgreSQL's own rule (manual, "The Autovacuum Daemon"): a threshold and a share of the table's rows.
const optionsOf = async (table: string): Promise<(name: string, otherwise: number) => number> =>
  withClient(database.url, async (client) => {
    const { rows } = await client.query<{ name: string; value: string }>(
      `select o.option_name as name, o.option_value as value from pg_class c, pg_options_to_table(c.reloptions) o
        where c.oid = $1::regclass`,
      [table],
    );
    return (name, otherwise) => Number(rows.find((row) => row.name === name)?.value ?? otherwise);
  });

test.each(["verification", "event", "webhook_delivery"])(
  "autovacuum comes to %s before a fiftieth of ten million rows is dead",
  async (table) => {
    const option = await optionsOf(table);
    const dead =
      option("autovacuum_vacuum_threshold", 50) + TEN_MILLION * option("autovacuum_vacuum_scale_factor", 0.2);
    expect(dead).toBeLessThanOrEqual(TEN_MILLION / 50 + 1_000);
  },
);

test.each(["verification", "event", "token", "method_attempt", "webhook_attempt"])(
  "autovacuum comes to %s while no more than a twentieth of it is new, so that its plans fit",
  async (table) => {
    const option = await optionsOf(table);
    expect(option("autovacuum_vacuum_insert_scale_factor", 0.2)).toBeLessThanOrEqual(0.05);
    expect(option("autovacuum_analyze_scale_factor", 0.1)).toBeLessThanOrEqual(0.02);
  },
);
