import { expect, test } from "vitest";
import { z } from "zod";
import { KEY_SCOPES } from "#core/access/scopes.ts";
import { expiringKeys } from "#data/tenants/api-keys.ts";
import { consoleCall } from "../support/console/call.ts";
import { consoleForFile, knownPerson } from "../support/sign-in/identity.ts";
import { testClock } from "../support/world/clock.ts";

const clock = testClock(new Date());
const service = consoleForFile({ overrides: { now: clock.now } });
const made = z.looseObject({ id: z.string(), value: z.string() });
const listed = z.array(
  z.looseObject({
    id: z.string(),
    scopes: z.array(z.string()),
    networks: z.array(z.string()),
    revision: z.number(),
    expiresAt: z.coerce.date().nullable(),
    state: z.string(),
  }),
);
const DENIED = { errorCode: "PERMISSION_DENIED" };
const SECOND_MS = 1_000;

const newWorld = async () => {
  const { deps, identity, tenant: newTenant } = service.get();
  const tenant = await newTenant();
  const as = async (role: "owner" | "developer") => {
    await knownPerson({ deps }, `${role}-${tenant.id}`, { tenantId: tenant.id, role });
    const bearer = await identity.bearer(`${role}-${tenant.id}`);
    return (path: string, input?: unknown) => consoleCall(deps, path, input, { bearer, tenantId: tenant.id });
  };
  const owner = await as("owner");
  const developer = await as("developer");
  const keyOf = async (id: string) =>
    listed.parse((await owner("keys.list")).data).find((key) => key.id === id);
  const make = async (input: object) =>
    made.parse((await owner("keys.create", { mode: "live", name: "K", ...input })).data).id;
  return { deps, tenant, owner, developer, keyOf, make };
};

test.each([["verifications:erase"], ["audit:read"]])(
  "a developer neither creates a key with %s nor adds it, nor rotates one that has it; taking it away is theirs",
  async (scope) => {
    const { developer, keyOf, make } = await newWorld();
    expect(
      await developer("keys.create", { mode: "live", name: "K", scopes: ["usage:read", scope] }),
    ).toMatchObject(DENIED);
    const plain = await make({ scopes: ["usage:read"] });
    expect(
      await developer("keys.update", { keyId: plain, revision: 1, scopes: ["usage:read", scope] }),
    ).toMatchObject(DENIED);
    const strong = await make({ scopes: ["usage:read", scope] });
    expect(await developer("keys.rotate", { keyId: strong, overlapHours: 1 })).toMatchObject(DENIED);
    const narrower = { keyId: strong, revision: 1, scopes: ["usage:read"] };
    expect(await developer("keys.update", narrower)).toMatchObject({ httpStatus: 200 });
    expect(await keyOf(strong)).toMatchObject({ scopes: ["usage:read"], revision: 2 });
    expect(await keyOf(plain)).toMatchObject({ scopes: ["usage:read"], revision: 1 });
  },
);

test("a developer may fence a key that erases, and not open the fence", async () => {
  const { developer, keyOf, make } = await newWorld();
  const networks = ["203.0.113.0/24", "198.51.100.0/24"];
  const keyId = await make({ scopes: KEY_SCOPES, networks, deniedNetworks: ["203.0.113.7/32"] });
  let revision = 1;
  for (const wider of [{ networks: [] }, { networks: [...networks, "192.0.2.0/24"] }, { deniedNetworks: [] }])
    expect(await developer("keys.update", { keyId, revision, ...wider })).toMatchObject(DENIED);
  for (const narrower of [
    { networks: ["203.0.113.0/24"] },
    { deniedNetworks: ["203.0.113.7/32", "203.0.113.8/32"] },
  ]) {
    expect(await developer("keys.update", { keyId, revision, ...narrower })).toMatchObject({
      httpStatus: 200,
    });
    revision += 1;
  }
  expect(await keyOf(keyId)).toMatchObject({ networks: ["203.0.113.0/24"], scopes: KEY_SCOPES });
});

test("of two members who change one key at once, one is told", async () => {
  const { owner, developer, keyOf, make } = await newWorld();
  const keyId = await make({});
  const answers = await Promise.all([
    owner("keys.update", { keyId, revision: 1, scopes: ["usage:read"] }),
    developer("keys.update", { keyId, revision: 1, networks: ["203.0.113.0/24"] }),
  ]);
  expect(answers.map(({ errorCode }) => errorCode).toSorted()).toEqual(["CONFLICT", null].toSorted());
  expect(await keyOf(keyId)).toMatchObject({ revision: 2 });
});

test("a key that has ended is changed no more", async () => {
  const { owner, keyOf, make } = await newWorld();
  const expiresAt = new Date(clock.now().getTime() + SECOND_MS).toISOString();
  const keyId = await make({ scopes: ["usage:read"], expiresAt });
  clock.advance({ seconds: 1 });
  const wider = { keyId, revision: 1, scopes: [...KEY_SCOPES] };
  expect(await owner("keys.update", wider)).toMatchObject({ errorCode: "NOT_FOUND" });
  expect(await keyOf(keyId)).toMatchObject({ scopes: ["usage:read"], revision: 1 });
});

test("networks are stored in one spelling, once each; a bad one is named by its place", async () => {
  const { owner, keyOf, make } = await newWorld();
  const keyId = await make({ networks: ["2001:DB8::/32", "::ffff:10.0.0.0/104", " 10.0.0.0/8 "] });
  expect(await keyOf(keyId)).toMatchObject({ networks: ["2001:db8::/32", "10.0.0.0/8"] });
  const create = (input: object) => owner("keys.create", { mode: "live", name: "K", ...input });
  expect(await create({ networks: ["10.0.0.0/8", "0.0.0.0/0"] })).toMatchObject({
    issues: [{ path: "networks.1" }],
  });
  const many = Array.from({ length: 51 }, (_, place) => `10.0.${place}.0/24`);
  expect(await create({ deniedNetworks: many })).toMatchObject({ issues: [{ path: "deniedNetworks" }] });
  expect(await create({ scopes: ["verifications:*"] })).toMatchObject({ issues: [{ path: "scopes.0" }] });
});

test("a key with an end is rotated into one of the same length and rules, and only the one in use is about to expire", async () => {
  const { deps, tenant, owner, keyOf, make } = await newWorld();
  const start = clock.now().getTime();
  const expiresAt = new Date(start + 30 * SECOND_MS).toISOString();
  expect(
    await owner("keys.create", { mode: "live", name: "K", expiresAt: new Date(start).toISOString() }),
  ).toMatchObject({ issues: [{ path: "expiresAt" }] });
  const rules = { scopes: ["usage:read"], networks: ["203.0.113.0/24"], deniedNetworks: ["203.0.113.7/32"] };
  const keyId = await make({ expiresAt, ...rules });
  const due = async () => {
    const from = clock.now();
    const until = new Date(from.getTime() + 7 * SECOND_MS);
    return (await expiringKeys(deps.db.orm, { tenantId: tenant.id, from, until }, 10)).map(({ id }) => id);
  };
  expect(await due()).toEqual([]);
  clock.advance({ seconds: 25 });
  expect(await due()).toEqual([keyId]);
  const fresh = made.parse((await owner("keys.rotate", { keyId, overlapHours: 24 })).data);
  expect(await keyOf(fresh.id)).toMatchObject({
    ...rules,
    state: "expiring",
    expiresAt: new Date(clock.now().getTime() + 30 * SECOND_MS),
  });
  // Once more, while the first still works: a key with an end never leads to one without.
  const second = made.parse((await owner("keys.rotate", { keyId, overlapHours: 24 })).data);
  expect(await keyOf(second.id)).toMatchObject({
    ...rules,
    expiresAt: new Date(clock.now().getTime() + 30 * SECOND_MS),
  });
  const name = { keyId: second.id, name: "K" };
  expect(await owner("keys.revoke", name)).toMatchObject({ httpStatus: 200 });
  expect(await due()).toEqual([]);
  clock.advance({ seconds: 25 });
  expect(await due()).toEqual([fresh.id]);
});
