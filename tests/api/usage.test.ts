import { describe, expect, test } from "vitest";
import { monthSoFar } from "#services/usage/usage.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { cancel, patchTenant, start, tenantDetail } from "../support/http/actions.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { expectRefused } from "../support/http/refused.ts";
import { testClock } from "../support/world/clock.ts";

const clock = testClock();
const service = promisedServiceForFile({ overrides: { now: clock.now } });

const usage = async (key: string) => (await service.get().call("GET", "/usage", { key })).body;

describe("GET /usage", () => {
  test("has the month's bill, the rate limit and the tests, exactly as counted", async () => {
    const { call, tenant } = service.get();
    const { id, liveKey, testKey } = await tenant({ plan: "growth" });
    const overrides = { included: 1, overagePriceMinor: 25, monthlyPriceMinor: 900, testMonthlyQuota: 5 };
    await patchTenant(call, id, { overrides });
    for (const key of [liveKey, liveKey, liveKey, testKey, testKey]) {
      const { verificationId } = await start(call, key);
      await cancel(call, key, { verificationId });
    }
    const expected = {
      billing: {
        ...{ plan: "growth", currency: "EUR", included: 1, used: 3, overage: 2, hardLimit: 50_000 },
        period: { start: "2026-03-01T00:00:00.000Z", end: "2026-04-01T00:00:00.000Z" },
        ...{ rateLimitPerMinute: 300, amountDue: 950 },
      },
      rateLimit: { limit: 300, windowSeconds: 60 },
      test: { used: 2, cap: 5 },
    };
    expect(await usage(liveKey)).toEqual(expected);
    expect(await usage(testKey)).toEqual(expected);
  });

  test("says the operator's numbers and the console's, and another tenant's starts are not in them", async () => {
    const { call, deps, tenant } = service.get();
    const [own, other] = [await tenant({ plan: "scale" }), await tenant({ plan: "scale" })];
    await start(call, own.liveKey);
    await start(call, other.liveKey);
    await start(call, other.liveKey);
    const { billing } = await usage(own.liveKey);
    expect(billing).toMatchObject({ used: 1 });
    expect(billing).toEqual((await tenantDetail(call, own.id)).billing);
    const console = await monthSoFar(await ownerCtx(deps, own.id), []);
    expect(billing).toEqual(JSON.parse(JSON.stringify(console.billing)));
  });

  test("begins again with the month, and a new limit shows at once", async () => {
    const { call, tenant } = service.get();
    const { id, liveKey, testKey } = await tenant({ plan: "scale" });
    await start(call, liveKey);
    await start(call, testKey);
    await patchTenant(call, id, { overrides: { rateLimitPerMinute: 7 } });
    const answer = await call("GET", "/usage", { key: liveKey });
    expect(answer.body).toMatchObject({ rateLimit: { limit: 7 }, billing: { rateLimitPerMinute: 7 } });
    expect(answer.headers.get("ratelimit-policy")).toBe('"minute";q=7;w=60');
    clock.advance({ days: 31 });
    expect(await usage(liveKey)).toMatchObject({ billing: { used: 0 }, test: { used: 0 } });
  });

  test("takes no query, and is refused to an inactive tenant", async () => {
    const { call, tenant } = service.get();
    const { id, liveKey: key } = await tenant({ plan: "scale" });
    expectRefused(await call("GET", "/usage?month=2026-03", { key }), "month");
    await patchTenant(call, id, { isActive: false });
    const refused = await call("GET", "/usage", { key });
    expect(refused).toMatchObject({ status: 401, body: { code: "UNAUTHENTICATED_TENANT" } });
  });
});
