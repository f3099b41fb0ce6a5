import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { withClient, withDatabase } from "../../../scripts/lib/database.ts";
import type { TestDatabase } from "../world/database.ts";
import { asTyped, printed } from "./guide-blocks.ts";

/**
 * An empty database and the role that owns it, made on the tests' own server by the SQL that docs/managed-postgresql.md prints, as
 * an administrator of a cloud types it: one who may make roles and databases, and is no superuser.
 */
export const databaseAsPrinted = async (): Promise<TestDatabase> => {
  const server = inject("postgres").url;
  const name = `guide_${randomBytes(6).toString("hex")}`;
  const [administrator, password] = [`${name}_admin`, randomBytes(12).toString("hex")];
  const addressOf = (user: string, database: string): string =>
    Object.assign(new URL(withDatabase(server, database)), { username: user, password }).href;
  await withClient(server, (client) =>
    client.query(`create role ${administrator} login createrole createdb password '${password}'`),
  );
  const typed = asTyped(printed("docs/managed-postgresql.md > A managed PostgreSQL > 1"), {
    "create role lintel": `create role ${name}`,
    "password '…'": `password '${password}'`,
    "grant lintel to": `grant ${name} to`,
    "create database lintel owner lintel": `create database ${name} owner ${name}`,
  });
  await withClient(addressOf(administrator, "postgres"), async (client) => {
    // One by one: a database is made outside of any transaction.
    for (const statement of typed.split(";\n")) await client.query(statement);
  });
  return {
    url: addressOf(name, name),
    [Symbol.asyncDispose]: () =>
      withClient(server, async (client) => {
        await client.query(`drop database if exists ${name} with (force)`);
        await client.query(`drop role if exists ${name}`);
        await client.query(`drop role if exists ${administrator}`);
      }),
  };
};
