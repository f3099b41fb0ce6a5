import { describe, expect, test } from "vitest";
import { z } from "zod";
import { consoleCall } from "../support/console/call.ts";
import { consoleForFile, knownPerson } from "../support/sign-in/identity.ts";

let aheadMs = 0;
const service = consoleForFile({ overrides: { now: () => new Date(Date.now() + aheadMs) } });
const HOUR_MS = 3_600_000;
const created = z.object({ id: z.string(), value: z.string() });
const listed = z.array(z.looseObject({ id: z.string(), name: z.string(), state: z.string() }));

const worldOf = async () => {
  const { deps, identity, tenant: newTenant, call } = service.get();
  const tenant = await newTenant();
  await knownPerson({ deps }, "ada", { tenantId: tenant.id, role: "developer" });
  const bearer = await identity.bearer("ada");
  const ask = (path: string, input?: unknown) =>
    consoleCall(deps, path, input, { bearer, tenantId: tenant.id });
  const works = async (key: string): Promise<boolean> =>
    (await call("POST", "/verify/start", { key, body: {} })).status === 200;
  const make = async (mode = "live") =>
    created.parse((await ask("keys.create", { mode, name: "Shop" })).data);
  return { tenant, ask, works, make };
};

const at = async <Result>(ms: number, work: () => Promise<Result>): Promise<Result> => {
  aheadMs = ms;
  try {
    return await work();
  } finally {
    aheadMs = 0;
  }
};

test("a new key works, and its value is in that answer only", async () => {
  const { ask, works, make, tenant } = await worldOf();
  const { id, value } = await make();
  expect(await works(value)).toBe(true);
  for (const path of ["keys.list", "settings.get"]) {
    expect(JSON.stringify((await ask(path)).data)).not.toContain(value);
  }
  const list = listed.parse((await ask("keys.list")).data);
  expect(list.find((key) => key.id === id)).toMatchObject({
    hint: `avk_live_…${value.slice(-4)}`,
    state: "active",
    name: "Shop",
  });
  const audit = await service.get().deps.db.orm.auditEntry.findMany({ where: { tenantId: tenant.id } });
  expect(JSON.stringify(audit)).not.toContain(value);
});

describe("rotation", () => {
  test("both keys work for the overlap, then only the new one", async () => {
    const { ask, works, make } = await worldOf();
    const old = await make();
    const answer = await ask("keys.rotate", { keyId: old.id, overlapHours: 24 });
    const fresh = created.parse(answer.data);
    expect(answer.data).toMatchObject({ mode: "live", name: "Shop" });
    expect([await works(old.value), await works(fresh.value)]).toEqual([true, true]);
    await at(24 * HOUR_MS - 1_000, async () => expect(await works(old.value)).toBe(true));
    await at(24 * HOUR_MS + 1_000, async () => {
      expect([await works(old.value), await works(fresh.value)]).toEqual([false, true]);
    });
  });

  test("with no overlap the old key is refused at once", async () => {
    const { ask, works, make } = await worldOf();
    const old = await make("test");
    expect(await works(old.value)).toBe(true); // it is in the cache now
    const fresh = created.parse((await ask("keys.rotate", { keyId: old.id, overlapHours: 0 })).data);
    expect([await works(old.value), await works(fresh.value)]).toEqual([false, true]);
  });

  test("a key that works no more is not rotated, and no key is made", async () => {
    const { ask, make } = await worldOf();
    const old = await make();
    await ask("keys.revoke", { keyId: old.id, name: "Shop" });
    const before = listed.parse((await ask("keys.list")).data).length;
    expect(await ask("keys.rotate", { keyId: old.id, overlapHours: 1 })).toMatchObject({
      errorCode: "NOT_FOUND",
    });
    expect(listed.parse((await ask("keys.list")).data)).toHaveLength(before);
  });

  test.each([[-1], [25], [1.5]])("an overlap of %d hours is refused", async (overlapHours) => {
    const { ask, make } = await worldOf();
    const answer = await ask("keys.rotate", { keyId: (await make()).id, overlapHours });
    expect(answer).toMatchObject({ errorCode: "INVALID_REQUEST_BODY", issues: [{ path: "overlapHours" }] });
  });
});

describe("revocation", () => {
  test("needs the key's name, and ends it at once", async () => {
    const { ask, works, make } = await worldOf();
    const { id, value } = await make();
    expect(await works(value)).toBe(true);
    expect(await ask("keys.revoke", { keyId: id, name: "shop" })).toMatchObject({
      issues: [{ path: "name" }],
    });
    expect(await works(value)).toBe(true);
    expect(await ask("keys.revoke", { keyId: id, name: "Shop" })).toMatchObject({ httpStatus: 200 });
    expect(await works(value)).toBe(false);
    expect(await ask("keys.revoke", { keyId: id, name: "Shop" })).toMatchObject({ errorCode: "NOT_FOUND" });
  });

  test("closing the tenant revokes every key", async () => {
    const { works, make, tenant } = await worldOf();
    const { deps, identity } = service.get();
    const { value } = await make();
    await knownPerson({ deps }, "ben", { tenantId: tenant.id, role: "owner" });
    const options = { bearer: await identity.bearer("ben"), tenantId: tenant.id };
    expect(await consoleCall(deps, "settings.close", { name: "another" }, options)).toMatchObject({
      issues: [{ path: "name" }],
    });
    expect(await consoleCall(deps, "settings.close", { name: "Test Shop" }, options)).toMatchObject({
      data: { keysRevoked: 3 },
    });
    expect([await works(value), await works(tenant.liveKey)]).toEqual([false, false]);
  });
});

test("a hundred working keys are enough, also when two are made at once", async () => {
  const { ask, tenant } = await worldOf();
  const { deps } = service.get();
  const rows = Array.from({ length: 97 }, (_, index) => ({
    id: `key_${tenant.id}_${index}`,
    tenantId: tenant.id,
    mode: "test" as const,
    name: "filler",
    hash: new TextEncoder().encode(`${tenant.id}${index}`),
    lastFour: "none",
    createdAt: new Date(),
  }));
  await deps.db.orm.apiKey.createMany({ data: rows });
  const answers = await Promise.all(
    [1, 2, 3].map((n) => ask("keys.create", { mode: "live", name: `K${n}` })),
  );
  expect(answers.map(({ errorCode }) => errorCode).sort()).toEqual(["CONFLICT", "CONFLICT", null].sort());
});
