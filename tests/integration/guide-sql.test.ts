import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, inject, onTestFinished, test } from "vitest";
import { createSecrets } from "#platform/secrets.ts";
import { findWrongSecrets } from "#services/check-secrets.ts";
import { withClient, withDatabase } from "../../scripts/lib/database.ts";
import { applyMigrations } from "../../scripts/lib/migrations.ts";
import { asTyped, printed } from "../support/deploy/guide-blocks.ts";
import { createService } from "../support/world/service.ts";

// The SQL that the guides print, on a real PostgreSQL.

test("an administrator who is no superuser makes role and database as printed, and the role migrates it", async () => {
  const server = inject("postgres").url;
  const name = `guide_${randomBytes(6).toString("hex")}`;
  const [administrator, password] = [`${name}_admin`, randomBytes(12).toString("hex")];
  const addressOf = (user: string, database: string): string =>
    Object.assign(new URL(withDatabase(server, database)), { username: user, password }).href;
  onTestFinished(() =>
    withClient(server, async (client) => {
      await client.query(`drop database if exists ${name} with (force)`);
      await client.query(`drop role if exists ${name}`);
      await client.query(`drop role if exists ${administrator}`);
    }),
  );
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
  const own = addressOf(name, name);
  expect((await applyMigrations(own)).length).toBeGreaterThan(0);
  const { rows } = await withClient(own, (client) =>
    client.query("select rolsuper, rolcreatedb, rolcreaterole from pg_roles where rolname = current_user"),
  );
  expect(rows).toEqual([{ rolsuper: false, rolcreatedb: false, rolcreaterole: false }]);
});

test("the statements for stolen and for lost secrets do what docs/operations.md says of them", async () => {
  const own = await createService();
  onTestFinished(() => own.close());
  const { orm, pool } = own.deps.db;
  const inline = [...readFileSync("docs/operations.md", "utf8").matchAll(/`((?:update|delete) [^`]+)`/g)];
  const statements = inline.map(([, sql = ""]) => sql);
  const endSessions = statements.find((sql) => sql.includes("console_session")) ?? "";
  const takeNewSecrets = statements.find((sql) => sql.includes("secret_check")) ?? "";
  expect(statements).toEqual([endSessions, takeNewSecrets]);

  const createdAt = own.deps.now();
  const expiresAt = new Date(createdAt.getTime() + 60_000);
  const member = { id: "mem_1", issuer: "https://id.example", subject: "s", name: "Ada" };
  await orm.member.create({ data: { ...member, createdAt, signedInAt: createdAt } });
  const times = { createdAt, lastUsedAt: createdAt, renewedAt: createdAt, bearerExpiresAt: expiresAt };
  const secretHash = new Uint8Array(randomBytes(32));
  const session = { id: "ses_1", memberId: member.id, secretHash, client: "Firefox on Linux" };
  await orm.consoleSession.create({
    data: { ...times, ...session, grantSealed: "x", expiresAt, endsAt: expiresAt },
  });
  await pool.query(endSessions);
  expect(await orm.consoleSession.findMany()).toMatchObject([
    { id: "ses_1", endedAt: expect.any(Date), grantSealed: null },
  ]);

  await own.tenant();
  expect(await findWrongSecrets(orm, own.deps.secrets)).toEqual([]);
  const others = createSecrets({ secretsKey: randomBytes(32), pepper: randomBytes(32) });
  expect(await findWrongSecrets(orm, others)).toEqual(["SECRETS_KEY", "KEY_PEPPER"]);
  await pool.query(takeNewSecrets);
  expect(await findWrongSecrets(orm, others)).toEqual([]);
});
