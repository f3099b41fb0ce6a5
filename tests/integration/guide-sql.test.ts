import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { createSecrets } from "#platform/secrets.ts";
import { findWrongSecrets } from "#services/check-secrets.ts";
import { withClient } from "../../scripts/lib/database.ts";
import { applyMigrations } from "../../scripts/lib/migrations.ts";
import { databaseAsPrinted } from "../support/deploy/guide-database.ts";
import { createService } from "../support/world/service.ts";

// The SQL that the guides print, on a real PostgreSQL.

test("an administrator who is no superuser makes role and database as printed, and the role migrates it", async () => {
  await using own = await databaseAsPrinted();
  expect((await applyMigrations(own.url)).length).toBeGreaterThan(0);
  const { rows } = await withClient(own.url, (client) =>
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
