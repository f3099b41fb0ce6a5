import { beforeAll, describe, expect, test } from "vitest";
import type { Deps } from "#services/context.ts";
import { usageStatement } from "#services/usage/statements.ts";
import { JOBS } from "#worker/jobs.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { consoleCall } from "../support/console/call.ts";
import { consoleForFile, knownPerson } from "../support/sign-in/identity.ts";

// Plans and prices that begin later, and a month over all tenants.

const service = consoleForFile({ env: { OPERATORS: "fay@people.test" } });

const DAY_MS = 86_400_000;
/** The service some time from now; the bearer is checked by the provider's own clock, which stays. */
const inMs = (ms: number): Deps => {
  const { deps } = service.get();
  return { ...deps, now: () => new Date(Date.now() + ms) };
};
const ask = async (path: string, input?: unknown, deps: Deps = service.get().deps) =>
  consoleCall(deps, `operator.${path}`, input, { bearer: await service.get().identity.bearer("fay") });
const view = async (tenantId: string, deps?: Deps) => Object((await ask("tenant", { tenantId }, deps)).data);

const applyPlans = async (deps: Deps): Promise<number> => {
  const job = JOBS.find(({ name }) => name === "apply-due-plans");
  if (!job) throw new Error("there is no such job");
  return job.run({ ...service.get().runtime, deps });
};

const newTenant = async () => (await service.get().tenant({ name: "Billed" })).id;

const uses = async (tenantId: string, month: Date, started: number) => {
  const row = { tenantId, month, mode: "live" as const, started, reused: 0 };
  await service.get().deps.db.orm.usageMonth.create({ data: row });
};

const monthStart = (after: number): Date => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + after, 1));
};
const nameOf = (month: Date): string => month.toISOString().slice(0, 7);
const PRICE = { monthlyPriceMinor: 0, overagePriceMinor: 0 };

beforeAll(async () => {
  await knownPerson(service.get(), "fay");
});

describe("a plan that begins later", () => {
  test("holds from its moment on, once, and is billed from it although the worker came late", async () => {
    const tenantId = await newTenant();
    const validFrom = monthStart(1);
    const set = { tenantId, plan: "growth", validFrom: validFrom.toISOString(), seen: { plan: "free" } };
    expect(await ask("updateTenant", set)).toMatchObject({ httpStatus: 200 });
    expect(await view(tenantId)).toMatchObject({
      plan: "free",
      planChanges: [{ plan: "growth", validFrom }],
    });
    expect(await applyPlans(service.get().deps)).toBe(0);

    const late = inMs(validFrom.getTime() - Date.now() + 3 * DAY_MS);
    expect(await Promise.all([applyPlans(late), applyPlans(late)])).toHaveLength(2);
    expect(await view(tenantId)).toMatchObject({ plan: "growth", planChanges: [] });
    const rows = await late.db.orm.tenantPlan.findMany({ where: { tenantId }, orderBy: { id: "asc" } });
    expect(rows.map(({ plan, validFrom: from }) => [plan, from.getTime()])).toEqual([
      ["free", expect.any(Number)],
      ["growth", validFrom.getTime()],
    ]);
    // The month that was over by then has the former plan.
    const ctx = { ...(await ownerCtx(late, tenantId)), deps: late };
    expect((await usageStatement(ctx, nameOf(monthStart(0)))).billing.plan).toBe("free");
  });

  test("is taken back before its moment, and not after", async () => {
    const tenantId = await newTenant();
    const validFrom = new Date(Date.now() + DAY_MS).toISOString();
    await ask("updateTenant", { tenantId, overrides: { included: 5 }, validFrom });
    const again = await ask("updateTenant", { tenantId, overrides: { included: 6 }, validFrom });
    expect(again).toMatchObject({ httpStatus: 409 });
    const [{ id: changeId }] = (await view(tenantId)).planChanges;
    expect(await ask("removePlanChange", { tenantId: await newTenant(), changeId })).toMatchObject({
      httpStatus: 404,
    });
    expect(await ask("removePlanChange", { tenantId, changeId })).toMatchObject({ httpStatus: 200 });
    expect(await ask("removePlanChange", { tenantId, changeId })).toMatchObject({ httpStatus: 404 });
    expect(await applyPlans(inMs(2 * DAY_MS))).toBe(0);
  });

  test("bills the months after its moment even before any worker has come to it", async () => {
    const tenantId = await newTenant();
    await ask("updateTenant", { tenantId, plan: "growth", validFrom: monthStart(1).toISOString() });
    const after = inMs(monthStart(2).getTime() - Date.now() + DAY_MS);
    const ctx = { ...(await ownerCtx(after, tenantId)), deps: after };
    expect((await usageStatement(ctx, nameOf(monthStart(0)))).billing.plan).toBe("free");
    expect((await usageStatement(ctx, nameOf(monthStart(1)))).billing.plan).toBe("growth");
  });

  test("never begins in the past", async () => {
    const tenantId = await newTenant();
    const validFrom = new Date(Date.now() - 1_000).toISOString();
    const answer = await ask("updateTenant", { tenantId, plan: "scale", validFrom });
    expect(answer).toMatchObject({ httpStatus: 400, issues: [{ path: "validFrom" }] });
    expect(await view(tenantId)).toMatchObject({ plan: "free", planChanges: [] });
  });
});

describe("prices", () => {
  test("bill the months that end after they begin, and no earlier ones; a tenant's own price comes first", async () => {
    const [standard, own] = [await newTenant(), await newTenant()];
    await ask("updateTenant", { tenantId: own, overrides: { monthlyPriceMinor: 7 } });
    const validFrom = monthStart(1).toISOString();
    const free = { monthlyPriceMinor: 900, overagePriceMinor: 3 };
    const set = await ask("setPrices", { validFrom, plans: { free, growth: PRICE, scale: PRICE } });
    expect(set).toMatchObject({ httpStatus: 200 });
    expect((await view(standard)).billing.amountDue).toBe(0);
    const then = inMs(monthStart(1).getTime() - Date.now() + DAY_MS);
    expect((await view(standard, then)).billing.amountDue).toBe(900);
    expect((await view(own, then)).billing.amountDue).toBe(7);

    // Both months are over: each is billed by the prices at its end.
    const after = inMs(monthStart(2).getTime() - Date.now() + 3 * DAY_MS);
    const ctx = { ...(await ownerCtx(after, standard)), deps: after };
    expect((await usageStatement(ctx, nameOf(monthStart(0)))).billing.amountDue).toBe(0);
    expect((await usageStatement(ctx, nameOf(monthStart(1)))).billing.amountDue).toBe(900);
    const late = await ask("removePrices", { pricesId: Object(set.data).id }, after);
    expect(late).toMatchObject({ httpStatus: 404 });
    expect(await ask("removePrices", { pricesId: Object(set.data).id })).toMatchObject({ httpStatus: 200 });
    expect((await ask("prices")).data).toMatchObject({ prices: [] });
  });

  test("of two operators who set them from the same moment, one does", async () => {
    const validFrom = new Date(Date.now() + 300 * DAY_MS).toISOString();
    const plans = { free: PRICE, growth: PRICE, scale: PRICE };
    const answers = await Promise.all([1, 2].map(() => ask("setPrices", { validFrom, plans })));
    expect(answers.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 409]);
  });
});

test("a month over all tenants has every tenant's own bill, and their sum", async () => {
  const month = monthStart(0);
  const ids = await Promise.all([newTenant(), newTenant()]);
  const overrides = { overageAllowed: true, included: 10, hardLimit: 1_000, overagePriceMinor: 2 };
  for (const tenantId of ids) await ask("updateTenant", { tenantId, overrides });
  await uses(ids[0] ?? "", month, 15);
  await uses(ids[1] ?? "", month, 40);
  const { data } = await ask("usage", { month: nameOf(month), limit: 500 });
  const { tenants, totals } = Object(data);
  const mine = tenants.filter(({ tenantId }: { tenantId: string }) => ids.includes(tenantId));
  expect(mine).toMatchObject([
    { tenantId: ids[1], used: 40, overage: 30, amountDue: 60, isFinal: false },
    { tenantId: ids[0], used: 15, overage: 5, amountDue: 10, isFinal: false },
  ]);
  const sum = tenants.reduce((all: number, { amountDue }: { amountDue: number }) => all + amountDue, 0);
  expect(totals.amounts).toEqual([{ currency: "EUR", amountDue: sum }]);
  expect(totals.used).toBe(55);
  expect(await ask("usage", { month: nameOf(monthStart(1)) })).toMatchObject({ httpStatus: 400 });
});

describe("tenants that are refused", () => {
  const tenantWith = async (overrides: object, used: number, name: string): Promise<string> => {
    const { id } = await service.get().tenant({ name });
    expect(await ask("updateTenant", { tenantId: id, overrides })).toMatchObject({ httpStatus: 200 });
    await uses(id, monthStart(0), used);
    return id;
  };
  const month = async () => Object((await ask("usage", { month: nameOf(monthStart(0)), limit: 1 })).data);
  const listed = async (input: object): Promise<string[]> => {
    const { tenants } = Object((await ask("tenants", { limit: 100, ...input })).data);
    return tenants.map(({ id }: { id: string }) => id);
  };

  test("are counted whole, by what a start counts, and listed by a filter", async () => {
    const before = await month();
    // Without overage the included number is the limit, whatever the hard limit says.
    const full = await tenantWith({ included: 100, overageAllowed: false, hardLimit: 5_000 }, 100, "Full");
    const room = await tenantWith({ included: 100, overageAllowed: true, hardLimit: 5_000 }, 100, "Room");
    const near = await tenantWith({ included: 100, overageAllowed: false, hardLimit: 5_000 }, 85, "Near");
    const more: string[] = [];
    for (let made = 0; made < 30; made += 1)
      more.push(await tenantWith({ included: 10, overageAllowed: false, hardLimit: 10 }, 10, `Full ${made}`));
    const after = await month();
    expect(after.refused.total - before.refused.total).toBe(31);
    expect(after.refused.first).toHaveLength(3);
    expect(after.near.total - before.near.total).toBe(1);

    const refused = await listed({ quota: "refused" });
    expect(refused).toEqual(expect.arrayContaining([full, ...more]));
    for (const id of [room, near]) expect(refused).not.toContain(id);
    expect(await listed({ quota: "near" })).toEqual(expect.arrayContaining([near]));
    expect(await listed({ quota: "refused", search: "Full 7" })).toHaveLength(1);
    expect((await view(full)).quota).toEqual({ ceiling: 100, isRefused: true, isNear: false });
    expect((await view(room)).quota).toEqual({ ceiling: 5_000, isRefused: false, isNear: false });
  });
});
