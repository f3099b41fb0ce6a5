import { expect, test } from "vitest";
import { systemCtx } from "#runtime/runtime.ts";
import { revokeKey } from "#services/keys/keys.ts";
import { keyIdOf, patchTenant, start } from "../support/http/actions.ts";
import { testClock } from "../support/world/clock.ts";
import { createTwoProcesses } from "../support/world/two-processes.ts";

const newTwins = async () => {
  const clock = testClock();
  return { clock, twins: await createTwoProcesses({ overrides: { now: clock.now } }) };
};

test("a revoked key is refused at once where it was revoked, and within 10 seconds everywhere", async () => {
  const { clock, twins } = await newTwins();
  await using pair = twins;
  const { one, other } = pair;
  const { id: tenantId, liveKey: key } = await one.tenant();
  const status = async (service: typeof one) => (await service.call("POST", "/verify/start", { key })).status;
  expect([await status(one), await status(other)]).toEqual([200, 200]);
  await revokeKey(systemCtx(one.deps), { tenantId, keyId: await keyIdOf(one.deps, tenantId) });
  expect(await status(one)).toBe(401);
  clock.advance({ seconds: 10 });
  expect(await status(other)).toBe(401);
  expect(await one.deps.db.orm.verification.count({ where: { tenantId } })).toBe(2);
});

test("the short memory for keys never grows older by being used: ten seconds are ten seconds", async () => {
  const { clock, twins } = await newTwins();
  await using pair = twins;
  const { one, other } = pair;
  const { id: tenantId, liveKey: key } = await one.tenant();
  await start(other.call, key);
  await revokeKey(systemCtx(one.deps), { tenantId, keyId: await keyIdOf(one.deps, tenantId) });
  const statuses: number[] = [];
  for (let second = 0; second <= 10; second += 1) {
    statuses.push((await other.call("POST", "/verify/start", { key })).status);
    clock.advance({ seconds: 1 });
  }
  expect(statuses.at(-1)).toBe(401);
  expect(statuses).toEqual([...statuses].sort((a, b) => a - b));
});

test("a switched-off tenant, a new key and a new limit arrive everywhere within 10 seconds", async () => {
  const { clock, twins } = await newTwins();
  await using pair = twins;
  const { one, other } = pair;
  const { id, liveKey: key } = await one.tenant();
  await start(other.call, key);
  await patchTenant(one.call, id, { isActive: false });
  clock.advance({ seconds: 10 });
  const refused = await other.call("POST", "/verify/start", { key });
  expect(refused).toMatchObject({ status: 401, body: { code: "UNAUTHENTICATED_TENANT" } });
  await patchTenant(one.call, id, { isActive: true, overrides: { included: 2 } });
  clock.advance({ seconds: 10 });
  await start(other.call, key);
  const full = await other.call("POST", "/verify/start", { key });
  expect(full).toMatchObject({ status: 429, body: { code: "QUOTA_EXCEEDED" } });
});

test("the exact quota holds across processes", async () => {
  const { twins } = await newTwins();
  await using pair = twins;
  const { one, other } = pair;
  const { id: tenantId, liveKey: key } = await one.tenant({
    plan: "scale",
    overrides: { included: 10, hardLimit: 10 },
  });
  const calls = Array.from({ length: 40 }, (_, i) =>
    (i % 2 === 0 ? one : other).call("POST", "/verify/start", { key }),
  );
  const admitted = (await Promise.all(calls)).filter(({ status }) => status === 200);
  expect(admitted).toHaveLength(10);
  expect(await one.deps.db.orm.verification.count({ where: { tenantId } })).toBe(10);
});
