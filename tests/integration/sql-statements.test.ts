import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as erasure from "#data/sql/erasure.ts";
import * as hostedPage from "#data/sql/hosted-page.ts";
import * as oidc from "#data/sql/oidc.ts";
import * as requests from "#data/sql/requests.ts";
import { postgresTypeOf, type Statement } from "#data/sql/statement.ts";
import * as verificationSearch from "#data/sql/verification-search.ts";
import * as verifications from "#data/sql/verifications.ts";
import * as webhooks from "#data/sql/webhooks.ts";
import { databaseForFile } from "../support/world/database.ts";

const STATEMENTS: readonly Statement[] = [
  erasure,
  hostedPage,
  oidc,
  requests,
  verifications,
  verificationSearch,
  webhooks,
].flatMap((file) => Object.values(file));

type Described = { parameters: string[]; columns: [name: string, type: string][] };

/** What PostgreSQL says of a statement when it prepares it: nothing runs. */
async function describeStatement(client: pg.Client, { name, text }: Statement): Promise<Described> {
  const fields = await new Promise<{ name: string; dataTypeID: number }[]>((resolve, reject) => {
    let found: { name: string; dataTypeID: number }[] = [];
    client.query({
      submit(connection: pg.Connection) {
        connection.parse({ name, text, types: [] }, true);
        connection.describe({ type: "S", name }, true);
        connection.sync();
      },
      handleRowDescription(message: { fields: typeof found }) {
        found = message.fields;
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(found),
    });
  });
  const known = await client.query(
    "select parameter_types::text[] as types from pg_prepared_statements where name = $1",
    [name],
  );
  const { rows } = await client.query(
    "select format_type(oid, null) as type from unnest($1::oid[]) with ordinality as given(oid, place) order by place",
    [fields.map(({ dataTypeID }) => dataTypeID)],
  );
  return {
    parameters: known.rows[0]?.types ?? [],
    columns: fields.map((field, at) => [field.name, rows[at]?.type]),
  };
}

const declared = ({ parameters, columns }: Statement): Described => ({
  parameters: parameters.map(postgresTypeOf),
  columns: Object.entries(columns).map(([name, kind]) => [name, postgresTypeOf(kind)]),
});
const sorted = ({ parameters, columns }: Described) => ({ parameters, columns: Object.fromEntries(columns) });

describe("the statements below Prisma", () => {
  const database = databaseForFile();
  let client: pg.Client;
  beforeAll(async () => {
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(() => client.end());

  test.each(STATEMENTS.map((one) => [one.name, one] as const))(
    "%s takes and returns what TypeScript says",
    async (_name, one) => {
      expect(sorted(await describeStatement(client, one))).toEqual(sorted(declared(one)));
    },
  );

  test("have different names, and no other place prepares one", () => {
    expect(new Set(STATEMENTS.map(({ name }) => name)).size).toBe(STATEMENTS.length);
    const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) =>
      /\.tsx?$/.test(name),
    );
    const others = files.filter(
      (name) =>
        !/data[\\/]([^\\/]+[\\/])*sql[\\/]/.test(name) &&
        /\.query(<[^(]*>)?\(\{/.test(readFileSync(join("src", name), "utf8")),
    );
    expect(others).toEqual([]);
  });

  test("are as many as ADR 4 says", () => {
    const adr = readFileSync("docs/adr/0004-hot-statements-beside-prisma.md", "utf8");
    expect(adr).toContain(`${STATEMENTS.length} named statements`);
  });
});
