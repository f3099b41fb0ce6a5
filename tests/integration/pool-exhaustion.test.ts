import { expect, test } from "vitest";
import { approvedToken, secretOf, start, validate } from "../support/http/actions.ts";
import { play } from "../support/http/hosted.ts";
import { callWith } from "../support/http/promises.ts";
import { createService } from "../support/world/service.ts";

test("with a single connection thirty flows at once wait for one another and all succeed", async () => {
  const service = await createService({ env: { DATABASE_POOL_SIZE: "1" } });
  // That they all get their turn is the claim, not how fast this machine is: the pool's wait has no end here.
  Object.assign(service.deps.db.pool, { patienceMs: Number.POSITIVE_INFINITY });
  const call = callWith(service.deps, {});
  const { liveKey, testKey } = await service.tenant({ plan: "scale" });
  const byApi = async () => {
    const { token } = await approvedToken(call, liveKey);
    return (await validate(call, liveKey, token)).valid;
  };
  const byPage = async () => {
    const secret = secretOf(await start(call, testKey, { callback_url: "https://shop.example" }));
    return (await play(service.deps, secret, "approve")).view?.outcome === "approved";
  };
  const flows = Array.from({ length: 30 }, (_, i) => (i % 2 === 0 ? byApi() : byPage()));
  expect(await Promise.all(flows)).toEqual(flows.map(() => true));
  await service.close();
});

test("without a free connection answers are DATABASE_ERROR, health is degraded, and then all is well again", async () => {
  const service = await createService({ env: { DATABASE_POOL_SIZE: "2" } });
  const { deps, tenant } = service;
  const call = callWith(deps, {});
  const { id, liveKey: key } = await tenant();
  await start(call, key);
  const held = [await deps.db.pool.connect(), await deps.db.pool.connect()];
  const [started, status, completed, health] = await Promise.all([
    call("POST", "/verify/start", { key }),
    call("GET", "/verify/status?verificationId=ver_01k9zzzzzzzzzzzzzzzzzzzzzz", { key }),
    call("POST", "/verify/complete", {
      key,
      body: { verificationId: "ver_01k9zzzzzzzzzzzzzzzzzzzzzz", verifiedAge: 30 },
    }),
    call("GET", "/health"),
  ]);
  for (const answer of [started, status, completed]) {
    expect(answer).toMatchObject({ status: 500, body: { code: "DATABASE_ERROR" } });
  }
  expect(health).toMatchObject({ status: 200, body: { status: "degraded", database: "disconnected" } });
  for (const client of held) client.release();
  await start(call, key);
  expect(await call("GET", "/health")).toMatchObject({ body: { status: "ok" } });
  expect(await deps.db.orm.verification.count({ where: { tenantId: id } })).toBe(2);
  await service.close();
});

test("a connection that dies while nobody listens to it does not end the process", async () => {
  const service = await createService({ env: { DATABASE_POOL_SIZE: "2" } });
  const { pool } = service.deps.db;
  const client = await pool.connect();
  expect(() =>
    client.emit("error", new Error("terminating connection due to unexpected postmaster exit")),
  ).not.toThrow();
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const ended = new Promise((resolve) => client.once("end", () => resolve("ended")));
  await pool.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
  expect(await ended).toBe("ended");
  client.release(true);
  expect(await service.call("GET", "/health")).toMatchObject({ body: { status: "ok" } });
  await service.close();
});
