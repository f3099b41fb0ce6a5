import { expect, test } from "vitest";
import { NOTHING_GIVEN } from "#core/verification.ts";
import { connect } from "#data/service/client.ts";
import { insertVerification } from "#data/verifications/start-verification.ts";
import { SOME_CONNECTIONS, serviceForFile } from "../support/world/service.ts";
import { recordNamedStatements } from "../support/world/statement-counter.ts";

const service = serviceForFile({ env: SOME_CONNECTIONS });
const NOW = new Date("2026-05-31T23:59:59.123Z");

type New = Parameters<typeof insertVerification>[1];

const newOf = (id: string, tenantId: string, more: Partial<New> = {}): New => ({
  id,
  tenantId,
  mode: "live",
  requestId: `req_${id}`,
  secretHash: Buffer.from(`secret of ${id}`),
  minimumAge: 18,
  thresholds: [],
  disclosure: "age",
  methods: ["document", "wallet"],
  locale: null,
  ...NOTHING_GIVEN,
  metadata: null,
  ipHash: null,
  maxAttempts: 3,
  createdAt: NOW,
  expiresAt: new Date(NOW.getTime() + 1_000),
  policyId: null,
  policyPlace: null,
  ...more,
});

const RICH: Partial<New> = {
  policyId: "pol_01k9zzzzzzzzzzzzzzzzzzzzzz",
  policyPlace: "US-NY",
  mode: "test",
  thresholds: [13, 18],
  disclosure: "thresholds",
  methods: [],
  locale: "pt-BR",
  callbackUrl: "https://shop.example/back?a=1&b=%22",
  metadata: { order: 'B-7 "quoted" \\ {braces}', sum: 1.5, isGift: false, note: "Ünïcødé 🎈", none: null },
  ipHash: Buffer.from([0, 1, 255]),
};

const rowsOf = (tenantId: string) =>
  service.get().deps.db.orm.verification.findMany({ where: { tenantId }, orderBy: { id: "asc" } });
const countsOf = async (tenantId: string) =>
  (
    await service.get().deps.db.orm.usageMonth.findMany({ where: { tenantId }, orderBy: { mode: "asc" } })
  ).map(({ mode, started, month }) => [mode, month.toISOString().slice(0, 7), started]);

test("together, each verification is written as it would be alone, and each tenant and mode counts its own", async () => {
  const [together, alone] = [await service.get().tenant(), await service.get().tenant()];
  // The first of a month makes the counter that the others raise.
  const { deps } = service.get();
  for (const { id } of [together, alone])
    for (const mode of ["live", "test"] as const)
      await insertVerification(deps.db, newOf(`${id}-0${mode}`, id, { mode }), 10);
  const news = (tenantId: string) => [
    newOf(`${tenantId}-1`, tenantId),
    newOf(`${tenantId}-2`, tenantId, RICH),
    newOf(`${tenantId}-3`, tenantId),
  ];
  const asked = recordNamedStatements(deps);
  const done = await Promise.all(news(together.id).map((one) => insertVerification(deps.db, one, 10)));
  expect(done).toEqual([true, true, true]);
  expect(asked()).toEqual(["verification_starts"]);
  for (const one of news(alone.id)) expect(await insertVerification(deps.db, one, 10)).toBe(true);
  expect(asked()).toEqual(Array.from({ length: 3 }, () => "verification_start"));

  const [first, second] = [await rowsOf(together.id), await rowsOf(alone.id)];
  expect(first).toHaveLength(5);
  const unnamed = (rows: typeof first, own: string) =>
    rows.map(({ id, tenantId, secretHash, requestId, ...row }) => ({
      ...row,
      id: id.replace(own, ""),
      secret: Buffer.from(secretHash).toString().replace(own, ""),
      request: requestId.replace(own, ""),
    }));
  expect(unnamed(first, together.id)).toEqual(unnamed(second, alone.id));
  expect(first[3]).toMatchObject({ metadata: RICH.metadata, callbackUrl: RICH.callbackUrl, createdAt: NOW });
  for (const { id } of [together, alone])
    expect(await countsOf(id)).toEqual([
      ["live", "2026-05", 3],
      ["test", "2026-05", 2],
    ]);
});

test("a tenant whose counter is held waits alone, and then its starts are written together", async () => {
  const [held, free] = [await service.get().tenant(), await service.get().tenant()];
  const { deps } = service.get();
  for (const { id } of [held, free]) await insertVerification(deps.db, newOf(`${id}-0`, id), 10);
  const holding = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const holder = deps.db.transaction(async (db) => {
    await db.$executeRaw`select started from usage_month where tenant_id = ${held.id} for update`;
    holding.resolve();
    await done.promise;
  });
  await holding.promise;
  const asked = recordNamedStatements(deps);
  const of = ({ id }: { id: string }) =>
    Promise.all([1, 2].map((i) => insertVerification(deps.db, newOf(`${id}-${i}`, id), 10)));
  const waiting = of(held);
  expect(await of(free)).toEqual([true, true]);
  expect([(await rowsOf(held.id)).length, (await rowsOf(free.id)).length]).toEqual([1, 3]);
  done.resolve();
  await holder;
  expect(await waiting).toEqual([true, true]);
  expect(asked().filter((name) => name.startsWith("verification_"))).toEqual([
    "verification_starts",
    "verification_starts_held",
  ]);
  expect([await countsOf(held.id), await countsOf(free.id)]).toEqual([
    [["live", "2026-05", 3]],
    [["live", "2026-05", 3]],
  ]);
});

test("a tenant near its ceiling gets as many as there is room for, and one beside it all of its own", async () => {
  const [near, free] = [await service.get().tenant(), await service.get().tenant()];
  const { deps } = service.get();
  for (const i of [6, 7, 8]) await insertVerification(deps.db, newOf(`${near.id}-${i}`, near.id), 6);
  await insertVerification(deps.db, newOf(`${free.id}-0`, free.id), 100);
  const done = await Promise.all(
    [1, 2, 3, 4, 5].flatMap((i) => [
      insertVerification(deps.db, newOf(`${near.id}-${i}`, near.id), 6),
      insertVerification(deps.db, newOf(`${free.id}-${i}`, free.id), 100),
    ]),
  );
  expect(done.filter((_, place) => place % 2 === 0).filter(Boolean)).toHaveLength(3);
  expect(done.filter((_, place) => place % 2 === 1)).toEqual([true, true, true, true, true]);
  expect([await countsOf(near.id), await countsOf(free.id)]).toEqual([
    [["live", "2026-05", 6]],
    [["live", "2026-05", 6]],
  ]);
  expect([await rowsOf(near.id), await rowsOf(free.id)].map((rows) => rows.length)).toEqual([6, 6]);
});

test("one that PostgreSQL refuses fails alone", async () => {
  const { deps, tenant } = service.get();
  const { id } = await tenant();
  await insertVerification(deps.db, newOf(`${id}-0`, id), 10);
  const done = await Promise.allSettled([
    insertVerification(deps.db, newOf(`${id}-1`, id), 10),
    insertVerification(deps.db, newOf(`${id}-0`, id), 10), // the id is taken
    insertVerification(deps.db, newOf(`${id}-3`, id), 10),
  ]);
  expect(done.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(await countsOf(id)).toEqual([["live", "2026-05", 3]]);
  expect((await rowsOf(id)).map((row) => row.id)).toEqual([`${id}-0`, `${id}-1`, `${id}-3`]);
});

test("two processes that start for the same tenants at once count every start, and none too many", async () => {
  const { deps, runtime, tenant } = service.get();
  const other = connect({ url: runtime.config.DATABASE_URL, poolSize: 5, onPoolError: () => {} });
  const tenants = await Promise.all([1, 2, 3].map(() => tenant()));
  const [tight] = tenants;
  const ceilingOf = (id: string) => (id === tight?.id ? 31 : 1_000);
  for (const { id } of tenants) await insertVerification(deps.db, newOf(`${id}-0`, id), 10);
  const startsOf = async (database: typeof other, process: string) => {
    for (let turn = 0; turn < 10; turn += 1) {
      const news = tenants.flatMap(({ id }) => [1, 2].map((i) => newOf(`${id}-${process}-${turn}-${i}`, id)));
      await Promise.all(news.map((one) => insertVerification(database, one, ceilingOf(one.tenantId))));
    }
  };
  await Promise.all([startsOf(deps.db, "a"), startsOf(other, "b")]);
  await other.close();
  for (const { id } of tenants) {
    const expected = id === tight?.id ? 31 : 41;
    expect(await countsOf(id)).toEqual([["live", "2026-05", expected]]);
    expect(await rowsOf(id)).toHaveLength(expected);
  }
});
