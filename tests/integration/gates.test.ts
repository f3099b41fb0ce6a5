import { describe, expect, test } from "vitest";
import { createShortCache } from "#platform/short-cache.ts";
import type { MemberCtx } from "#services/context.ts";
import {
  createGate,
  gateTraffic,
  listGates,
  removeGate,
  rotateGateSecret,
  updateGate,
} from "#services/gates/gates.ts";
import { findGate, hasProof } from "#services/gates/open-gates.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { proofFor } from "../support/gates/gate-service.ts";
import { testClock } from "../support/world/clock.ts";
import { serviceForFile } from "../support/world/service.ts";

const clock = testClock();
const service = serviceForFile({ overrides: { now: clock.now } });

const newOwner = async (): Promise<MemberCtx> => {
  const { deps, tenant } = service.get();
  return ownerCtx(deps, (await tenant({ plan: "scale" })).id);
};

const GATE = { mode: "live", name: "Shop", origin: "https://shop.example", minimumAge: 18 } as const;

const asTest = (made: Awaited<ReturnType<typeof createGate>>) => ({ ...made.gate, secret: made.secret });

/** Whether this text is a proof at the gate now. */
const isProof = async (ctx: MemberCtx, siteId: string, value: string): Promise<boolean> => {
  const gate = await findGate(ctx.deps, siteId);
  return gate !== null && hasProof(gate, `${gate.cookieName}=${value}`, clock.now());
};

describe("a gate", () => {
  test("is listed with what a site needs, and its secret is in the first answer only", async () => {
    const owner = await newOwner();
    const { gate, secret } = await createGate(owner, { ...GATE, openPaths: ["/health", "/assets/"] });
    expect(secret).toMatch(/^gs_[\w-]{43}$/);
    expect(gate).toMatchObject({
      ...GATE,
      siteId: expect.stringMatching(/^gat_/),
      host: "shop.example",
      threshold: "18",
      cookieName: "__Host-lintel_gate_18",
      lifetimeSeconds: 14_400,
      openPaths: ["/health", "/assets/"],
      startAddress: `https://shop.example/.well-known/lintel/${gate.siteId}/start?return=%2F`,
      previousSecretUntil: null,
      today: { passes: 0, refusals: 0, starts: 0, approvals: 0 },
    });
    expect(await listGates(owner)).toEqual([gate]);
    expect(JSON.stringify(await listGates(owner))).not.toContain(secret);
  });

  test("is one for each age before a site: two would overwrite each other's cookie", async () => {
    const owner = await newOwner();
    const { gate } = await createGate(owner, GATE);
    await expect(createGate(owner, GATE)).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(createGate(owner, { ...GATE, origin: "https://SHOP.example/" })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    const other = await createGate(owner, { ...GATE, minimumAge: 16 });
    await createGate(owner, { ...GATE, mode: "test" });
    await createGate(owner, { ...GATE, minimumAge: null });
    await expect(updateGate(owner, { siteId: other.gate.siteId, minimumAge: 18 })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    expect(await updateGate(owner, { siteId: gate.siteId, name: "Wine" })).toMatchObject({ name: "Wine" });
  });

  test.each([
    ["origin", { origin: "http://shop.example" }],
    ["origin", { origin: "https://shop.example/wine" }],
    ["openPaths.1", { openPaths: ["/health", "/a/../b"] }],
    ["region", { country: "DE", region: "US-UT" }],
    ["region", { region: "US-UT" }],
  ])("a faulty %s is named, and nothing is written", async (path, more) => {
    const owner = await newOwner();
    await expect(createGate(owner, { ...GATE, ...more })).rejects.toMatchObject({
      code: "INVALID_REQUEST_BODY",
      details: { issues: [expect.objectContaining({ path })] },
    });
    expect(await listGates(owner)).toEqual([]);
  });

  test("another secret ends every proof at once, or after the overlap", async () => {
    const owner = await newOwner();
    const made = asTest(await createGate(owner, GATE));
    const { siteId } = made;
    const old = proofFor(made, clock.now(), 3 * 3600);
    expect(await isProof(owner, siteId, old)).toBe(true);
    const { secret } = await rotateGateSecret(owner, { siteId, overlapHours: 1 });
    const fresh = proofFor({ ...made, secret }, clock.now(), 3 * 3600);
    expect([await isProof(owner, siteId, old), await isProof(owner, siteId, fresh)]).toEqual([true, true]);
    clock.advance({ hours: 1 });
    expect([await isProof(owner, siteId, old), await isProof(owner, siteId, fresh)]).toEqual([false, true]);
    await rotateGateSecret(owner, { siteId, overlapHours: 0 });
    expect(await isProof(owner, siteId, fresh)).toBe(false);
  });

  test("of another tenant is as one that does not exist", async () => {
    const { gate } = await createGate(await newOwner(), GATE);
    const stranger = await newOwner();
    const { siteId } = gate;
    for (const act of [
      () => updateGate(stranger, { siteId, name: "Mine" }),
      () => rotateGateSecret(stranger, { siteId, overlapHours: 0 }),
      () => gateTraffic(stranger, { siteId, days: 7 }),
      () => removeGate(stranger, { siteId }),
    ])
      await expect(act()).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await listGates(stranger)).toEqual([]);
  });

  test("that was removed is closed, and its counts are gone", async () => {
    const owner = await newOwner();
    const made = asTest(await createGate(owner, GATE));
    const { siteId } = made;
    const { gateCounter, db } = owner.deps;
    gateCounter.add({ id: siteId, tenant: owner.tenant }, "passes", clock.now());
    await gateCounter.flush();
    await removeGate(owner, { siteId });
    expect(await findGate(owner.deps, siteId)).toBe(null);
    expect(await db.orm.gateDay.count({ where: { gateId: siteId } })).toBe(0);
    // What another process counts there in the meantime is dropped, and holds nothing else up.
    gateCounter.add({ id: siteId, tenant: owner.tenant }, "passes", clock.now());
    await gateCounter.flush();
    expect(await db.orm.gateDay.count({ where: { gateId: siteId } })).toBe(0);
  });
});

test("traffic has every day up to today, with zeros, and today's is in the list", async () => {
  const owner = await newOwner();
  const { gate } = await createGate(owner, GATE);
  const { siteId } = gate;
  const at = { id: siteId, tenant: owner.tenant };
  const { gateCounter } = owner.deps;
  gateCounter.add(at, "refusals", new Date(clock.now().getTime() - 86_400_000));
  gateCounter.add(at, "passes", clock.now());
  gateCounter.add(at, "passes", clock.now());
  await gateCounter.flush();
  gateCounter.add(at, "starts", clock.now());
  await gateCounter.flush();
  const { days } = await gateTraffic(owner, { siteId, days: 3 });
  expect(days.map(({ day: _day, ...counts }) => counts)).toEqual([
    { passes: 0, refusals: 0, starts: 0, approvals: 0 },
    { passes: 0, refusals: 1, starts: 0, approvals: 0 },
    { passes: 2, refusals: 0, starts: 1, approvals: 0 },
  ]);
  expect(days.at(-1)?.day).toBe(clock.now().toISOString().slice(0, 10));
  expect((await listGates(owner))[0]?.today).toEqual({ passes: 2, refusals: 0, starts: 1, approvals: 0 });
});

test("while the database is away a known gate stands for an hour, and an unknown one is an error", async () => {
  const owner = await newOwner();
  const { gate } = await createGate(owner, GATE);
  const { deps } = owner;
  let isAway = false;
  const away = () => Promise.reject(new Error("away"));
  const cache = createShortCache<{ id: string }>({
    idsOf: ({ id }) => [id],
    now: clock.now,
    staleMs: 3_600_000,
  });
  const load = () => (isAway ? away() : Promise.resolve({ id: gate.siteId }));
  expect(await cache.find("a", load)).toEqual({ id: gate.siteId });
  isAway = true;
  clock.advance({ seconds: 6 });
  expect(await cache.find("a", load)).toEqual({ id: gate.siteId });
  await expect(cache.find("b", load)).rejects.toThrow("away");
  clock.advance({ hours: 1 });
  await expect(cache.find("a", load)).rejects.toThrow("away");
  // A change is a change, also while nothing can be read.
  isAway = false;
  await cache.find("a", load);
  isAway = true;
  cache.invalidate(gate.siteId);
  await expect(cache.find("a", load)).rejects.toThrow("away");
  expect(await findGate(deps, gate.siteId)).toMatchObject({ id: gate.siteId });
});
