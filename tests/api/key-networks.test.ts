import { expect, test } from "vitest";
import { KEY_SCOPES } from "#core/access/scopes.ts";
import { inTransaction } from "#data/service/client.ts";
import { addKeyHours } from "#data/tenants/key-uses.ts";
import { createKeyCounter } from "#platform/sum-counter.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { createKey } from "#services/keys/keys.ts";
import { JOBS } from "#worker/jobs.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { testClock } from "../support/world/clock.ts";

const clock = testClock(new Date("2026-11-29T12:00:00Z"));
const service = promisedServiceForFile({
  env: { AUTH_FAILURES_PER_MINUTE: "5" },
  overrides: { now: clock.now },
});

const keyWith = async (rules: { networks?: string[]; deniedNetworks?: string[]; expiresAt?: Date }) => {
  const { deps, call, tenant: newTenant } = service.get();
  const tenant = await newTenant({ plan: "scale" });
  const { value: key, id } = await inTransaction(deps.db, (db) =>
    createKey(systemCtx(deps), db, {
      ...{ tenantId: tenant.id, mode: "live", name: "fenced", scopes: KEY_SCOPES },
      ...rules,
    }),
  );
  const from = (address: string) => call("GET", "/usage", { key, headers: { "x-forwarded-for": address } });
  return { deps, tenant, key, id, from };
};

const sums = async (keyId: string) => {
  const { deps } = service.get();
  await deps.keyCounter.flush();
  const hours = await deps.db.orm.keyHour.findMany({ where: { keyId }, orderBy: { hour: "asc" } });
  return hours.map(({ hour, uses, errors, lastErrorCode }) => [
    hour.toISOString(),
    uses,
    errors,
    lastErrorCode,
  ]);
};

test("a key is let in from its networks alone, in either family, and a denied network beats an allowed one", async () => {
  const { from } = await keyWith({
    networks: ["203.0.113.0/24", "2001:db8:1::/48"],
    deniedNetworks: ["203.0.113.128/25", "2001:db8:1:bad::/64"],
  });
  const statuses: [string, number][] = [
    ["203.0.113.7", 200],
    ["::ffff:203.0.113.7", 200],
    ["::ffff:cb00:7107", 200],
    ["2001:db8:1::1", 200],
    ["2001:0DB8:0001:0:0:0:0:9", 200],
    ["203.0.113.128", 403],
    ["::ffff:203.0.113.200", 403],
    ["2001:db8:1:bad::5", 403],
    ["203.0.114.1", 403],
    ["2001:db8:2::1", 403],
    ["::1", 403],
    ["unknown", 403],
  ];
  for (const [address, status] of statuses) {
    const answer = await from(address);
    expect([address, answer.status]).toEqual([address, status]);
    if (status === 403) {
      expect(answer.body).toMatchObject({ code: "PERMISSION_DENIED" });
      expect(answer.text).not.toContain("203.0.113");
    }
  }
});

test("a key that only denies is good everywhere else", async () => {
  const { from } = await keyWith({ deniedNetworks: ["198.51.100.0/24"] });
  expect((await from("198.51.101.1")).status).toBe(200);
  expect((await from("2001:db8::1")).status).toBe(200);
  expect((await from("::ffff:198.51.100.9")).status).toBe(403);
});

test("a key that is tried from a wrong address counts as a failed authentication there, and locks nobody else out", async () => {
  const { from } = await keyWith({ networks: ["203.0.113.0/24"] });
  for (let i = 0; i < 5; i += 1) expect((await from("192.0.2.66")).status).toBe(403);
  expect((await from("192.0.2.66")).status).toBe(429);
  expect((await from("203.0.113.1")).status).toBe(200);
});

test("calls from a wrong address use up nothing of the tenant's rate limit, and are counted as the key's errors", async () => {
  const { from, id } = await keyWith({ networks: ["203.0.113.0/24"] });
  const before = (await from("203.0.113.1")).headers.get("ratelimit");
  await from("192.0.2.1");
  await from("192.0.2.2");
  const after = (await from("203.0.113.1")).headers.get("ratelimit");
  const left = (header: string | null) => Number(/r=(\d+)/.exec(header ?? "")?.[1]);
  expect(left(before) - left(after)).toBe(1);
  expect(await sums(id)).toEqual([["2026-11-29T12:00:00.000Z", 4, 2, "PERMISSION_DENIED"]]);
});

test("a key ends to the millisecond that it was given, also while it is remembered", async () => {
  const expiresAt = new Date(clock.now().getTime() + 3_000);
  const { from, key, deps, tenant } = await keyWith({ expiresAt });
  expect((await from("192.0.2.7")).status).toBe(200);
  clock.advance({ ms: 2_999 });
  expect((await from("192.0.2.7")).status).toBe(200);
  clock.advance({ ms: 1 });
  const ended = await from("192.0.2.7");
  const { call } = service.get();
  const unknown = await call("GET", "/usage", {
    key: `${key.slice(0, -1)}_`,
    headers: { "x-forwarded-for": "192.0.2.7" },
  });
  const said = ({ status, body: { request_id: _a, requestId: _b, ...rest } }: typeof ended) => ({
    status,
    rest,
  });
  expect(ended).toMatchObject({ status: 401, body: { code: "AUTH_INVALID_KEY" } });
  expect(said(ended)).toEqual(said(unknown));
  // A key that ends is not the one that the operator can look up.
  expect(await deps.db.orm.apiKey.count({ where: { tenantId: tenant.id, sealed: { not: null } } })).toBe(1);
});

test("a key's calls are counted in their hour, errors with the last code, and two processes add up", async () => {
  const { from, id, tenant } = await keyWith({});
  const { deps } = service.get();
  await from("192.0.2.8");
  expect(await sums(id)).toEqual([[expect.any(String), 1, 0, null]]);
  await deps.keyCounter.flush();
  clock.advance({ ms: 3_600_000 });
  await from("192.0.2.8");
  const other = createKeyCounter({ write: (rows) => addKeyHours(deps.db, rows), delayMs: 1_000_000 });
  other.add({ keyId: id, tenantId: tenant.id, status: 404, code: "VERIFICATION_NOT_FOUND" }, clock.now());
  const wrong = createKeyCounter({ write: (rows) => addKeyHours(deps.db, rows), delayMs: 1_000_000 });
  wrong.add({ keyId: id, tenantId: "ten_of_another", status: 500, code: "INTERNAL_ERROR" }, clock.now());
  await Promise.all([other.flush(), wrong.flush(), deps.keyCounter.flush()]);
  const counted = await sums(id);
  expect(counted).toHaveLength(2);
  expect(counted[1]?.slice(1, 3)).toEqual([2, 1]);
  expect(counted[1]?.[3]).toBe("VERIFICATION_NOT_FOUND");
});

test("counts are deleted after 31 days", async () => {
  const { from, id } = await keyWith({});
  const { runtime } = service.get();
  const purge = JOBS.find(({ name }) => name === "purge-key-hours");
  await from("192.0.2.9");
  expect(await sums(id)).toHaveLength(1);
  clock.advance({ days: 30 });
  await purge?.run(runtime);
  expect(await sums(id)).toHaveLength(1);
  clock.advance({ days: 2 });
  await purge?.run(runtime);
  expect(await sums(id)).toEqual([]);
});
