import { describe, expect, test } from "vitest";
import { z } from "zod";
import { KEY_SCOPES } from "#core/access/scopes.ts";
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

describe("erasing", () => {
  const world = async () => {
    const { deps, identity, tenant: newTenant, call } = service.get();
    const tenant = await newTenant();
    const as = async (name: string, role: "owner" | "admin" | "developer") => {
      const member = await knownPerson({ deps }, `${name}-${tenant.id}`, { tenantId: tenant.id, role });
      const bearer = await identity.bearer(`${name}-${tenant.id}`);
      const ask = (path: string, input?: unknown) =>
        consoleCall(deps, path, input, { bearer, tenantId: tenant.id });
      return { member, ask };
    };
    const ended = async (): Promise<string> => {
      const key = tenant.testKey;
      const { verificationId } = z
        .object({ verificationId: z.string() })
        .parse((await call("POST", "/verify/start", { key, body: {} })).body);
      await call("POST", "/verify/complete", { key, body: { verificationId, verifiedAge: 30 } });
      return verificationId;
    };
    const erase = async (key: string) =>
      call("POST", "/verify/redact", { key, body: { verificationId: await ended() } });
    return { tenant, as, erase };
  };
  const name = "Eraser";

  test("a key erases only if it was created to, and the refusal erases nothing", async () => {
    const { as, erase } = await world();
    const { ask } = await as("ada", "admin");
    const make = async (input: object) =>
      created.parse((await ask("keys.create", { mode: "test", name, ...input })).data);
    const [may, mayNot, unsaid] = [
      await make({ scopes: KEY_SCOPES }),
      await make({ scopes: ["verifications:write"] }),
      await make({}),
    ];
    expect(await erase(may.value)).toMatchObject({ status: 200 });
    for (const { value } of [mayNot, unsaid]) {
      expect(await erase(value)).toMatchObject({ status: 403, body: { code: "PERMISSION_DENIED" } });
    }
    const list = listed.parse((await ask("keys.list")).data);
    const said = (id: string) => list.find((key) => key.id === id);
    expect([may, mayNot].map(({ id }) => said(id))).toMatchObject([
      { scopes: KEY_SCOPES },
      { scopes: ["verifications:write"] },
    ]);
  });

  test("a developer, who may not erase, gets no key that may: neither a new one nor a rotated one", async () => {
    const { as, erase } = await world();
    const admin = await as("ada", "admin");
    const developer = await as("dan", "developer");
    const denied = { errorCode: "PERMISSION_DENIED" };
    expect(
      await developer.ask("keys.create", { mode: "test", name, scopes: ["verifications:erase"] }),
    ).toMatchObject(denied);
    const own = created.parse((await developer.ask("keys.create", { mode: "test", name })).data);
    expect(await erase(own.value)).toMatchObject({ status: 403 });
    const again = created.parse(
      (await developer.ask("keys.rotate", { keyId: own.id, overlapHours: 1 })).data,
    );
    expect(await erase(again.value)).toMatchObject({ status: 403 });
    const may = created.parse(
      (await admin.ask("keys.create", { mode: "test", name, scopes: ["verifications:erase"] })).data,
    );
    const rotation = { keyId: may.id, overlapHours: 1 };
    expect(await developer.ask("keys.rotate", rotation)).toMatchObject(denied);
    expect(await erase(may.value)).toMatchObject({ status: 200 });
    const fresh = created.parse((await admin.ask("keys.rotate", rotation)).data);
    expect(await erase(fresh.value)).toMatchObject({ status: 200 });
  });

  test("a key may listen only where its creation says so, and a rotated one as the one before", async () => {
    const { as } = await world();
    const { ask } = await as("ada", "admin");
    const make = async (input: object) =>
      created.parse((await ask("keys.create", { mode: "live", name, ...input })).data);
    const [may, unsaid] = [await make({ scopes: ["events:listen"] }), await make({})];
    const listens = async (value: string) =>
      (await service.get().call("POST", "/listeners", { key: value, body: { name: "laptop" } })).status;
    expect([await listens(may.value), await listens(unsaid.value)]).toEqual([200, 403]);
    for (const [key, status] of [
      [may, 200],
      [unsaid, 403],
    ] as const) {
      const again = created.parse((await ask("keys.rotate", { keyId: key.id, overlapHours: 1 })).data);
      expect(await listens(again.value)).toBe(status);
    }
  });

  test("the operator’s keys erase", async () => {
    const { tenant, erase } = await world();
    expect(await erase(tenant.testKey)).toMatchObject({ status: 200 });
  });

  test("the audit entry names the key and the member who created it, also once they have left", async () => {
    const { tenant, as, erase } = await world();
    const admin = await as("ada", "admin");
    const owner = await as("eve", "owner");
    const key = created.parse(
      (await admin.ask("keys.create", { mode: "test", name, scopes: ["verifications:erase"] })).data,
    );
    await erase(key.value);
    await erase(tenant.testKey);
    const entries = async () =>
      (await owner.ask("reports.audit", { limit: 10, action: "verification.redact" })).data;
    const { deps } = service.get();
    const { madeBy: maker } = await deps.db.orm.apiKey.findFirstOrThrow({ where: { id: key.id } });
    const stored = await deps.db.orm.auditEntry.findFirstOrThrow({
      where: { tenantId: tenant.id, action: "verification.redact", actor: `tenant:${key.id}` },
    });
    expect(stored.changes).toMatchObject({ keyMadeBy: `member:${maker}` });
    expect(await entries()).toMatchObject({
      entries: [
        { actorName: "test", keyMaker: null },
        { actor: `tenant:${key.id}`, actorName: name, keyMaker: { id: maker, name: expect.any(String) } },
      ],
    });
    expect(JSON.stringify(await entries())).not.toContain("keyMadeBy");
    await owner.ask("members.remove", { memberId: maker });
    // It was their last tenant: nothing is kept of the person.
    expect(await deps.db.orm.member.count({ where: { id: maker ?? "" } })).toBe(0);
    expect(await entries()).toMatchObject({ entries: [{}, { keyMaker: { id: maker, name: null } }] });
  });
});
