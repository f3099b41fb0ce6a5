import { expect, test } from "vitest";
import { ENDPOINTS } from "#contracts/public/endpoints.ts";
import { ADMIN_SCOPES, type AdminScope, KEY_SCOPES, type KeyScope } from "#core/access/scopes.ts";
import { inTransaction } from "#data/service/client.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { createAdminKey, revokeAdminKey } from "#services/keys/admin-keys.ts";
import { createKey } from "#services/keys/keys.ts";
import { callWith, promisedServiceForFile } from "../support/http/promises.ts";
import { testClock } from "../support/world/clock.ts";
import { ADMIN_KEY, type Call } from "../support/world/service.ts";

const clock = testClock(new Date("2026-11-29T12:00:00Z"));
const service = promisedServiceForFile({
  env: { AUTH_FAILURES_PER_MINUTE: "100000" },
  overrides: { now: clock.now },
});

type Asked = (typeof ENDPOINTS)[number];

/** Asks with nothing that the endpoint needs but the key: whoever may ask at all learns that something else is wrong. */
const ask = (call: Call, { method, path }: Asked, credential: { key?: string; adminKey?: string }) =>
  call(method, path.replace(/:\w+/g, "unknown"), {
    ...credential,
    ...(method === "GET" || method === "DELETE" ? {} : { body: {} }),
  });

type Verdict = "allowed" | "refused" | "unknown key";

const verdictOf = (answer: Awaited<ReturnType<typeof ask>>, scope: string): Verdict => {
  if (answer.status === 401) return "unknown key";
  const { code, message } = answer.body;
  if (
    answer.status === 403 &&
    code === "PERMISSION_DENIED" &&
    String(message).includes(`lacks the scope ${scope}.`)
  )
    return "refused";
  // The trail is about both modes, so a test key's scope for it grants nothing.
  if (String(message).startsWith("A test key cannot read the audit trail")) return "allowed";
  // Everything else comes after the scope: an input, a thing that is not there, a success.
  expect([200, 400, 404], `${answer.status} ${code}`).toContain(answer.status);
  return "allowed";
};

const sets: [string, readonly KeyScope[]][] = [
  ["none", []],
  ["all", KEY_SCOPES],
  ...KEY_SCOPES.map((scope): [string, KeyScope[]] => [`only ${scope}`, [scope]]),
  ...KEY_SCOPES.map((scope): [string, KeyScope[]] => [
    `all but ${scope}`,
    KEY_SCOPES.filter((each) => each !== scope),
  ]),
];

const TENANT = ENDPOINTS.filter(({ auth }) => auth === "tenant");
const ADMIN = ENDPOINTS.filter(({ auth }) => auth === "admin");

test.each(["live", "test"] as const)(
  "a %s key asks what its scopes say, at every endpoint, and nothing else",
  async (mode) => {
    const { deps, call, tenant: newTenant } = service.get();
    const tenant = await newTenant({ plan: "scale", overrides: { rateLimitPerMinute: 100_000 } });
    const wrong: string[] = [];
    for (const [name, scopes] of sets) {
      const { value: key } = await inTransaction(deps.db, (db) =>
        createKey(systemCtx(deps), db, { tenantId: tenant.id, mode, name, scopes }),
      );
      for (const endpoint of TENANT) {
        const scope = endpoint.scope ?? "none is named";
        const got = verdictOf(await ask(call, endpoint, { key }), scope);
        const due = scopes.some((held) => held === scope) ? "allowed" : "refused";
        if (got !== due) wrong.push(`${name}: ${endpoint.id} is ${got}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(TENANT.length).toBeGreaterThan(15);
  },
);

test("the right to erase is its own, and so are reading the trail and listening", () => {
  const scopeOf = (id: string) => ENDPOINTS.find((endpoint) => endpoint.id === id)?.scope;
  expect(scopeOf("verify.redact")).toBe("verifications:erase");
  expect(scopeOf("listeners.open")).toBe("events:listen");
  for (const { id, scope, auth } of ENDPOINTS)
    expect([id, scope === undefined]).toEqual([id, auth === "none"]);
});

test("an operator's key asks what its scope includes, at every endpoint; an ended one asks nothing", async () => {
  const { deps } = service.get();
  const metricsKey = "m".repeat(40);
  const call = callWith(deps, { settings: { ...deps.settings, metricsKeys: [metricsKey] } });
  const ctx = systemCtx(deps);
  const made = await Promise.all(
    ADMIN_SCOPES.map(
      async (scope) => [scope, (await createAdminKey(ctx, { name: scope, scope })).value] as const,
    ),
  );
  const revoked = await createAdminKey(ctx, { name: "revoked", scope: "all" });
  await revokeAdminKey(ctx, { keyId: revoked.id });
  const good: [string, AdminScope, string][] = [
    ...made.map(([scope, value]): [string, AdminScope, string] => [`adk ${scope}`, scope, value]),
    ["ADMIN_KEYS", "all", ADMIN_KEY],
    ["METRICS_KEYS", "metrics", metricsKey],
  ];
  const wrong: string[] = [];
  for (const endpoint of ADMIN) {
    const needed = ADMIN_SCOPES.findIndex((scope) => scope === endpoint.scope);
    for (const [name, scope, adminKey] of good) {
      const got = verdictOf(await ask(call, endpoint, { adminKey }), endpoint.scope ?? "");
      const due = ADMIN_SCOPES.indexOf(scope) >= needed ? "allowed" : "refused";
      if (got !== due) wrong.push(`${name}: ${endpoint.id} is ${got}`);
    }
    for (const adminKey of [revoked.value, `${revoked.value.slice(0, -1)}x`, `${metricsKey}x`]) {
      const got = verdictOf(await ask(call, endpoint, { adminKey }), "");
      if (got !== "unknown key") wrong.push(`an ended key: ${endpoint.id} is ${got}`);
    }
  }
  expect(wrong).toEqual([]);
});

test("an operator's key ends to the second, and is stored as a keyed hash alone", async () => {
  const { deps, call } = service.get();
  const expiresAt = new Date(clock.now().getTime() + 60_000);
  const { id, value } = await createAdminKey(systemCtx(deps), {
    name: "Scraper",
    scope: "metrics",
    expiresAt,
  });
  const status = async () => (await call("GET", "/admin/metrics", { adminKey: value })).status;
  expect(await status()).toBe(200);
  clock.advance({ ms: 59_999 });
  expect(await status()).toBe(200);
  clock.advance({ ms: 1 });
  expect(await status()).toBe(401);
  const row = await deps.db.orm.adminKey.findUniqueOrThrow({ where: { id } });
  expect(JSON.stringify({ ...row, hash: Buffer.from(row.hash).toString("latin1") })).not.toContain(value);
  const audit = await deps.db.orm.auditEntry.findMany({ where: { target: id } });
  expect(audit).toMatchObject([
    { tenantId: null, action: "admin_key.create", changes: { scope: "metrics" } },
  ]);
  expect(JSON.stringify(audit)).not.toContain(value);
});

test("an operator's key that only reads learns no tenant's key, which would write", async () => {
  const { deps, call, tenant: newTenant } = service.get();
  const tenant = await newTenant();
  const { value: adminKey } = await createAdminKey(systemCtx(deps), { name: "Reader", scope: "read" });
  const path = `/admin/tenants/${tenant.id}`;
  expect((await call("GET", path, { adminKey })).body).toMatchObject({ apiKey: null });
  expect((await call("GET", path, { adminKey: ADMIN_KEY })).body).toMatchObject({ apiKey: tenant.liveKey });
});
