import { randomUUID } from "node:crypto";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { apart, asOneTransaction, type Database, inTransaction } from "#data/service/client.ts";
import { findTenant } from "#data/tenants/tenants.ts";
import { anchorsFor, recentAnchorsFor } from "#services/trust/anchors.ts";
import { consoleCall } from "../support/console/call.ts";
import { patchTenant, secretOf, start } from "../support/http/actions.ts";
import { play } from "../support/http/hosted.ts";
import { consoleForFile, knownPerson } from "../support/sign-in/identity.ts";
import { createService, type TestTenant } from "../support/world/service.ts";

/** Many more than there are connections; few enough for a busy machine. */
const AT_ONCE = 12;
const REFUSED = { name: "SecondConnection" };

let aheadMs = 0;
const service = consoleForFile({
  env: { DATABASE_POOL_SIZE: "2" },
  overrides: { now: () => new Date(Date.now() + aheadMs) },
});
let crowd: TestTenant;
let other: TestTenant;
beforeAll(async () => {
  crowd = await service.get().tenant({ plan: "scale" });
  other = await service.get().tenant({ plan: "scale" });
  // A start then depends on whom the deployment trusts.
  await patchTenant(service.get().call, crowd.id, { methods: ["document", "wallet"] });
});

const times = <Result>(work: (n: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, n) => work(n)));
const keyed = () => ({ key: crowd.liveKey, headers: { "idempotency-key": randomUUID() } });
const started = () => times(() => start(service.get().call, crowd.liveKey));

/** Many calls at once, once what the service remembers is too old, beside another tenant's starts. */
const statusesOf = async (crowding: (n: number) => Promise<number>): Promise<Set<number>> => {
  aheadMs += 6_000;
  const plain = async () =>
    (await service.get().call("POST", "/verify/start", { key: other.liveKey })).status;
  return new Set((await Promise.all([times(crowding), times(plain)])).flat());
};

const POSTS: Record<string, (verificationId: string) => object> = {
  "/verify/complete": (verificationId) => ({ verificationId, verifiedAge: 30 }),
  "/verify/submit": (verificationId) => ({ verificationId, result: "approved" }),
  "/verify/cancel": (verificationId) => ({ verificationId }),
};

test("many starts at once with Idempotency-Key refuse nobody anything", async () => {
  const { call } = service.get();
  const begin = async () => (await call("POST", "/verify/start", { ...keyed(), body: {} })).status;
  for (let round = 0; round < 3; round += 1) expect(await statusesOf(begin)).toEqual(new Set([200]));
});

test.for(Object.keys(POSTS))("nor do many %s at once", async (path) => {
  const { call } = service.get();
  const ids = (await started()).map(({ verificationId }) => verificationId);
  const body = (n: number) => POSTS[path]?.(ids[n] ?? "");
  const end = async (n: number) => (await call("POST", path, { ...keyed(), body: body(n) })).status;
  expect(await statusesOf(end)).toEqual(new Set([200]));
});

test("nor do many people who finish at once on the hosted page", async () => {
  const { call, deps } = service.get();
  const pages = await times(() =>
    start(call, crowd.testKey, { callback_url: "https://shop.example", expiresInSeconds: 3600 }),
  );
  const finish = async (n: number) => {
    const page = pages[n];
    return page ? (await play(deps, secretOf(page), "approve")).status : 0;
  };
  expect(await statusesOf(finish)).toEqual(new Set([200]));
});

test("nor do many changes at once in the console", async () => {
  const { deps, identity } = service.get();
  await knownPerson({ deps }, "ada", { tenantId: crowd.id, role: "owner" });
  const bearer = await identity.bearer("ada");
  const create = async (n: number) => {
    const asked = { mode: "test", name: `Shop ${n}` };
    const answer = await consoleCall(deps, "keys.create", asked, { bearer, tenantId: crowd.id });
    return answer.httpStatus;
  };
  // A tenant has room for so many keys and no more.
  const refused = [...(await statusesOf(create))].filter((status) => status !== 200 && status !== 409);
  expect(refused).toEqual([]);
});

const ownDatabase = async (): Promise<Database> => {
  const own = await createService({ env: { DATABASE_POOL_SIZE: "1" } });
  onTestFinished(() => own.close());
  return own.deps.db;
};

test("inside a transaction every other way to the database is refused at once, by name", async () => {
  const db = await ownDatabase();
  const ways: Record<string, () => unknown> = {
    "orm.tenant.findMany": () => db.orm.tenant.findMany(),
    "orm.$queryRaw": () => db.orm.$queryRaw`select 1`,
    "pool.query": () => db.pool.query("select 1"),
    "pool.connect": () => db.pool.connect(),
    transaction: () => inTransaction(db, async () => 1),
    asOneTransaction: () => asOneTransaction(db, async () => 1),
    "a shared read": () => findTenant(db.orm, "ten_01k9zzzzzzzzzzzzzzzzzzzzzz"),
  };
  for (const [name, way] of Object.entries(ways)) {
    const asked = inTransaction(db, async () => way());
    await expect(asked, name).rejects.toMatchObject(REFUSED);
  }
  await expect(inTransaction(db, async () => db.orm.tenant.count())).rejects.toThrow(
    /^orm\.tenant\.count asks for a second connection inside a transaction: /,
  );
  await expect(asOneTransaction(db, (joined) => joined.root.orm.tenant.count())).rejects.toMatchObject(
    REFUSED,
  );
  expect(await asOneTransaction(db, (joined) => inTransaction(joined, (tx) => tx.tenant.count()))).toBe(0);
});

test("what a transaction leaves running may ask once it is over, and what belongs to nobody at any time", async () => {
  const db = await ownDatabase();
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const { late, nobodys } = await inTransaction(db, async () => ({
    late: isOver.then(() => db.orm.tenant.count()),
    nobodys: apart(() => db.orm.tenant.count()),
  }));
  end();
  expect(await Promise.all([late, nobodys])).toEqual([0, 0]);
});

test("a transaction waits for nobody who reads what is trusted, nor does anybody read it in its name", async () => {
  const db = await ownDatabase();
  const now = () => new Date();
  await asOneTransaction(db, async (joined) => {
    // Waits for the one connection, which the transaction holds.
    const waiting = apart(() => recentAnchorsFor({ db, now }, []));
    expect(await recentAnchorsFor({ db: joined, now }, [])).toEqual([]);
    expect(await anchorsFor({ db: joined }, [])).toEqual([]);
    return { waiting };
  }).then(({ waiting }) => waiting);
  expect(await recentAnchorsFor({ db, now }, [])).toEqual([]);
});
