import { describe, expect, test } from "vitest";
import { takesIdempotencyKey } from "#contracts/public/endpoint.ts";
import { ENDPOINTS } from "#contracts/public/endpoints.ts";
import { start } from "../support/http/actions.ts";
import { callWith, promisedServiceForFile } from "../support/http/promises.ts";
import { expectRefused } from "../support/http/refused.ts";
import { testClock } from "../support/world/clock.ts";
import { countRows, tenantRows } from "../support/world/rows.ts";
import { exampleOf } from "./matrix/examples.ts";
import { credentialFor, send } from "./matrix/provocations.ts";

const clock = testClock();
// A test holds a connection of its own.
const service = promisedServiceForFile({ env: { DATABASE_POOL_SIZE: "4" }, overrides: { now: clock.now } });

const newWorld = async () => ({
  service: service.get(),
  tenant: await service.get().tenant({ plan: "scale" }),
});

const keyed = (key: string) => ({ "idempotency-key": key });

describe.each(ENDPOINTS.filter(takesIdempotencyKey))("Idempotency-Key at POST $path", (contract) => {
  test("replays the first answer, says so, and does the work once", async () => {
    const world = await newWorld();
    const sent = await exampleOf(contract).good(world);
    const headers = keyed(world.tenant.id);
    const first = await send(world, contract, sent, { headers });
    expect(first).toMatchObject({ status: 200 });
    expect(first.headers.has("idempotency-replayed")).toBe(false);
    const after = await countRows(world.service.deps);
    const second = await send(world, contract, sent, { headers });
    expect(second).toMatchObject({ status: 200, body: first.body });
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    expect(second.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
    expect(await countRows(world.service.deps)).toEqual(after);
  });

  test("refuses the same key with another body", async () => {
    const world = await newWorld();
    const { path, body } = await exampleOf(contract).good(world);
    const headers = keyed(world.tenant.id);
    await send(world, contract, { path, body }, { headers });
    const after = await countRows(world.service.deps);
    // Another body that is valid too: the same JSON with a space in front.
    const other = { path, body: ` ${JSON.stringify(body)}` };
    expectRefused(await send(world, contract, other, { headers }), "Idempotency-Key", "already used");
    expect(await countRows(world.service.deps)).toEqual(after);
  });

  test("must be 1 to 255 printable characters without spaces", async () => {
    const world = await newWorld();
    const sent = await exampleOf(contract).good(world);
    const before = await countRows(world.service.deps);
    for (const key of ["", "a b", "ä", "x".repeat(256), "\u007f"]) {
      expectRefused(await send(world, contract, sent, { headers: keyed(key) }), "Idempotency-Key");
    }
    expect(await countRows(world.service.deps)).toEqual(before);
    const longest = await send(world, contract, sent, {
      headers: keyed(`${world.tenant.id}${"~".repeat(225)}`),
    });
    expect(longest.status).toBe(200);
  });

  test("asks for the credential again: a replay is nothing for strangers", async () => {
    const world = await newWorld();
    const sent = await exampleOf(contract).good(world);
    const headers = keyed(world.tenant.id);
    await send(world, contract, sent, { headers });
    const wrong = contract.auth === "tenant" ? { key: "x" } : { adminKey: "x" };
    expect((await send(world, contract, sent, { headers, ...wrong })).status).toBe(401);
    expect(credentialFor(contract, world)).not.toEqual(wrong);
  });
});

describe("Idempotency-Key", () => {
  test("is each tenant's own, and live and test keys do not share one", async () => {
    const { service: own, tenant: first } = await newWorld();
    const { tenant: second } = await newWorld();
    const headers = keyed("order-1");
    const ids = new Set<string>();
    for (const key of [first.liveKey, first.testKey, second.liveKey]) {
      ids.add((await start(own.call, key, {}, { headers })).verificationId);
    }
    expect(ids.size).toBe(3);
  });

  test("used at one endpoint is refused at another", async () => {
    const { service: own, tenant } = await newWorld();
    const headers = keyed("order-1");
    const body = { token: "x" };
    await own.call("POST", "/tokens/validate", { key: tenant.liveKey, body, headers });
    const other = await own.call("POST", "/verify/start", { key: tenant.liveKey, body: {}, headers });
    expectRefused(other, "Idempotency-Key");
  });

  test("is forgotten after a failure, so that the mended request goes through", async () => {
    const { service: own, tenant } = await newWorld();
    const headers = keyed("order-1");
    const key = tenant.liveKey;
    const unknown = { verificationId: "ver_01k9zzzzzzzzzzzzzzzzzzzzzz", result: "approved" };
    expect((await own.call("POST", "/verify/submit", { key, body: unknown, headers })).status).toBe(404);
    expect((await own.call("POST", "/verify/start", { key, body: { minimumAge: 1 }, headers })).status).toBe(
      400,
    );
    await start(own.call, key, {}, { headers });
  });

  test("holds for 24 hours and not a millisecond more", async () => {
    const { service: own, tenant } = await newWorld();
    const more = { headers: keyed("order-1") };
    const { verificationId } = await start(own.call, tenant.liveKey, {}, more);
    clock.advance({ hours: 24, ms: -1 });
    expect((await start(own.call, tenant.liveKey, {}, more)).verificationId).toBe(verificationId);
    clock.advance({ ms: 1 });
    expect((await start(own.call, tenant.liveKey, {}, more)).verificationId).not.toBe(verificationId);
    expect(await tenantRows(own.deps, tenant.id)).toMatchObject({ verifications: 2, counted: 2 });
  });

  test("of a run whose process died can be used again as soon as Postgres has heard of it", async () => {
    const { service: own, tenant } = await newWorld();
    const { deps } = own;
    const { verificationId } = await start(own.call, tenant.liveKey);
    const body = { verificationId, verifiedAge: 30 };
    const more = { key: tenant.liveKey, body, headers: keyed("order-1") };
    // Signs for ever, with everything written: what a process that is gone leaves in Postgres.
    const { promise: never, reject: end } = Promise.withResolvers<never>();
    const signing = Promise.withResolvers<void>();
    const sign = (): Promise<never> => {
      signing.resolve();
      return never;
    };
    const signingKeys = { ...deps.signingKeys, sign };
    const dead = callWith(deps, { signingKeys })("POST", "/verify/complete", more);
    const abandoned = async () =>
      (
        await deps.db.pool.query<{ pid: number }>(
          "select pid from pg_stat_activity where datname = current_database() and state = 'idle in transaction'",
        )
      ).rows;
    await signing.promise; // it is idle between any two statements before, too
    await expect.poll(abandoned, { timeout: 10_000 }).toHaveLength(1);
    const refused = await own.call("POST", "/verify/complete", more);
    expect(refused).toMatchObject({ status: 409, body: { retryAfterSeconds: 1 } });
    const [backend] = await abandoned();
    await deps.db.pool.query("select pg_terminate_backend($1::int)", [backend?.pid]);
    await expect.poll(abandoned, { timeout: 10_000 }).toHaveLength(0);
    const answer = await own.call("POST", "/verify/complete", more);
    expect(answer).toMatchObject({ status: 200, body: { token: expect.any(String) } });
    expect(answer.headers.has("idempotency-replayed")).toBe(false);
    expect(await tenantRows(deps, tenant.id)).toMatchObject({ verifications: 1, tokens: 1 });
    end(new Error("the process is gone"));
    expect((await dead).status).toBe(500);
    expect((await own.call("POST", "/verify/complete", more)).text).toBe(answer.text);
  });

  test("whose answer cannot be kept is not done at all", async () => {
    const { service: own, tenant } = await newWorld();
    const { deps } = own;
    const more = { key: tenant.liveKey, body: {}, headers: keyed("order-1") };
    await deps.db.pool.query(`create function refuse_answer() returns trigger language plpgsql
      as $$ begin raise exception 'no room'; end $$`);
    await deps.db.pool.query(`create trigger refuse_answer before insert or update on idempotency_record
      for each row when (new.answer is not null) execute function refuse_answer()`);
    const first = await own.call("POST", "/verify/start", more);
    await deps.db.pool.query("drop function refuse_answer cascade");
    expect(first).toMatchObject({ status: 500, body: { code: "DATABASE_ERROR" } });
    expect(await tenantRows(deps, tenant.id)).toMatchObject({ verifications: 0, counted: 0 });
    expect(await own.call("POST", "/verify/start", more)).toMatchObject({ status: 200 });
    expect(await tenantRows(deps, tenant.id)).toMatchObject({ verifications: 1, counted: 1 });
  });

  test("of a run that an earlier version left unfinished waits for that one's time and no longer", async () => {
    const { service: own, tenant } = await newWorld();
    const { deps } = own;
    const more = { key: tenant.liveKey, body: {}, headers: keyed("order-1") };
    expect((await own.call("POST", "/verify/start", more)).status).toBe(200);
    await deps.db.orm.idempotencyRecord.updateMany({
      where: { scope: `${tenant.id}:live` },
      data: { answer: null, httpStatus: null, lockedUntil: new Date(deps.now().getTime() + 60_000) },
    });
    expect((await own.call("POST", "/verify/start", more)).status).toBe(409);
    clock.advance({ seconds: 60 });
    const again = await own.call("POST", "/verify/start", more);
    expect(again.status).toBe(200);
    expect((await own.call("POST", "/verify/start", more)).text).toBe(again.text);
  });
});
