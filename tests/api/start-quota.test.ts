import { describe, expect, test } from "vitest";
import { patchTenant, start, tenantDetail } from "../support/http/actions.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { testClock } from "../support/world/clock.ts";
import { tenantRows } from "../support/world/rows.ts";

const clock = testClock();
const service = promisedServiceForFile({ overrides: { now: clock.now } });

const newTenant = async (overrides: Record<string, number | boolean>) => {
  const { call, deps, tenant } = service.get();
  clock.set("2026-03-31T23:59:58.500Z");
  return { call, deps, ...(await tenant({ plan: "scale", overrides })) };
};

const begin = (call: Parameters<typeof start>[0], key: string) =>
  call("POST", "/verify/start", { key, body: {} });

describe("the month's quota", () => {
  test("without overage ends with QUOTA_EXCEEDED at the quota itself, and says on which day it begins anew", async () => {
    const { call, deps, id, liveKey } = await newTenant({ included: 2, overageAllowed: false });
    await start(call, liveKey);
    await start(call, liveKey);
    const refused = await begin(call, liveKey);
    expect(refused).toMatchObject({
      status: 429,
      body: {
        code: "QUOTA_EXCEEDED",
        message: expect.stringContaining("begins again on 2026-04-01 (UTC)"),
        retryAfterSeconds: 2,
        error: { retryAfterSeconds: 2 },
      },
    });
    expect(refused.headers.get("retry-after")).toBe("2");
    expect(await tenantRows(deps, id)).toEqual({ verifications: 2, tokens: 0, counted: 2 });
  });

  test("begins anew with the UTC month, wherever the server stands", async () => {
    const { call, id, liveKey } = await newTenant({ included: 1, overageAllowed: false });
    await start(call, liveKey);
    expect((await begin(call, liveKey)).status).toBe(429);
    clock.advance({ seconds: 1, ms: 499 }); // the last millisecond of March
    expect((await begin(call, liveKey)).status).toBe(429);
    clock.advance({ ms: 1 });
    await start(call, liveKey);
    const { billing, totalVerifications } = await tenantDetail(call, id);
    expect(billing.used).toBe(1);
    expect(billing.period).toEqual({ start: "2026-04-01T00:00:00.000Z", end: "2026-05-01T00:00:00.000Z" });
    expect(totalVerifications).toBe(2);
  });

  test("with overage goes on to the hard limit, and bills what is beyond", async () => {
    const { call, id, liveKey } = await newTenant({
      included: 1,
      hardLimit: 3,
      monthlyPriceMinor: 5000,
      overagePriceMinor: 7,
    });
    for (let i = 0; i < 3; i += 1) await start(call, liveKey);
    expect(await begin(call, liveKey)).toMatchObject({ status: 429, body: { code: "HARD_LIMIT_EXCEEDED" } });
    const { billing } = await tenantDetail(call, id);
    expect(billing).toMatchObject({
      included: 1,
      used: 3,
      overage: 2,
      hardLimit: 3,
      amountDue: 5014,
      currency: "EUR",
    });
  });

  test("of test verifications is one of its own: it stops neither live ones nor is it billed", async () => {
    const { call, id, liveKey, testKey } = await newTenant({ testMonthlyQuota: 1 });
    await start(call, testKey);
    expect(await begin(call, testKey)).toMatchObject({ status: 429, body: { code: "QUOTA_EXCEEDED" } });
    await start(call, liveKey);
    expect((await tenantDetail(call, id)).billing.used).toBe(1);
  });

  test("can be raised by the admin, at once", async () => {
    const { call, id, liveKey } = await newTenant({ included: 0, overageAllowed: false });
    expect((await begin(call, liveKey)).status).toBe(429);
    await patchTenant(call, id, { overrides: { included: 1, overageAllowed: false } });
    await start(call, liveKey);
    expect((await begin(call, liveKey)).status).toBe(429);
  });

  test("of one tenant is nobody else's", async () => {
    const full = await newTenant({ included: 0, overageAllowed: false });
    const free = await newTenant({ included: 1, overageAllowed: false });
    expect((await begin(full.call, full.liveKey)).status).toBe(429);
    await start(free.call, free.liveKey);
  });
});
