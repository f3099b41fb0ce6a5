import { describe, expect, test } from "vitest";
import { start, statusOf, tenantDetail } from "../support/http/actions.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { expectRefused } from "../support/http/refused.ts";
import { testClock } from "../support/world/clock.ts";
import { tenantRows } from "../support/world/rows.ts";
import { BASE_URL } from "../support/world/service.ts";

const clock = testClock();
const service = promisedServiceForFile({ overrides: { now: clock.now } });

const newTenant = async () => {
  const { call, deps, tenant } = service.get();
  return { call, deps, ...(await tenant({ plan: "scale" })) };
};

describe("POST /verify/start", () => {
  test("takes an empty object, and no body at all, and then decides by the defaults", async () => {
    const { call, liveKey: key } = await newTenant();
    const empty = await start(call, key, {});
    const none = await call("POST", "/verify/start", { key });
    expect(none.status).toBe(200);
    for (const body of [empty, none.body]) {
      expect(body).toMatchObject({
        status: "pending",
        config: {
          minimumAge: 18,
          methods: ["document"],
          locale: null,
          mode: "live",
          expiresAt: "2026-03-01T12:30:00.000Z",
        },
      });
    }
  });

  test("gives an address with a secret of its own, unlike the id and different every time", async () => {
    const { call, liveKey } = await newTenant();
    const [a, b] = [await start(call, liveKey), await start(call, liveKey)];
    for (const { redirectUrl, sessionUrl, verificationId } of [a, b]) {
      expect(sessionUrl).toBe(redirectUrl);
      expect(redirectUrl).toMatch(new RegExp(`^${BASE_URL}/v/vs_[A-Za-z0-9_-]{43}$`));
      expect(redirectUrl).not.toContain(verificationId.slice(4));
    }
    expect(a.redirectUrl).not.toBe(b.redirectUrl);
    expect(a.verificationId).not.toBe(b.verificationId);
  });

  test("counts a live verification once, a test one apart and free", async () => {
    const { call, deps, id, liveKey, testKey } = await newTenant();
    await start(call, liveKey);
    await start(call, testKey);
    await start(call, testKey);
    const { billing, totalVerifications } = await tenantDetail(call, id);
    expect(billing).toMatchObject({ used: 1, overage: 0, amountDue: 0 });
    expect(totalVerifications).toBe(3);
    expect(await tenantRows(deps, id)).toEqual({ verifications: 3, tokens: 0, counted: 3 });
  });

  test("a test key starts a test verification, and status knows it", async () => {
    const { call, testKey } = await newTenant();
    const { config, verificationId } = await start(call, testKey);
    expect(config.mode).toBe("test");
    expect(await statusOf(call, testKey, verificationId)).toEqual({
      verificationId,
      status: "pending",
      createdAt: "2026-03-01T12:00:00.000Z",
    });
  });

  const accepted: [string, unknown, object?][] = [
    ["minimumAge", 13, { minimumAge: 13 }],
    ["minimumAge", 99, { minimumAge: 99 }],
    ["minimumAge", 18.0, { minimumAge: 18 }],
    ["expiresInSeconds", 300, { expiresAt: "2026-03-01T12:05:00.000Z" }],
    ["expiresInSeconds", 86_400, { expiresAt: "2026-03-02T12:00:00.000Z" }],
    ["locale", "de-ch", { locale: "de-CH" }],
    ["locale", "zh-hant-tw", { locale: "zh-Hant-TW" }],
    ["methods", ["document"], { methods: ["document"] }],
    ["ip", "203.0.113.7"],
    ["ip", "2001:db8::7"],
    ["ip", "::ffff:203.0.113.7"],
    ["userAgent", "x".repeat(1000)],
    ["userAgent", ""],
  ];
  test.each(accepted)("takes %s %j", async (field, value, config = {}) => {
    const { call, liveKey } = await newTenant();
    expect((await start(call, liveKey, { [field]: value })).config).toMatchObject(config);
  });

  const refused: [string, unknown, string?][] = [
    ["minimumAge", 12],
    ["minimumAge", 100],
    ["minimumAge", 18.5],
    ["minimumAge", "18"],
    ["minimumAge", null],
    ["expiresInSeconds", 299],
    ["expiresInSeconds", 86_401],
    ["expiresInSeconds", 600.5],
    ["locale", ""],
    ["locale", "de_CH"],
    ["locale", "not a locale"],
    ["locale", "x".repeat(36)],
    ["methods", []],
    ["methods", "document"],
    ["methods", ["document", "document"]],
    ["methods", ["wallet"], "methods.0"],
    ["methods", ["document", "constructor"], "methods.1"],
    ["methods", [7], "methods.0"],
    ["ip", "203.0.113.256"],
    ["ip", "203.0.113"],
    ["ip", "fe80::1%eth0"],
    ["ip", "localhost"],
    ["ip", ""],
    ["ip", 2130706433],
    ["userAgent", "x".repeat(1001)],
    ["userAgent", 7],
    ["minimunAge", 21],
    ["MinimumAge", 21],
    ["callbackUrl", "https://shop.example"],
    ["metadata ", {}],
  ];
  test.each(refused)(
    "refuses %s %j by name, writes nothing and counts nothing",
    async (field, value, path = field) => {
      const { call, deps, id, liveKey: key } = await newTenant();
      expectRefused(await call("POST", "/verify/start", { key, body: { [field]: value } }), path);
      expect(await tenantRows(deps, id)).toEqual({ verifications: 0, tokens: 0, counted: 0 });
    },
  );

  test("names everything that is wrong at once", async () => {
    const { call, liveKey: key } = await newTenant();
    const body = { minimumAge: 5, locale: "?", extra: 1 };
    const answer = await call("POST", "/verify/start", { key, body });
    for (const path of ["minimumAge", "locale", "extra"]) expectRefused(answer, path);
  });
});
