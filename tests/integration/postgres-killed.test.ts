import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applyMigrations } from "../../scripts/lib/migrations.ts";
import { type RunningPostgres, startPostgres } from "../../scripts/local/postgres.ts";
import { callWith } from "../support/http/promises.ts";
import { type Call, createService, type TestService } from "../support/world/service.ts";

// A server of its own, in a folder of its own: only such a one is started again by its guard.
const folder = mkdtempSync(join(tmpdir(), "lintel-killed-"));
let postgres: RunningPostgres | undefined;
let service: TestService | undefined;

beforeAll(async () => {
  postgres = await startPostgres({ folder, settings: { fsync: "off", shared_buffers: "32MB" } });
  const url = postgres.url("postgres");
  await applyMigrations(url);
  service = await createService({ database: { url, [Symbol.asyncDispose]: async () => {} } });
}, 60_000);

afterAll(async () => {
  await service?.close();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

const killServer = (): void => {
  const [pid = ""] = readFileSync(join(folder, "data", "postmaster.pid"), "utf8").split("\n");
  process.kill(Number.parseInt(pid, 10), "SIGKILL");
};

type Seen = { started: Set<string>; completed: Set<string>; tokens: number; errors: string[] };

/** A tenant's backend that goes on whatever happens: a failed request is tried again, as a real one would. */
const backend = async (call: Call, key: string, seen: Seen, isOver: () => boolean): Promise<void> => {
  while (!isOver()) {
    const started = await call("POST", "/verify/start", { key });
    if (started.status !== 200) {
      seen.errors.push(String(started.body.code));
      continue;
    }
    const verificationId = String(started.body.verificationId);
    seen.started.add(verificationId);
    for (let isDone = false; !isDone; ) {
      const ended = await call("POST", "/verify/complete", {
        key,
        body: { verificationId, verifiedAge: 30 },
      });
      if (ended.status === 200) seen.tokens += 1;
      else seen.errors.push(String(ended.body.code));
      // Already completed: the answer to the try before was lost with the connection.
      isDone = ended.status === 200 || ended.body.code === "VERIFICATION_ALREADY_COMPLETED";
    }
    seen.completed.add(verificationId);
  }
};

test("Postgres is killed twice under load: clean errors, recovery by itself, nothing lost and nothing doubled", async () => {
  if (!service) throw new Error("there is no service");
  const { deps, tenant } = service;
  const call = callWith(deps, {});
  const { id: tenantId, liveKey } = await tenant({
    plan: "scale",
    overrides: { rateLimitPerMinute: 1_000_000 },
  });
  const seen: Seen = { started: new Set(), completed: new Set(), tokens: 0, errors: [] };
  let isOver = false;
  const backends = Array.from({ length: 8 }, () => backend(call, liveKey, seen, () => isOver));
  const progress = (more: number): Promise<void> => {
    const goal = seen.completed.size + more;
    return expect
      .poll(() => seen.completed.size, { timeout: 30_000, interval: 20 })
      .toBeGreaterThanOrEqual(goal);
  };
  for (let kill = 0; kill < 2; kill += 1) {
    await progress(30);
    const errors = seen.errors.length;
    killServer();
    await expect.poll(() => seen.errors.length, { timeout: 10_000, interval: 20 }).toBeGreaterThan(errors);
  }
  await progress(30);
  isOver = true;
  await Promise.all(backends);

  expect(seen.errors).toContain("DATABASE_ERROR");
  const foreseen = ["DATABASE_ERROR", "VERIFICATION_ALREADY_COMPLETED"];
  expect(seen.errors.filter((code) => !foreseen.includes(code))).toEqual([]);
  const { orm } = deps.db;
  const rows = await orm.verification.findMany({ where: { tenantId }, select: { id: true, status: true } });
  const completed = rows.filter(({ status }) => status === "completed").map(({ id }) => id);
  const kept = new Set(rows.map(({ id }) => id));
  expect([...seen.started].filter((id) => !kept.has(id))).toEqual([]); // nothing lost
  expect(new Set(completed)).toEqual(seen.completed);
  const usage = await orm.usageMonth.aggregate({ where: { tenantId }, _sum: { started: true } });
  expect(usage._sum.started).toBe(rows.length); // nothing counted twice, nothing uncounted
  expect(await orm.token.count({ where: { tenantId } })).toBe(completed.length);
  expect(await orm.event.count({ where: { tenantId } })).toBe(completed.length);
  expect(seen.tokens).toBeLessThanOrEqual(completed.length);
  expect(await call("GET", "/health")).toMatchObject({ body: { status: "ok", database: "connected" } });
}, 90_000);
