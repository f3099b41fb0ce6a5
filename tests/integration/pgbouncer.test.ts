import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { findWrongSecrets } from "#services/check-secrets.ts";
import { createEndpoint } from "#services/webhooks/endpoints.ts";
import { runWorker } from "#worker/run-worker.ts";
import { withClient } from "../../scripts/lib/database.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { approvedToken, start, statusOf, submit, validate } from "../support/http/actions.ts";
import { startReceiver } from "../support/webhooks/tls-receiver.ts";
import { LOOPBACK_ENV } from "../support/webhooks/tls-world.ts";
import { createAuthority } from "../support/world/certificates.ts";
import { createDatabase } from "../support/world/database.ts";
import { eventually } from "../support/world/eventually.ts";
import { pgbouncerMissing, startPgBouncer } from "../support/world/pgbouncer.ts";
import { createService } from "../support/world/service.ts";

// Fewer than the service's ten: nearly every transaction gets another connection than the one before.
const SERVER_CONNECTIONS = 3;
const PATIENCE_MS = 30_000;

/** A service and a worker whose only way to Postgres is PgBouncer, except for what DATABASE_SESSION_URL names. */
const createBounced = async (options: { session: boolean; env?: Record<string, string> }) => {
  const database = await createDatabase();
  const name = new URL(database.url).pathname.slice(1);
  // A server of another zone and with another search path would show what the session's options did until now.
  await withClient(database.url, (client) =>
    client.query(`alter database ${name} set timezone = 'America/New_York'`),
  );
  const bouncer = await startPgBouncer(database.url, SERVER_CONNECTIONS);
  const authority = createAuthority();
  const folder = mkdtempSync(join(tmpdir(), "lintel-bounced-"));
  writeFileSync(join(folder, "ca.pem"), authority.ca);
  const service = await createService({
    database,
    env: {
      ...LOOPBACK_ENV,
      DATABASE_URL: bouncer.url,
      DATABASE_PREPARED_STATEMENTS: "off",
      LOG_LEVEL: "warn",
      DATABASE_POOL_SIZE: "20",
      ...(options.session ? { DATABASE_SESSION_URL: database.url } : {}),
      WEBHOOK_EXTRA_CA_FILE: join(folder, "ca.pem"),
      ...options.env,
    },
  });
  const receiver = await startReceiver({ kind: "tls", certificate: authority.issue(["localhost"]) });
  onTestFinished(async () => {
    await receiver.close();
    await service.close();
    await bouncer.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const work = (): void => {
    const stopping = new AbortController();
    const running = runWorker(service.runtime, stopping.signal);
    onTestFinished(async () => {
      stopping.abort();
      await running;
    });
  };
  return { database, service, receiver, work };
};

describe.skipIf(pgbouncerMissing !== null)(
  `behind PgBouncer's transaction mode${pgbouncerMissing ? `: ${pgbouncerMissing}` : ""}`,
  () => {
    test("start, status, validate and webhooks work for many at once", async () => {
      const { database, service, receiver, work } = await createBounced({ session: true });
      const { call, deps } = service;
      expect(await findWrongSecrets(deps.db.orm, deps.secrets)).toEqual([]);
      const { id, liveKey, testKey } = await service.tenant({ plan: "scale" });
      await createEndpoint(await ownerCtx(deps, id), { url: receiver.url("/", "localhost") });
      work();
      const one = async () => {
        const { verificationId } = await start(call, testKey);
        await submit(call, testKey, { verificationId, result: "approved" });
        const { token } = await approvedToken(call, liveKey);
        return {
          ended: await statusOf(call, testKey, verificationId),
          valid: await validate(call, liveKey, token),
        };
      };
      // More than PgBouncer has connections, and fewer than the pool: none waits for the pool.
      const all: Awaited<ReturnType<typeof one>>[] = [];
      for (let i = 0; i < 4; i += 1) all.push(...(await Promise.all(Array.from({ length: 6 }, one))));
      expect(all.every(({ ended }) => ended.status === "completed")).toBe(true);
      expect(all.every(({ valid }) => valid.valid)).toBe(true);
      await eventually(() => receiver.requests.length, PATIENCE_MS).toBe(48);
      await eventually(
        () => deps.db.orm.webhookDelivery.count({ where: { status: "delivered" } }),
        PATIENCE_MS,
      ).toBe(48);
      const { rows } = await deps.db.pool.query("select count(*)::int as number from pg_prepared_statements");
      expect(rows).toEqual([{ number: 0 }]);
      // The worker listens on a connection of its own, past PgBouncer.
      const direct = await withClient(database.url, (client) =>
        client.query(
          "select 1 from pg_stat_activity where datname = current_database() and application_name = 'lintel worker'",
        ),
      );
      expect(direct.rows).toHaveLength(1);
    }, 120_000);

    test("an Idempotency-Key runs once, however many bring it at the same time", async () => {
      const { service } = await createBounced({ session: true });
      const { call, deps } = service;
      const { liveKey: key } = await service.tenant({ plan: "scale" });
      const headers = { "idempotency-key": "once" };
      const ask = () => call("POST", "/verify/start", { key, headers, body: {} });
      const answers = await Promise.all(Array.from({ length: 8 }, ask));
      const texts = new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text));
      expect(texts.size).toBe(1);
      expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
      expect(texts).toContain((await ask()).text);
      expect(await deps.db.orm.verification.count()).toBe(1);
    }, 120_000);

    test("every connection is in UTC, whatever the server's zone is", async () => {
      const { service } = await createBounced({ session: true });
      const { pool } = service.deps.db;
      const zones = Array.from({ length: 20 }, () =>
        pool.query("select current_setting('timezone') as zone"),
      );
      for (const { rows } of await Promise.all(zones)) expect(rows).toEqual([{ zone: "UTC" }]);
    }, 60_000);

    test("without DATABASE_SESSION_URL webhooks are delivered too", async () => {
      const { service, receiver, work } = await createBounced({ session: false });
      const { id, testKey } = await service.tenant({ plan: "scale" });
      await createEndpoint(await ownerCtx(service.deps, id), { url: receiver.url("/", "localhost") });
      work();
      const { verificationId } = await start(service.call, testKey);
      await submit(service.call, testKey, { verificationId, result: "approved" });
      await eventually(() => receiver.requests.length, PATIENCE_MS).toBe(1);
    }, 60_000);

    test("with named statements on PgBouncer refuses the connection: the setting is needed", async () => {
      const { service } = await createBounced({ session: true, env: { DATABASE_PREPARED_STATEMENTS: "on" } });
      await expect(service.deps.db.pool.query("select 1")).rejects.toThrow(/unsupported startup parameter/);
    }, 60_000);
  },
);
