import { expect, onTestFinished, test } from "vitest";
import { ENDPOINTS } from "#contracts/public/endpoints.ts";
import { inTransaction } from "#data/service/client.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { issueKey } from "#services/keys/keys.ts";
import { openSession } from "#services/sessions/sessions.ts";
import { emitAccountEvent } from "#services/webhooks/emit.ts";
import { createEndpoint } from "#services/webhooks/endpoints.ts";
import { tellOperationalEvents } from "#services/webhooks/operational.ts";
import { applyMigrations } from "../../scripts/lib/migrations.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { BEFORE_SCOPES, oldReleaseMissing, unpackOldRelease } from "../support/faults/old-release.ts";
import { startApi } from "../support/http/api-process.ts";
import { createEmptyDatabase } from "../support/world/database.ts";
import { eventually } from "../support/world/eventually.ts";
import { createFaultWorld } from "../support/world/fault-world.ts";
import { ADMIN_KEY, sharedEnv } from "../support/world/service.ts";

const METRICS_KEY = "m".repeat(40);

type Asked = { id: string; method: string; path: string; auth: string };
type OldKeys = { tenantId: string; keys: Record<string, string>; endpoints: Asked[] };

const isMissing = oldReleaseMissing(BEFORE_SCOPES);

// 0.7.0 read a body before it asked what the key may do.
const BODIES: Readonly<Record<string, object>> = {
  "verify.redact": { verificationId: "ver_01k9zzzzzzzzzzzzzzzzzzzzzz" },
  "listeners.open": { name: "laptop" },
  "listeners.deliveries": { listenerId: "lsn_01k9zzzzzzzzzzzzzzzzzzzzzz" },
  "listeners.close": { listenerId: "lsn_01k9zzzzzzzzzzzzzzzzzzzzzz" },
};

/** Which endpoints let a key ask at all. Most get nothing that they need, and answer so. */
const mayAsk = async (url: string, endpoints: readonly Asked[], header: string, key: string) => {
  const may: string[] = [];
  for (const { id, method, path } of endpoints) {
    const { status } = await fetch(url + path.replace(/:\w+/g, "unknown"), {
      method,
      headers: { [header]: key, "content-type": "application/json" },
      ...(method === "GET" || method === "DELETE" ? {} : { body: JSON.stringify(BODIES[id] ?? {}) }),
    });
    expect([200, 400, 401, 403, 404, 409], id).toContain(status);
    if (status !== 401 && status !== 403) may.push(id);
  }
  return may;
};

const matrix = async (url: string, endpoints: readonly Asked[], keys: Record<string, string>) => {
  const found: Record<string, string[]> = {};
  const of = (auth: string) => endpoints.filter((endpoint) => endpoint.auth === auth);
  for (const [name, key] of Object.entries(keys))
    found[name] = await mayAsk(url, of("tenant"), "x-tenant-api-key", key);
  for (const key of [ADMIN_KEY, METRICS_KEY])
    found[key.slice(0, 3)] = await mayAsk(url, of("admin"), "x-admin-key", key);
  return found;
};

const startOne = async (env: Readonly<Record<string, string>>, script?: string): Promise<string> => {
  const { child, url } = await startApi(env, script);
  onTestFinished(() => void child.kill("SIGKILL"));
  return url;
};

test.skipIf(isMissing !== "")(
  `a key of 0.7.0 asks the endpoints that it asked before, and no other, at old and new processes${isMissing}`,
  { timeout: 300_000 },
  async () => {
    const old = unpackOldRelease(BEFORE_SCOPES);
    await using database = await createEmptyDatabase();
    await applyMigrations(database.url, old.prisma);
    const env = { ...sharedEnv(database.url), METRICS_KEYS: METRICS_KEY, AUTH_FAILURES_PER_MINUTE: "100000" };
    const { tenantId, keys, endpoints }: OldKeys = old.ask("old-keys.ts", env);
    const oldUrl = await startOne(env, old.api);
    const before = await matrix(oldUrl, endpoints, keys);
    // What the matrix says is not one answer for all.
    expect(new Set(Object.values(before).map(String)).size).toBeGreaterThanOrEqual(6);

    await applyMigrations(database.url);
    const newUrl = await startOne(env);
    expect(await matrix(newUrl, endpoints, keys)).toEqual(before);
    expect(await matrix(oldUrl, endpoints, keys)).toEqual(before);

    // Old processes make keys until the last one has ended.
    const during: OldKeys = old.ask("old-keys.ts", env, tenantId);
    expect(await matrix(newUrl, endpoints, during.keys)).toEqual(before);

    const known = new Set(endpoints.map(({ id }) => id));
    const added = ENDPOINTS.filter(({ id, auth }) => auth === "tenant" && !known.has(id));
    expect(added.length).toBeGreaterThan(0);
    for (const key of Object.values({ ...keys, ...during.keys }))
      expect(await mayAsk(newUrl, added, "x-tenant-api-key", key)).toEqual([]);
  },
);

type OldRows = {
  tenantId: string;
  closedId: string;
  liveKey: string;
  secret: string;
  memberId: string;
  endpoints: Record<string, string>;
};

type Json = Record<string, unknown>;

test.skipIf(isMissing !== "")(
  `what 0.7.0 wrote is what the new version reads, and an old worker sends what a new process writes${isMissing}`,
  { timeout: 300_000 },
  async () => {
    const old = unpackOldRelease(BEFORE_SCOPES);
    const database = await createEmptyDatabase();
    await applyMigrations(database.url, old.prisma);
    const made: OldRows[] = [];
    const world = await createFaultWorld(database, (env, endpointUrl) => {
      const rows: OldRows = old.ask("old-rows.ts", env, endpointUrl);
      made.push(rows);
      return { id: rows.tenantId, liveKey: rows.liveKey, testKey: "" };
    });
    const [rows] = made;
    if (!rows) throw new Error("the old release made nothing");
    const { deps } = world;
    const oldUrl = await startOne(world.env, old.api);
    const ask = async (url: string, path: string, body?: object): Promise<Json> => {
      const credential: Record<string, string> = path.startsWith("/admin")
        ? { "x-admin-key": ADMIN_KEY }
        : { "x-tenant-api-key": rows.liveKey };
      const response = await fetch(url + path, {
        method: body ? "POST" : "GET",
        headers: { ...credential, "content-type": "application/json" },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      expect(response.status, path).toBe(200);
      return response.json();
    };
    /** The basic flow: started, completed by the tenant and read. @returns its id */
    const check = async (url: string): Promise<string> => {
      const { verificationId } = await ask(url, "/verify/start", { minimumAge: 18 });
      await ask(url, "/verify/complete", { verificationId, verifiedAge: 30 });
      return String(verificationId);
    };
    const first = await check(oldUrl);
    const pages = [
      `/admin/tenants/${rows.tenantId}`,
      `/admin/tenants/${rows.closedId}`,
      `/admin/tenants/${rows.tenantId}/members`,
      "/admin/trust-anchors",
      "/usage",
      `/verify/status?verificationId=${first}`,
      `/verify/events?verificationId=${first}`,
    ];
    const read = (url: string) => Promise.all(pages.map((path) => ask(url, path)));
    const before = await read(oldUrl);
    const auditOf = () => deps.db.orm.$queryRaw<object[]>`
      select id, tenant_id, actor, action, target, changes from audit_entry order by id`;
    const audit = await auditOf();
    expect(audit.length).toBeGreaterThan(5);

    await applyMigrations(database.url);
    const newUrl = await startOne(world.env);
    expect(await read(newUrl)).toMatchObject(before);
    expect(await auditOf()).toEqual(audit);
    const trail = await ask(newUrl, "/admin/audit?after=0&limit=200");
    expect(trail.entries).toHaveLength(audit.length);
    expect(await openSession(deps, rows.secret)).toMatchObject({ memberId: rows.memberId });
    const endpoints = await deps.db.orm.webhookEndpoint.findMany({ orderBy: { id: "asc" } });
    expect(endpoints.map(({ id, isEnabled, told }) => ({ id, isEnabled, told }))).toEqual([
      { id: rows.endpoints.on, isEnabled: true, told: null },
      { id: rows.endpoints.gone, isEnabled: false, told: "disabled" },
      { id: rows.endpoints["by hand"], isEnabled: false, told: null },
    ]);

    // Old and new beside each other: an event of a kind that the old version does not know, and both versions' checks.
    const owner = await ownerCtx(deps, rows.tenantId);
    const narrow = await issueKey(owner, { mode: "live", name: "narrow", scopes: ["usage:read"] });
    const logsAt = async (url: string): Promise<number> =>
      (await fetch(`${url}/logs`, { headers: { "x-tenant-api-key": narrow.value } })).status;
    // Why docs/operations.md says to make such keys when the last old process has ended.
    expect([await logsAt(oldUrl), await logsAt(newUrl)]).toEqual([200, 403]);
    const events = ["alert.raised", "endpoint.disabled"] as const;
    await createEndpoint(owner, { url: world.receiver.url("/account", "h1.localhost"), events: [...events] });
    await tellOperationalEvents(systemCtx(deps), 10); // what was disabled before is no news
    await inTransaction(deps.db, (db) =>
      emitAccountEvent(owner, db, {
        tenantId: rows.tenantId,
        type: "alert.raised",
        mode: "live",
        fields: {},
      }),
    );
    await world.workers.start({}, old.worker);
    const second = [await check(oldUrl), await check(newUrl)];
    const sent = () =>
      world.receiver.requests.map(({ path, body }) => [path, JSON.parse(String(body)).event]).toSorted();
    await eventually(sent, 20_000).toEqual([
      ["/account", "alert.raised"],
      ...["/on", "/on", "/on"].map((path) => [path, "verification.completed"]),
    ]);
    for (const url of [oldUrl, newUrl])
      for (const id of [first, ...second])
        expect(await ask(url, `/verify/status?verificationId=${id}`)).toMatchObject({ status: "completed" });
  },
);
