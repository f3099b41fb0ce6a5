import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { loadConfig } from "#config/config.ts";
import { addAuthorities } from "#platform/authorities.ts";
import { checkSecretsAtStart } from "#runtime/start-check.ts";
import { withClient } from "../../scripts/lib/database.ts";
import { examineHost } from "../../scripts/lib/doctor/examine-host.ts";
import { newSecrets } from "../../scripts/local/secrets.ts";
import { startMailServer } from "../support/mail/mail-server.ts";
import { startReceiver } from "../support/webhooks/tls-receiver.ts";
import { createAuthority } from "../support/world/certificates.ts";
import { createDatabase, createEmptyDatabase } from "../support/world/database.ts";
import { freePort } from "../support/world/redis.ts";
import { startTlsPostgres } from "../support/world/tls-postgres.ts";

// Each test plants one fault on a host that is otherwise as it should be, and looks that this fault alone is found.

type World = { env: Record<string, string>; envFile: string; database: string; now?: () => Date };

/** A role that is no superuser, until the test is over: it is dropped after the databases that the test makes later. */
const createRole = async (): Promise<{ name: string; password: string }> => {
  const [name, password] = [`doctor_${randomBytes(6).toString("hex")}`, randomBytes(12).toString("hex")];
  const ask = (text: string) => withClient(inject("postgres").url, (client) => client.query(text));
  await ask(`create role ${name} login password '${password}'`);
  onTestFinished(async () => {
    await ask(`drop role ${name}`);
  });
  return { name, password };
};

/** An identity provider that is there, and whose authority is in a file. */
let provider: { address: string; caFile: string };

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "lintel-provider-"));
  const authority = createAuthority();
  const server = await startReceiver({ kind: "tls", certificate: authority.issue(["localhost"]) });
  const caFile = join(folder, "ca.pem");
  writeFileSync(caFile, authority.ca);
  provider = { address: `https://localhost:${server.port}`, caFile };
  return async () => {
    // What the process believes is as before.
    addAuthorities([]);
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  };
});

const CLIENT = { CONSOLE_CLIENT_ID: "lintel", CONSOLE_CLIENT_SECRET: "hunter2" };

/** A host whose settings, database, worker and identity provider are as they should be. */
const goodHost = async ({ isEmpty = false, hasWorker = true } = {}): Promise<World> => {
  const role = await createRole();
  const database = await (isEmpty ? createEmptyDatabase() : createDatabase());
  onTestFinished(() => database[Symbol.asyncDispose]());
  const folder = mkdtempSync(join(tmpdir(), "lintel-doctor-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const envFile = join(folder, ".env");
  writeFileSync(envFile, "OPERATOR_NAME=Kiosk\n", { mode: 0o600 });
  if (hasWorker && !isEmpty)
    await withClient(database.url, (client) =>
      client.query(
        `insert into worker_life (id, kind, started_at, seen_at, version, host_hash)
         values ('prc_1', 'worker', now(), now(), '1', 'h')`,
      ),
    );
  await withClient(database.url, (client) =>
    client.query(
      `grant all on schema public to ${role.name};
       grant all on all tables in schema public to ${role.name};
       grant all on all sequences in schema public to ${role.name}`,
    ),
  );
  const url = new URL(database.url);
  Object.assign(url, { username: role.name, password: role.password });
  const env = {
    ...(await newSecrets()),
    DATABASE_URL: url.href,
    PUBLIC_URL: "https://age.test",
    TRUSTED_PROXY_HOPS: "1",
    // GitHub has no description that a sign-in reads first.
    ...{ ...CLIENT, CONSOLE_PROVIDER: "github", CONSOLE_ISSUER: provider.address },
    EXTRA_CA_FILE: provider.caFile,
  };
  return { env, envFile, database: database.url };
};

const idsOf = async ({ env, envFile, now = () => new Date() }: World): Promise<string[]> =>
  (await examineHost({ env, envFile, now, isContainer: false })).map(({ id }) => id);

const PROVIDER = { ...CLIENT, CONSOLE_PROVIDER: "oidc" };

/** The address of a server whose certificate no authority that is known here has signed. */
const unbelieved = async (): Promise<string> => {
  const certificate = createAuthority().issue(["localhost"]);
  const server = await startReceiver({ kind: "tls", certificate });
  onTestFinished(() => server.close());
  return `localhost:${server.port}`;
};

const sql = (world: World, text: string) => withClient(world.database, (client) => client.query(text));

const INSERT_TENANT =
  "insert into tenant (id, name, created_at, updated_at) values ('ten_01k9zzzzzzzzzzzzzzzzzzzzzz', 'Kiosk', now(), now())";

test("a host that is as it should be has no finding", async () => {
  expect(await idsOf(await goodHost())).toEqual([]);
});

test("a service for its own machine, which listens there alone, has no finding", async () => {
  const world = await goodHost();
  Object.assign(world.env, { PUBLIC_URL: "http://localhost:3000", HOST: "127.0.0.1" });
  for (const name of Object.keys(PROVIDER)) Reflect.deleteProperty(world.env, name);
  expect(await idsOf(world)).toEqual([]);
});

const PLANTED: readonly [fault: string, expected: string, plant: (world: World) => unknown][] = [
  ["a missing setting", "settings.invalid", ({ env }) => Reflect.deleteProperty(env, "SECRETS_KEY")],
  ["a misspelt setting", "settings.misspelt", ({ env }) => Object.assign(env, { TRUSTED_PROXY_HOP: "1" })],
  ["settings that everyone can read", "env-file.open", ({ envFile }) => chmodSync(envFile, 0o644)],
  [
    "a secret that is not random",
    "secret.weak",
    ({ env }) => Object.assign(env, { SECRETS_KEY: Buffer.alloc(32, "a").toString("base64") }),
  ],
  [
    "an admin key that is not random",
    "secret.weak",
    ({ env }) => Object.assign(env, { ADMIN_KEYS: "a".repeat(40) }),
  ],
  [
    "one value for two secrets",
    "secret.shared",
    ({ env }) => Object.assign(env, { KEY_PEPPER: env.SECRETS_KEY }),
  ],
  [
    "no proxy hops behind a proxy",
    "proxy.hops",
    ({ env }) => Object.assign(env, { TRUSTED_PROXY_HOPS: "0" }),
  ],
  [
    "development mode on a public address",
    "settings.development",
    ({ env }) => Object.assign(env, { LINTEL_ENV: "development" }),
  ],
  [
    "a seller without a name",
    "operator.unnamed",
    ({ envFile }) => writeFileSync(envFile, "", { mode: 0o600 }),
  ],
  [
    "a database that is away",
    "database.away",
    async ({ env }) =>
      Object.assign(env, { DATABASE_URL: `postgresql://u:p@127.0.0.1:${await freePort()}/d` }),
  ],
  [
    "a wrong database password",
    "database.away",
    ({ env, database }) => {
      const url = new URL(database);
      url.username = "nobody_here";
      Object.assign(env, { DATABASE_URL: url.href });
    },
  ],
  [
    "a read-only database",
    "database.read-only",
    (world) =>
      sql(
        world,
        `do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`,
      ),
  ],
  [
    "a Redis that is down",
    "redis.away",
    async ({ env }) => Object.assign(env, { REDIS_URL: `redis://127.0.0.1:${await freePort()}` }),
  ],
  [
    "a Redis whose certificate is not trusted",
    "redis.away",
    async ({ env }) => Object.assign(env, { REDIS_URL: `rediss://${await unbelieved()}` }),
  ],
  [
    "a console without an identity provider",
    "provider.none",
    ({ env }) => {
      for (const name of Object.keys(PROVIDER)) Reflect.deleteProperty(env, name);
    },
  ],
  [
    "an identity provider that is away",
    "provider.away",
    async ({ env }) =>
      Object.assign(env, { ...PROVIDER, CONSOLE_ISSUER: `https://localhost:${await freePort()}` }),
  ],
  [
    "an identity provider whose certificate is not trusted",
    "provider.certificate",
    async ({ env }) => Object.assign(env, { ...PROVIDER, CONSOLE_ISSUER: `https://${await unbelieved()}` }),
  ],
  [
    "a database role that is a superuser",
    "database.superuser",
    ({ env, database }) => Object.assign(env, { DATABASE_URL: database }),
  ],
  [
    "an address that takes any certificate",
    "database.unchecked",
    async ({ env }) => {
      const certificate = createAuthority().issue(["localhost"]);
      const server = await startTlsPostgres(env.DATABASE_URL ?? "", certificate);
      onTestFinished(() => server[Symbol.asyncDispose]());
      Object.assign(env, { DATABASE_URL: server.url("sslmode=no-verify") });
    },
  ],
  [
    "a replica that is away",
    "replica.away",
    async ({ env }) =>
      Object.assign(env, { DATABASE_REPLICA_URL: `postgresql://u:p@127.0.0.1:${await freePort()}/d` }),
  ],
  [
    "a collector of telemetry that is away",
    "telemetry.away",
    async ({ env }) =>
      Object.assign(env, { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}` }),
  ],
  [
    "a collector of the audit trail that is away",
    "export.away",
    async ({ env }) => Object.assign(env, { EXPORT_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}` }),
  ],
  [
    "a syslog server whose certificate is not trusted",
    "export.away",
    async ({ env }) => Object.assign(env, { EXPORT_SYSLOG_URL: `tls://${await unbelieved()}` }),
  ],
  [
    "more connections than PostgreSQL has",
    "database.connections",
    ({ env }) => Object.assign(env, { DATABASE_POOL_SIZE: "500" }),
  ],
  ["a port that is open to every network", "host.open", ({ env }) => Object.assign(env, { HOST: "0.0.0.0" })],
  [
    "a port that is open by default where nothing speaks https",
    "host.open",
    ({ env }) => Object.assign(env, { PUBLIC_URL: "http://localhost:3000" }),
  ],
  [
    "a verification that nobody expires",
    "worker.silent",
    async (world) => {
      await sql(world, INSERT_TENANT);
      await sql(
        world,
        `insert into verification (id, tenant_id, mode, status, request_id, minimum_age, methods, locale, secret_hash, created_at, expires_at, max_attempts, attempts)
         select 'ver_01k9zzzzzzzzzzzzzzzzzzzzzz', id, 'test', 'pending', 'req_01k9zzzzzzzzzzzzzzzzzzzzzz', 18, '{document}', 'en', '\\x00', now() - interval '1 hour', now() - interval '5 minutes', 3, 0 from tenant`,
      );
    },
  ],
  [
    "one of two workers without a sign of life",
    "worker.missing",
    (world) =>
      sql(
        world,
        `update worker_life set started_at = now() - interval '1 hour';
         insert into worker_life (id, kind, started_at, seen_at, version, host_hash)
         values ('prc_2', 'worker', now() - interval '1 hour', now() - interval '4 minutes', '1', 'h')`,
      ),
  ],
  [
    "webhooks that are late",
    "worker.queue",
    async (world) => {
      await sql(world, INSERT_TENANT);
      await sql(
        world,
        `insert into event (id, tenant_id, about_tenant_id, request_id, type, mode, body, created_at)
         select 'evt_1', id, id, 'req_1', 'alert.raised', 'live', '{}', now() from tenant;
         insert into webhook_endpoint (id, tenant_id, url, events, modes, secret_sealed, created_at, updated_at)
         select 'whe_1', id, 'https://shop.example.com/', '{}', '{live}', 'v1.none', now(), now() from tenant;
         insert into webhook_delivery (id, tenant_id, endpoint_id, event_id, next_attempt_at, created_at)
         select 'dlv_1', id, 'whe_1', 'evt_1', now() - interval '6 minutes', now() from tenant`,
      );
    },
  ],
  [
    "a clock that is wrong",
    "clock.skew",
    (world) => {
      world.now = () => new Date(Date.now() + 60_000);
    },
  ],
  [
    "a list of issuers whose successor is overdue",
    "trust.stale",
    (world) =>
      sql(
        world,
        `insert into trust_anchor (id, credential_type, label, certificate, fingerprint, ekus, source, valid_from, valid_until, vouches_for, list_provider, list_date, list_next_update, created_at)
         values ('tra_01k9zzzzzzzzzzzzzzzzzzzzzz', 'vical', 'Provider', '\\x00', encode(sha256('\\x00'), 'hex'), '{}', 'pem', now() - interval '1 year', now() + interval '1 year', '{}', null, now() - interval '40 days', now() - interval '1 day', now())`,
      ),
  ],
];

test("asks the mail server, and sends a test mail where it is told to", async () => {
  const world = await goodHost();
  const server = await startMailServer();
  const folder = mkdtempSync(join(tmpdir(), "lintel-ca-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "ca.pem"), server.ca);
  Object.assign(world.env, {
    SMTP_URL: `smtp://lintel:hunter2@127.0.0.1:${server.port}`,
    MAIL_FROM: "lintel@age.test",
  });
  const found = await examineHost({ ...world, now: () => new Date() });
  expect(found).toMatchObject([{ id: "mail.server", message: expect.stringContaining("certificate") }]);
  Object.assign(world.env, { MAIL_EXTRA_CA_FILE: join(folder, "ca.pem") });
  expect(await idsOf(world)).toEqual([]);
  expect(server.received).toEqual([]);
  const sent = await examineHost({ ...world, now: () => new Date(), testMail: "zoe@people.test" });
  expect([sent, server.received.map(({ to }) => to)]).toEqual([[], [["zoe@people.test"]]]);
  server.behave({ login: 535 });
  const refused = await examineHost({ ...world, now: () => new Date() });
  expect(refused).toMatchObject([{ message: expect.stringContaining("user and password") }]);
  expect(JSON.stringify(refused)).not.toMatch(/hunter2|zoe/);
});

test.each(PLANTED)("finds %s, and nothing else", async (_, expected, plant) => {
  const world = await goodHost();
  expect(await idsOf(world)).toEqual([]);
  await plant(world);
  expect([...new Set(await idsOf(world))]).toEqual([expected]);
});

test("finds a pending migration by its name", async () => {
  const world = await goodHost();
  await sql(world, "delete from _prisma_migrations where migration_name = '20261127130000_device_login'");
  const found = await examineHost({ env: world.env, envFile: world.envFile, now: () => new Date() });
  expect(found).toMatchObject([
    { id: "migrations.pending", message: expect.stringContaining("20261127130000_device_login") },
  ]);
});

test("finds an empty database", async () => {
  expect(await idsOf(await goodHost({ isEmpty: true }))).toEqual(["migrations.pending"]);
});

test("finds that no worker lives", async () => {
  expect(await idsOf(await goodHost({ hasWorker: false }))).toEqual(["worker.silent"]);
});

test("finds secrets of another database", async () => {
  const world = await goodHost();
  // A start records whose secrets the database was begun with; the doctor itself writes nothing.
  expect(await idsOf(world)).toEqual([]);
  expect((await sql(world, "select from secret_check")).rowCount).toBe(0);
  await checkSecretsAtStart(loadConfig(world.env), () => {});
  expect(await idsOf(world)).toEqual([]);
  Object.assign(world.env, await newSecrets());
  expect(await idsOf(world)).toEqual(["secret.wrong", "secret.wrong"]);
});

test("finds a private key that everyone can read, and never shows a secret", async () => {
  const world = await goodHost();
  const path = `${world.envFile}.key`;
  writeFileSync(path, "x", { mode: 0o644 });
  chmodSync(path, 0o644);
  Object.assign(world.env, { WALLET_REGISTRAR_KEY_FILE: path, WALLET_REGISTRAR_CERTIFICATE_FILE: path });
  const found = await examineHost({ env: world.env, envFile: world.envFile, now: () => new Date() });
  expect(found.map(({ id }) => id)).toContain("key-file.open");
  const said = JSON.stringify(found);
  for (const name of ["SECRETS_KEY", "KEY_PEPPER", "ADMIN_KEYS"]) expect(said).not.toContain(world.env[name]);
});
