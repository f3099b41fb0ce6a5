import { describe, expect, test } from "vitest";
import { z } from "zod";
import { admin } from "#contracts/public/endpoints.ts";
import { KEY_SCOPES } from "#core/access/scopes.ts";
import { inTransaction } from "#data/service/client.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { createKey, revokeKey } from "#services/keys/keys.ts";
import { complete, keyIdOf, patchTenant, start, tenantDetail } from "../support/http/actions.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { expectRefused } from "../support/http/refused.ts";
import { trustAnIssuer } from "../support/wallet/trusted-issuer.ts";
import { testClock } from "../support/world/clock.ts";
import { countRows } from "../support/world/rows.ts";
import { ADMIN_KEY as adminKey } from "../support/world/service.ts";

const clock = testClock();
const service = promisedServiceForFile({ overrides: { now: clock.now } });

const create = async (body: object) => {
  const answer = await service.get().call("POST", "/admin/tenants", { adminKey, body });
  return admin.createTenant.response.parse(answer.body);
};

const auditOf = (tenantId: string) =>
  service.get().deps.db.orm.auditEntry.findMany({ where: { tenantId }, orderBy: { action: "asc" } });

describe("POST /admin/tenants", () => {
  test("creates a tenant whose first live key works at once, and says it only here", async () => {
    const { call } = service.get();
    const tenant = await create({ name: "  Shop  ", plan: "growth" });
    expect(tenant).toEqual({
      id: expect.stringMatching(/^ten_[0-9a-z]{26}$/),
      name: "Shop",
      apiKey: expect.stringMatching(/^avk_live_[0-9A-Za-z]{49}$/),
      isActive: true,
    });
    await start(call, tenant.apiKey);
    expect(await tenantDetail(call, tenant.id)).toMatchObject({
      apiKey: tenant.apiKey,
      billing: { plan: "growth", included: 25_000, hardLimit: 50_000, rateLimitPerMinute: 300, used: 1 },
    });
  });

  test("is audited, with the actor and the request, and without the key or the owner's address", async () => {
    const tenant = await create({ name: "Shop", ownerEmail: "owner@shop.example" });
    const entries = await auditOf(tenant.id);
    expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
      ["api_key.create", "admin"],
      ["invitation.create", "admin"],
      ["tenant.create", "admin"],
    ]);
    expect(new Set(entries.map(({ requestId }) => requestId)).size).toBe(1);
    expect(JSON.stringify(entries)).not.toMatch(/owner@shop|avk_live_/);
  });

  const refused: [string, object, string][] = [
    ["no name", {}, "name"],
    ["a blank name", { name: "   " }, "name"],
    ["a name of 201 characters", { name: "x".repeat(201) }, "name"],
    ["another plan", { name: "x", plan: "enterprise" }, "plan"],
    ["a plan that every object has", { name: "x", plan: "constructor" }, "plan"],
    ["no address", { name: "x", ownerEmail: "owner" }, "ownerEmail"],
    [
      "an address with a second line",
      { name: "x", ownerEmail: "a@b.example\nBcc: c@d.example" },
      "ownerEmail",
    ],
    ["a negative quota", { name: "x", overrides: { included: -1 } }, "overrides.included"],
    ["a quota beyond reason", { name: "x", overrides: { hardLimit: 1e10 } }, "overrides.hardLimit"],
    ["half a limit", { name: "x", overrides: { rateLimitPerMinute: 0.5 } }, "overrides.rateLimitPerMinute"],
    ["a limit of 0", { name: "x", overrides: { rateLimitPerMinute: 0 } }, "overrides.rateLimitPerMinute"],
    ["an unknown override", { name: "x", overrides: { quota: 1 } }, "overrides.quota"],
    ["an id of one's own", { name: "x", id: "ten_mine" }, "id"],
  ];
  test.each(refused)("refuses %s, and writes nothing", async (_name, body, path) => {
    const { call, deps } = service.get();
    const before = await countRows(deps);
    expectRefused(await call("POST", "/admin/tenants", { adminKey, body }), path);
    expect(await countRows(deps)).toEqual(before);
  });
});

describe("GET /admin/tenants/:id", () => {
  test("shows the newest live key, the one before it once that is revoked, and null once none is left", async () => {
    const { call, deps, tenant } = service.get();
    const { id, liveKey } = await tenant();
    const ctx = systemCtx(deps);
    expect((await tenantDetail(call, id)).apiKey).toBe(liveKey);
    clock.advance({ ms: 1 });
    const next = await inTransaction(deps.db, (db) =>
      createKey(ctx, db, { tenantId: id, mode: "live", name: "second", scopes: KEY_SCOPES }),
    );
    expect((await tenantDetail(call, id)).apiKey).toBe(next.value);
    await start(call, liveKey);
    await revokeKey(ctx, { tenantId: id, keyId: await keyIdOf(deps, id) });
    expect((await tenantDetail(call, id)).apiKey).toBe(liveKey);
    expect((await call("POST", "/verify/start", { key: next.value })).status).toBe(401);
    await start(call, liveKey);
    await revokeKey(ctx, { tenantId: id, keyId: await keyIdOf(deps, id) });
    expect((await tenantDetail(call, id)).apiKey).toBeNull();
  });

  test("shows the last ten verifications, newest first, as they stand now", async () => {
    const { call, tenant } = service.get();
    const { id, liveKey } = await tenant();
    const ids: string[] = [];
    for (let i = 0; i < 12; i += 1) {
      clock.advance({ ms: 1 });
      ids.unshift((await start(call, liveKey)).verificationId);
    }
    await complete(call, liveKey, { verificationId: ids[0], verifiedAge: 30 });
    clock.advance({ hours: 1 });
    const detail = await tenantDetail(call, id);
    expect(detail.totalVerifications).toBe(12);
    expect(detail.lastVerifications.map(({ verificationId }) => verificationId)).toEqual(ids.slice(0, 10));
    const [newest, ...others] = detail.lastVerifications;
    expect(newest).toMatchObject({ status: "completed", method: "tenant", completedAt: expect.any(String) });
    for (const other of others)
      expect(other).toMatchObject({ status: "expired", completedAt: null, method: null });
  });

  test.each([
    "ten_x",
    "x",
    "%00",
    "ten_01k9zzzzzzzzzzzzzzzzzzzzzz",
    "ver_01k9zzzzzzzzzzzzzzzzzzzzzz",
    "%F0%9F%98%80",
  ])("%s is not found", async (id) => {
    const { call } = service.get();
    for (const [method, body] of [["GET"], ["PATCH", { name: "x" }]] as const) {
      const answer = await call(method, `/admin/tenants/${id}`, { adminKey, ...(body ? { body } : {}) });
      expect(answer).toMatchObject({ status: 404, body: { code: "TENANT_NOT_FOUND" } });
    }
  });
});

describe("PATCH /admin/tenants/:id", () => {
  test("changes only what is given, and is audited with the new values", async () => {
    const { call, tenant } = service.get();
    const { id } = await tenant({ name: "Before", plan: "growth", overrides: { included: 5 } });
    const renamed = await patchTenant(call, id, { name: "After" });
    expect(renamed).toMatchObject({
      name: "After",
      isActive: true,
      billing: { plan: "growth", included: 5 },
    });
    const replaced = await patchTenant(call, id, { plan: "free", overrides: { hardLimit: 9 } });
    expect(replaced).toMatchObject({
      name: "After",
      billing: { plan: "free", included: 1000, hardLimit: 9 },
    });
    const updates = (await auditOf(id)).filter(({ action }) => action === "tenant.update");
    const changes = z.array(z.record(z.string(), z.unknown())).parse(updates.map((entry) => entry.changes));
    // The old values beside the new ones, and nothing about what stayed as it was.
    expect(changes).toContainEqual({ name: "After", before: { name: "Before" } });
    expect(changes).toContainEqual({
      plan: "free",
      overrides: { hardLimit: 9 },
      before: { plan: "growth", overrides: { included: 5 } },
    });
  });

  test("switches a tenant off at once, and on again", async () => {
    const { call, tenant } = service.get();
    const { id, liveKey: key, testKey } = await tenant();
    await start(call, key);
    await patchTenant(call, id, { isActive: false });
    for (const own of [key, testKey]) {
      const answer = await call("POST", "/verify/start", { key: own });
      expect(answer).toMatchObject({ status: 401, body: { code: "UNAUTHENTICATED_TENANT" } });
    }
    await patchTenant(call, id, { isActive: true });
    await start(call, key);
  });

  test("lets a tenant offer wallets, for who runs the service without a console", async () => {
    const { call, tenant } = service.get();
    const { id, liveKey: key } = await tenant();
    expect(await patchTenant(call, id, { methods: ["wallet", "document"] })).toMatchObject({
      methods: ["wallet", "document"],
    });
    const refused = await call("POST", "/verify/start", { key, body: { methods: ["wallet"] } });
    expectRefused(refused, "methods", "no issuer of wallet credentials is trusted");
    await trustAnIssuer(service.get().deps);
    const started = await call("POST", "/verify/start", { key, body: { methods: ["wallet"] } });
    expect(started).toMatchObject({ status: 200, body: { config: { methods: ["wallet"] } } });
    const unknown = await call("PATCH", `/admin/tenants/${id}`, { adminKey, body: { methods: ["sandbox"] } });
    expectRefused(unknown, "methods.0", "expected one of");
    const updates = (await auditOf(id)).filter(({ action }) => action === "tenant.update");
    expect(updates.map(({ changes }) => changes)).toEqual([
      { methods: "wallet, document", before: { methods: expect.any(String) } },
    ]);
  });

  test("refuses an empty change, and writes nothing", async () => {
    const { call, deps, tenant } = service.get();
    const { id } = await tenant();
    const before = await countRows(deps);
    const answer = await call("PATCH", `/admin/tenants/${id}`, { adminKey, body: {} });
    expectRefused(answer, "", "at least one");
    expect(await countRows(deps)).toEqual(before);
  });
});

test.each(["PATCH", "POST"] as const)(
  "%s says of an override at the top where it belongs",
  async (method) => {
    const { call, tenant } = service.get();
    const { id } = await tenant();
    const [path, body] =
      method === "PATCH" ? [`/admin/tenants/${id}`, {}] : ["/admin/tenants", { name: "Shop" }];
    const answer = await call(method, path, {
      adminKey,
      body: { ...body, rateLimitPerMinute: 5, nonsense: 1 },
    });
    expectRefused(answer, "rateLimitPerMinute", /there is no such field here: it belongs in overrides/);
    expect(answer.body.issues).toContainEqual({ path: "nonsense", message: "there is no such field" });
  },
);
