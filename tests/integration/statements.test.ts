import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { PLANS } from "#core/billing/plan.ts";
import { monthAfter, monthOf } from "#core/billing/quota.ts";
import { findTenant } from "#data/tenants/tenants.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { startVerification } from "#services/check/start.ts";
import type { Deps } from "#services/context.ts";
import { updateTenant } from "#services/tenants/tenants.ts";
import { freezeAllStatements } from "#services/usage/statements.ts";
import { consoleCall } from "../support/console/call.ts";
import { start } from "../support/http/actions.ts";
import { consoleForFile, knownPerson } from "../support/sign-in/identity.ts";
import { testClock } from "../support/world/clock.ts";
import type { TestTenant } from "../support/world/service.ts";
import { monthText, nextMonth, readStatement } from "../support/world/statements.ts";

// The provider's bearers are of now: later by this clock.
const clock = testClock(new Date(Date.now() + 3_600_000));
const service = consoleForFile({ overrides: { now: clock.now }, accessTokenSeconds: 3_000 * 86_400 });

let bearer = "";
let tenant: TestTenant = { id: "", liveKey: "", testKey: "" };
/** The month in which the tenant was created. */
let month = "";

const answerOf = (of: string, deps: Deps = service.get().deps) =>
  consoleCall(deps, "reports.statement", { month: of }, { bearer, tenantId: tenant.id });

const statementOf = async (of: string, deps?: Deps) => {
  const { data, message } = await answerOf(of, deps);
  expect(message).toBe("");
  return readStatement(data);
};

/** What the browser got, to the letter. */
const bytesOf = async (of: string, deps?: Deps): Promise<string> =>
  JSON.stringify((await answerOf(of, deps)).data);

const startMany = async (count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1) await start(service.get().call, tenant.liveKey);
};

const change = (changes: Parameters<typeof updateTenant>[2]) =>
  updateTenant(systemCtx(service.get().deps), tenant.id, changes);

const freezeAll = () => freezeAllStatements(service.get().deps, 2);

const rows = () =>
  service.get().deps.db.orm.statement.findMany({
    where: { tenantId: tenant.id },
    orderBy: { month: "asc" },
  });

beforeAll(async () => {
  await knownPerson(service.get(), "ada");
  bearer = await service.get().identity.bearer("ada");
});

const PRICES = { included: 2, monthlyPriceMinor: 4_900, overagePriceMinor: 7 };

beforeEach(async () => {
  const { deps, tenant: newTenant } = service.get();
  tenant = await newTenant({ plan: "growth", overrides: PRICES });
  await knownPerson({ deps }, "ada", { tenantId: tenant.id, role: "owner" });
  month = monthText(clock.now());
});

describe("a month that is over", () => {
  test("keeps its statement to the byte when plan, prices, name, issuer, currency and the release's plans change", async () => {
    const { deps } = service.get();
    await startMany(5);
    clock.set(nextMonth(clock.now()));
    const before = await bytesOf(month);
    const statement = await statementOf(month);
    expect(statement).toMatchObject({
      month,
      isFinal: true,
      isPlanAssumed: false,
      issuer: null,
      service: "age.test",
      tenantName: "Test Shop",
      billing: { plan: "growth", currency: "EUR", included: 2, used: 5, overage: 3, amountDue: 4_921 },
      lines: [
        { item: "base_price", quantity: 1, unitPriceMinor: 4_900, amountMinor: 4_900 },
        { item: "included", quantity: 2, unitPriceMinor: 0, amountMinor: 0 },
        { item: "overage", quantity: 3, unitPriceMinor: 7, amountMinor: 21 },
      ],
    });
    await change({ plan: "scale", name: "Renamed", overrides: { monthlyPriceMinor: 140_880 } });
    const elsewhere: Deps = {
      ...deps,
      settings: { ...deps.settings, currency: "USD", operatorName: "Somebody else" },
    };
    const listed = { ...PLANS.growth };
    Object.assign(PLANS.growth, { included: 1, monthlyPriceMinor: 999, overagePriceMinor: 999 });
    try {
      await startMany(3);
      await freezeAllStatements(elsewhere, 2);
      expect(await bytesOf(month)).toBe(before);
      expect(await bytesOf(month, elsewhere)).toBe(before);
      expect((await statementOf(month, elsewhere)).csv).toBe(statement.csv);
    } finally {
      Object.assign(PLANS.growth, listed);
    }
    expect(await statementOf(monthText(clock.now()))).toMatchObject({
      isFinal: false,
      tenantName: "Renamed",
      billing: { plan: "scale", used: 3, amountDue: 140_880 },
    });
  });

  test("is billed by the plan and the prices with which it ended, also when it is read after they changed", async () => {
    const { deps } = service.get();
    await startMany(4);
    await change({ overrides: { ...PRICES, overagePriceMinor: 11 } });
    clock.set(new Date(monthAfter(monthOf(clock.now())).getTime() + 1));
    await change({ plan: "scale", overrides: { monthlyPriceMinor: 140_880 } });
    const listed = { ...PLANS.growth };
    Object.assign(PLANS.growth, { included: 1, monthlyPriceMinor: 999, overagePriceMinor: 999 });
    const dearer = { ...deps, settings: { ...deps.settings, currency: "USD" } };
    try {
      await freezeAllStatements(dearer, 2); // nothing to freeze yet, but the new prices are noted
      clock.advance({ hours: 1 });
      expect(await statementOf(month, dearer)).toMatchObject({
        isFinal: true,
        isPlanAssumed: false,
        billing: { plan: "growth", currency: "EUR", included: 2, overage: 2, amountDue: 4_922 },
      });
    } finally {
      Object.assign(PLANS.growth, listed);
    }
  });

  test("is billed by the release's new prices where they were in force before it ended", async () => {
    const { deps } = service.get();
    await startMany(1);
    const listed = { ...PLANS.growth };
    await change({ overrides: {} });
    Object.assign(PLANS.growth, { monthlyPriceMinor: 1_500 });
    try {
      await freezeAllStatements({ ...deps, settings: { ...deps.settings, currency: "CHF" } }, 2);
    } finally {
      Object.assign(PLANS.growth, listed);
    }
    clock.set(nextMonth(clock.now()));
    expect(await statementOf(month)).toMatchObject({ billing: { currency: "CHF", amountDue: 1_500 } });
  });

  test("is not final before the last start of its last second must have been written", async () => {
    await startMany(1);
    const end = monthAfter(monthOf(clock.now())).getTime();
    clock.set(new Date(end + 15 * 60_000 - 1));
    await freezeAll();
    expect(await rows()).toEqual([]);
    expect(await statementOf(month)).toMatchObject({ isFinal: false, billing: { used: 1 } });
    clock.set(new Date(end - 1));
    await startMany(1); // by a machine whose clock is late
    clock.set(new Date(end + 15 * 60_000));
    expect(await statementOf(month)).toMatchObject({ isFinal: true, billing: { used: 2, amountDue: 4_900 } });
    clock.set(new Date(end + 1));
    expect(await statementOf(month)).toMatchObject({ isFinal: true }); // read by a clock that is late
  });

  test("counts a start at the last millisecond in the month and on the day of its own", async () => {
    const end = monthAfter(monthOf(clock.now())).getTime();
    const { deps } = service.get();
    const found = await findTenant(deps.db.orm, tenant.id);
    if (!found) throw new Error("the tenant was made above");
    let looks = 0;
    // A clock that goes on while a request is served: only the first look is at the month's last millisecond.
    const now = () => new Date(end - 1 + Math.min(looks++, 1));
    const ctx = { ...systemCtx(deps), deps: { ...deps, now }, tenant: found, mode: "live" as const };
    await startVerification(ctx, {});
    clock.set(new Date(end + 86_400_000));
    const { billing, days } = await statementOf(month);
    expect([billing.used, days.at(-1)?.live]).toEqual([1, 1]);
  });

  test("is refused by the database to whoever would change its statement", async () => {
    clock.set(nextMonth(clock.now()));
    await statementOf(month);
    const { orm } = service.get().deps.db;
    const update = orm.statement.updateMany({ where: { tenantId: tenant.id }, data: { csv: "" } });
    await expect(update).rejects.toThrow("a final statement is never changed");
  });
});

describe("the worker", { timeout: 60_000 }, () => {
  test("freezes every month that is over, the missed ones too, and does nothing the second time", async () => {
    await startMany(3);
    clock.set(nextMonth(clock.now()));
    await change({ plan: "free", overrides: {} });
    clock.set(nextMonth(nextMonth(clock.now())));
    await freezeAll();
    const frozen = await rows();
    expect(frozen.map(({ month: of }) => of.toISOString().slice(0, 7))).toEqual([
      month,
      monthText(clock.now(), -2),
      monthText(clock.now(), -1),
    ]);
    const plans = await Promise.all(frozen.map(({ month: of }) => statementOf(monthText(of))));
    expect(plans.map(({ billing }) => [billing.plan, billing.used, billing.amountDue])).toEqual([
      ["growth", 3, 4_907],
      ["free", 0, 0],
      ["free", 0, 0],
    ]);
    await freezeAll();
    expect(await rows()).toEqual(frozen);
  });

  test("of two, and a reader at once, one writes and all say the same", async () => {
    const { deps } = service.get();
    await startMany(3);
    clock.set(nextMonth(clock.now()));
    const others = ["USD", "CHF", "GBP"].map((operatorName) => ({
      ...deps,
      settings: { ...deps.settings, operatorName },
    }));
    const read = Promise.all(others.map((one) => bytesOf(month, one)));
    await Promise.all([...others.map((one) => freezeAllStatements(one, 2)), read]);
    expect(new Set([...(await read), await bytesOf(month)]).size).toBe(1);
    expect(await rows()).toHaveLength(1);
  });

  test("is not held up by a tenant whose month cannot be frozen", async () => {
    const { deps, tenant: newTenant } = service.get();
    const broken = tenant;
    tenant = await newTenant({ plan: "growth" });
    await deps.db.pool.query(`create function fail_one() returns trigger language plpgsql as $$
      begin if new.tenant_id = '${broken.id}' then raise exception 'no'; end if; return new; end; $$;
      create trigger fail_one before insert on statement for each row execute function fail_one()`);
    clock.set(nextMonth(clock.now()));
    await freezeAll();
    expect(await rows()).toHaveLength(1);
    await deps.db.pool.query("drop trigger fail_one on statement; drop function fail_one()");
    tenant = broken;
    expect(await rows()).toHaveLength(0);
    await freezeAll();
    expect(await rows()).toHaveLength(1);
  });
});

describe("months without a statement", () => {
  test("are those before the tenant was created, and those to come", async () => {
    const before = monthText(clock.now(), -1);
    expect(await answerOf(before)).toMatchObject({
      httpStatus: 404,
      errorCode: "NOT_FOUND",
      message: `There is no statement for ${before}. Statements begin with ${month} and end with ${month}.`,
    });
    for (const wrong of ["2019-01", monthText(clock.now(), 1), "2999-12"])
      expect(await answerOf(wrong)).toMatchObject({ httpStatus: 404, errorCode: "NOT_FOUND" });
    expect(await rows()).toEqual([]);
    expect(await statementOf(month)).toMatchObject({ isFinal: false });
  });
});

test("names the operator as its seller, with address and tax number where they are set", async () => {
  const { deps } = service.get();
  const seller = {
    operatorName: "Age Checks Ltd",
    operatorAddress: "1 High Street, London",
    operatorTaxId: "GB123456789",
  };
  const said = await statementOf(month, { ...deps, settings: { ...deps.settings, ...seller } });
  expect(said).toMatchObject({
    issuer: "Age Checks Ltd",
    issuerAddress: "1 High Street, London",
    issuerTaxId: "GB123456789",
    service: "age.test",
  });
  expect((await statementOf(month)).issuer).toBeNull();
});

test("a statement's number is the tenant's and the month's, the same while it runs and when it is final", async () => {
  const { number } = await statementOf(month);
  expect(number).toBe(`${tenant.id.slice(-10).toUpperCase()}-${month}`);
  clock.set(nextMonth(clock.now()));
  expect((await statementOf(month)).number).toBe(number);
});
