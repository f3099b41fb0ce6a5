import { randomBytes } from "node:crypto";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { errorsOf } from "#contracts/public/endpoint.ts";
import { admin, service as contracts, ENDPOINTS } from "#contracts/public/endpoints.ts";
import { ERRORS } from "#core/errors.ts";
import { connect } from "#data/service/client.ts";
import { startDraining } from "#platform/draining.ts";
import { createRateLimiter } from "#platform/rate-limit.ts";
import { createSelfCheck } from "#runtime/self-check.ts";
import { newProcess, noteLife } from "#services/processes.ts";
import { withClient } from "../../scripts/lib/database.ts";
import { start } from "../support/http/actions.ts";
import { callWith, promisedServiceForFile } from "../support/http/promises.ts";
import { createDatabase, createEmptyDatabase, withoutDatabase } from "../support/world/database.ts";
import { ADMIN_KEY as adminKey } from "../support/world/service.ts";

const service = promisedServiceForFile();

const deadDatabase = () =>
  connect({ url: "postgresql://u:p@127.0.0.1:1/d", poolSize: 1, onPoolError: () => {} });
const deadCache = (onFailure: "allow" | "deny" = "allow") => {
  // In the middle of a minute: at the turn of one, a window admits one call more.
  const now = () => new Date("2026-03-01T12:00:30.000Z");
  const { log } = service.get().deps;
  return createRateLimiter({
    redisUrl: "redis://127.0.0.1:1",
    countName: String,
    onFailure,
    now,
    log,
  });
};

/** A process of the service with its own database, which is still there. */
const ownProcess = async (create = createDatabase) => {
  const database = await create();
  const db = connect({ url: database.url, poolSize: 1, onPoolError: () => {} });
  onTestFinished(async () => {
    await db.close();
    await database[Symbol.asyncDispose]();
  });
  const { deps } = service.get();
  return {
    url: database.url,
    name: new URL(database.url).pathname.slice(1),
    deps: { ...deps, db },
    call: callWith(deps, { db, selfCheck: createSelfCheck(db) }),
  };
};

const serving = { status: 200, body: { status: "serving" } };

describe("GET /health", () => {
  test("is ok while database and limiter answer", async () => {
    const { body } = await service.get().call("GET", "/health");
    expect(body).toEqual({ status: "ok", database: "connected", cache: "connected" });
  });

  test("is degraded, with status 200, while the database is away", async () => {
    const { deps } = service.get();
    const answer = await callWith(deps, { db: deadDatabase() })("GET", "/health");
    expect(answer).toMatchObject({
      status: 200,
      body: { status: "degraded", database: "disconnected", reasons: ["database_unreachable"] },
    });
  });

  test("is degraded while the database is read-only, as a standby does", async () => {
    const { deps } = service.get();
    await using database = await createDatabase();
    const name = new URL(database.url).pathname.slice(1);
    await deps.db.pool.query(`alter database ${name} set default_transaction_read_only = on`);
    const db = connect({ url: database.url, poolSize: 1, onPoolError: () => {} });
    const call = callWith(deps, { db });
    expect((await call("GET", "/health")).body).toEqual({
      status: "degraded",
      database: "connected",
      cache: "connected",
      reasons: ["database_read_only"],
    });
    expect(await call("GET", "/health/ready")).toMatchObject({
      status: 503,
      body: { code: "SERVICE_UNAVAILABLE", message: "Not ready: the database is read-only." },
    });
    await db.close();
  });

  test("is degraded while the cache is unavailable, and limits go on in the process", async () => {
    const { deps, tenant } = service.get();
    const rateLimiter = deadCache();
    const call = callWith(deps, { rateLimiter });
    const { liveKey: key } = await tenant({ overrides: { rateLimitPerMinute: 2 } });
    await start(call, key);
    await start(call, key);
    expect(await call("POST", "/verify/start", { key })).toMatchObject({ status: 429 });
    const { body } = await call("GET", "/health");
    expect(body).toEqual({
      status: "degraded",
      database: "connected",
      cache: "disconnected",
      reasons: ["cache_unreachable"],
    });
    expect(await call("GET", "/health/ready")).toMatchObject({ status: 200, body: { status: "ready" } });
    await rateLimiter.close();
  });

  test("does not care for a query, not even a doubled one", async () => {
    expect((await service.get().call("GET", "/health?a=1&a=2")).status).toBe(200);
  });
});

test("a wrong or missing key gets 401 and not 503 without the cache, and is counted in the process", async () => {
  const { deps, tenant } = service.get();
  await using stack = new AsyncDisposableStack();
  const rateLimiter = stack.adopt(deadCache("deny"), (limiter) => limiter.close());
  const call = callWith(deps, { rateLimiter, settings: { ...deps.settings, authFailuresPerMinute: 3 } });
  const refused = async (method: "GET" | "POST", path: string, sent: object) => {
    const { status, body } = await call(method, path, sent);
    return [status, body.code];
  };
  const wrong = [401, "UNAUTHENTICATED_ADMIN"];
  expect(await refused("GET", "/admin/tenants", { adminKey: "wrong" })).toEqual(wrong);
  expect(await refused("GET", "/admin/tenants", {})).toEqual(wrong);
  expect(await refused("POST", "/verify/start", {})).toEqual([401, "AUTH_INVALID_KEY"]);
  expect(await refused("GET", "/admin/tenants", {})).toEqual([429, "RATE_LIMIT_EXCEEDED"]);
  const { liveKey: key } = await tenant();
  expect(await refused("POST", "/verify/start", { key })).toEqual([503, "CACHE_ERROR"]);
  expect((await call("GET", "/admin/tenants", { adminKey })).status).toBe(200);
});

describe("GET /health/ready", () => {
  test("is 503 without the cache where requests are refused then", async () => {
    const { deps } = service.get();
    const rateLimiter = deadCache();
    const settings = { ...deps.settings, refusesWithoutCache: true };
    const answer = await callWith(deps, { rateLimiter, settings })("GET", "/health/ready");
    expect(answer).toMatchObject({ status: 503, body: { retryAfterSeconds: 2 } });
    expect(answer.body.message).toContain("the cache is unavailable");
    await rateLimiter.close();
  });

  test("is 503 from the moment that the process is about to stop, while requests are still answered", async () => {
    const { call } = service.get();
    onTestFinished(() => {
      globalThis.lintelIsDraining = undefined;
    });
    for (const path of ["/health/ready", "/health/serving"])
      expect([path, (await call("GET", path)).status]).toEqual([path, 200]);
    startDraining();
    expect(await call("GET", "/health/ready")).toMatchObject({
      status: 503,
      body: { message: "Not ready: this process is about to stop." },
    });
    expect(await call("GET", "/health/serving")).toMatchObject({
      status: 503,
      body: { message: "Not serving: this process is about to stop.", retryAfterSeconds: 2 },
    });
    expect((await call("GET", "/health")).body).toMatchObject({ status: "degraded", database: "connected" });
  });

  const pending = {
    status: 503,
    body: {
      code: "SERVICE_UNAVAILABLE",
      message: "Not ready: migrations of this release are pending (npm run migrate).",
      retryAfterSeconds: 2,
    },
  };
  const ready = { status: 200, body: { status: "ready" } };

  test("is 503 on a database without tables, and `serving` does not mind them", async () => {
    const { call } = await ownProcess(createEmptyDatabase);
    expect(await call("GET", "/health/ready")).toMatchObject(pending);
    expect(await call("GET", "/health/serving")).toMatchObject(serving);
  });

  test("is 503 until the last migration of this release has ended, and does not look again after that", async () => {
    const { deps, call } = await ownProcess();
    const last = deps.settings.migrations()?.at(-1);
    const run = (statement: string) => deps.db.pool.query(`${statement} where migration_name = $1`, [last]);
    await run("update _prisma_migrations set migration_name = 'elsewhere'");
    expect(await call("GET", "/health/ready")).toMatchObject(pending);
    await deps.db.pool.query(
      "update _prisma_migrations set migration_name = $1, finished_at = null where migration_name = 'elsewhere'",
      [last],
    );
    expect(await call("GET", "/health/ready")).toMatchObject(pending);
    await run("update _prisma_migrations set finished_at = now()");
    expect(await call("GET", "/health/ready")).toMatchObject(ready);
    await run("delete from _prisma_migrations");
    expect(await call("GET", "/health/ready")).toMatchObject(ready);
  });

  test("is 200 on a database that a newer release has migrated, or is migrating", async () => {
    const { deps, call } = await ownProcess();
    await deps.db.pool.query(
      `insert into _prisma_migrations (id, checksum, migration_name, finished_at)
       values ('ended', '', '20991231000000_of_a_later_release', now()),
         ('begun', '', '20991231000001_of_a_later_release', null)`,
    );
    expect(await call("GET", "/health/ready")).toMatchObject(ready);
  });

  test("is 200 for a role that may not read the history of migrations", async () => {
    const { url } = await ownProcess();
    const ask = (text: string) => withClient(url, (client) => client.query(text));
    const role = `reader_${randomBytes(6).toString("hex")}`;
    await ask(
      `create role ${role} login password 'hunter2';
       grant select, insert, update, delete on all tables in schema public to ${role};
       revoke all on _prisma_migrations from ${role}`,
    );
    const address = new URL(url);
    Object.assign(address, { username: role, password: "hunter2" });
    const db = connect({ url: address.href, poolSize: 1, onPoolError: () => {} });
    onTestFinished(async () => {
      await db.close();
      await ask(`drop owned by ${role}; drop role ${role}`);
    });
    await expect(db.pool.query("select from _prisma_migrations")).rejects.toMatchObject({ code: "42501" });
    const call = callWith(service.get().deps, { db, selfCheck: createSelfCheck(db) });
    expect(await call("GET", "/health/ready")).toMatchObject(ready);
  });

  const silent = { status: 503, body: { message: "Not ready: the database does not answer." } };

  test("is 503 where the history of migrations cannot be read for any other reason, and looks again", async () => {
    const { deps } = await ownProcess();
    const orm = new Proxy(deps.db.orm, {
      get: (target, name) => {
        if (name === "$queryRaw") throw new Error("timeout exceeded when trying to connect");
        return Reflect.get(target, name);
      },
    });
    expect(await callWith(deps, { db: { ...deps.db, orm } })("GET", "/health/ready")).toMatchObject(silent);
    expect(await callWith(deps, {})("GET", "/health/ready")).toMatchObject(ready);
  });

  test("is 503 while the history of migrations is locked, and 200 once it is not", async () => {
    const { call, url } = await ownProcess();
    await withClient(url, async (client) => {
      await client.query("begin; lock table _prisma_migrations in access exclusive mode");
      expect(await call("GET", "/health/ready")).toMatchObject(silent);
      await client.query("rollback");
    });
    await expect.poll(async () => (await call("GET", "/health/ready")).status, { timeout: 20_000 }).toBe(200);
  });
});

describe("GET /health/serving", () => {
  test("is 200 while the database is away, which readiness refuses: all other processes miss it too", async () => {
    const { name, call } = await ownProcess();
    expect(await call("GET", "/health/serving")).toMatchObject(serving);
    await withoutDatabase(name, async () => {
      expect(await call("GET", "/health/serving")).toMatchObject(serving);
      expect(await call("GET", "/health/ready")).toMatchObject({
        status: 503,
        body: { message: "Not ready: the database does not answer." },
      });
      // What a proxy that asked for readiness would hide.
      expect(await call("GET", "/.well-known/jwks.json")).toMatchObject({ status: 200 });
    });
  });

  test("is 503 for a process that never could write to its database, as in an upgrade with a wrong DATABASE_URL", async () => {
    const db = deadDatabase();
    const wrong = callWith(service.get().deps, { db, selfCheck: createSelfCheck(db) });
    const starting = {
      status: 503,
      body: {
        message: "Not serving: this process is starting, and could not write to the database yet.",
        retryAfterSeconds: 2,
      },
    };
    expect(await wrong("GET", "/health/serving")).toMatchObject(starting);
    const { call, deps } = await ownProcess();
    // Of the pool's only connection, as a standby says that becomes the primary.
    await deps.db.pool.query("set default_transaction_read_only = on");
    expect(await call("GET", "/health/serving")).toMatchObject(starting);
    await deps.db.pool.query("set default_transaction_read_only = off");
    expect(await call("GET", "/health/serving")).toMatchObject(serving);
  });

  test("is 200 at the first question too, if the process could write before the database went", async () => {
    const { name, call, deps } = await ownProcess();
    await noteLife(deps, newProcess(deps, "serve", "a-host"));
    await withoutDatabase(name, async () => {
      expect(await call("GET", "/health/serving")).toMatchObject(serving);
    });
  });

  test("is 200 without the cache where requests are refused then, each with its own code", async () => {
    const { deps } = service.get();
    const rateLimiter = deadCache("deny");
    const call = callWith(deps, { rateLimiter, settings: { ...deps.settings, refusesWithoutCache: true } });
    expect((await call("GET", "/health/serving")).status).toBe(200);
    expect((await call("GET", "/health/ready")).status).toBe(503);
    await rateLimiter.close();
  });

  test("is 503 for a process that is broken", async () => {
    const { deps } = service.get();
    const answer = await callWith(deps, { selfCheck: async () => "a fault" })("GET", "/health/serving");
    expect(answer).toMatchObject({
      status: 503,
      body: { message: "Not serving: this process is broken and about to be replaced." },
    });
  });
});

test("GET /admin/metrics counts tenants and verifications, live and test", async () => {
  const { call, tenant } = service.get();
  const metrics = async () =>
    admin.metrics.response.parse((await call("GET", "/admin/metrics", { adminKey })).body);
  const before = await metrics();
  const { liveKey, testKey } = await tenant();
  await start(call, liveKey);
  await start(call, testKey);
  expect(await metrics()).toMatchObject({
    dbStatus: "connected",
    cacheStatus: "connected",
    totalTenants: (before.totalTenants ?? 0) + 1,
    totalVerifications: (before.totalVerifications ?? 0) + 2,
    requestLogLinesDropped: 0,
  });
  expect(before.uptimeSeconds).toBeGreaterThanOrEqual(0);
});

test("GET /admin/metrics says in JSON that the database is away, with null for what only it knows", async () => {
  const answer = await callWith(service.get().deps, { db: deadDatabase() })("GET", "/admin/metrics", {
    adminKey,
  });
  expect(answer.status).toBe(200);
  expect(admin.metrics.response.parse(answer.body)).toMatchObject({
    dbStatus: "disconnected",
    cacheStatus: "connected",
    totalTenants: null,
    totalVerifications: null,
    webhooks: null,
  });
});

test("GET /admin/metrics as text says that the database is away, which an alert reads", async () => {
  const { deps } = service.get();
  const scrape = async (call: ReturnType<typeof callWith>) =>
    (await call("GET", "/admin/metrics", { adminKey, headers: { accept: "text/plain" } })).text;
  const up = await scrape(service.get().call);
  expect(up).toMatch(/^lintel_database_up 1$/m);
  expect(up).toMatch(/^lintel_tenants \d+$/m);
  const away = await scrape(callWith(deps, { db: deadDatabase() }));
  expect(away).toMatch(/^lintel_database_up 0$/m);
  expect(away).toMatch(/^lintel_cache_up 1$/m);
  expect(away).not.toMatch(/^lintel_tenants/m);
});

test("GET /.well-known/jwks.json holds public members only, and may be cached for minutes", async () => {
  const answer = await service.get().call("GET", "/.well-known/jwks.json");
  const { keys } = contracts.jwks.response.parse(answer.body);
  for (const key of keys) {
    expect(new Set(Object.keys(key))).toEqual(new Set(["alg", "crv", "kid", "kty", "use", "x", "y"]));
  }
  expect(answer.headers.get("cache-control")).toBe("public, max-age=300");
});

describe("GET /openapi.json", () => {
  const document = async () => (await service.get().call("GET", "/openapi.json")).body;

  test("is valid OpenAPI 3.1", async () => {
    const body = await document();
    const validator = new Validator();
    const { valid, errors } = await validator.validate(body);
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
    expect(validator.version).toBe("3.1");
  });

  test("lists every endpoint with exactly the statuses that it may answer with", async () => {
    const operations = z.record(
      z.string(),
      z.record(z.string(), z.looseObject({ responses: z.record(z.string(), z.unknown()) })),
    );
    const { paths } = z.object({ paths: operations }).parse(await document());
    for (const contract of ENDPOINTS) {
      const operation = paths[contract.path.replaceAll(/:(\w+)/g, "{$1}")]?.[contract.method.toLowerCase()];
      const statuses = errorsOf(contract).map((code) => String(ERRORS[code].status));
      expect(new Set(Object.keys(operation?.responses ?? {}))).toEqual(new Set(["200", ...statuses]));
    }
  });

  test("names every reference that it uses, and every webhook", async () => {
    const text = JSON.stringify(await document());
    const { components, webhooks } = z
      .object({
        components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
        webhooks: z.record(z.string(), z.unknown()),
      })
      .parse(JSON.parse(text));
    for (const [, name = ""] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      expect(Object.keys(components.schemas)).toContain(name);
    }
    for (const [name, schema] of Object.entries(components.schemas)) {
      expect(JSON.stringify(schema), name).not.toBe(JSON.stringify({ $ref: `#/components/schemas/${name}` }));
    }
    expect(components.schemas.Error).toMatchObject({ type: "object", properties: { code: {}, message: {} } });
    expect(Object.keys(webhooks)).toEqual([
      "verification.completed",
      "verification.failed",
      "verification.expired",
      "verification.appealed",
      "verification.redacted",
      "alert.raised",
      "alert.resolved",
      "endpoint.failing",
      "endpoint.disabled",
      "endpoint.recovered",
      "delivery.exhausted",
    ]);
    expect(text).not.toContain("$defs");
  });
});

test("a key of METRICS_KEYS reads metrics, and nothing else", async () => {
  const { deps } = service.get();
  const metricsKey = "m".repeat(40);
  const call = callWith(deps, { settings: { ...deps.settings, metricsKeys: [metricsKey] } });
  expect((await call("GET", "/admin/metrics", { adminKey: metricsKey })).status).toBe(200);
  expect((await call("GET", "/admin/metrics", { adminKey })).status).toBe(200);
  expect((await call("GET", "/admin/metrics", { adminKey: `${metricsKey}x` })).status).toBe(401);
  for (const path of ["/admin/tenants", "/admin/logs"]) {
    const answer = await call("GET", path, { adminKey: metricsKey });
    expect([path, answer.status, answer.body.code]).toEqual([path, 403, "PERMISSION_DENIED"]);
  }
});
