import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { bandOfAge } from "#core/age-over.ts";
import { PROCESSORS } from "#core/practice/words.ts";
import { createAgeKeyMethod } from "#methods/age-key/age-key-method.ts";
import { FORM, type Method } from "#methods/method.ts";
import { createMethods } from "#methods/registry.ts";
import { acceptHandoff } from "#services/hosted/handoff.ts";
import { atKey, own, remember, show } from "../support/age-keys/walk.ts";
import { patchTenant, secretOf, start } from "../support/http/actions.ts";
import { submitEvidence } from "../support/http/hosted.ts";
import { testClock } from "../support/world/clock.ts";
import { redisMissing, startRedis, type TestRedis } from "../support/world/redis.ts";
import { BASE_URL, createService, type TestService } from "../support/world/service.ts";
import { TRAITS } from "../support/world/traits.ts";

vi.setConfig({ testTimeout: 60_000 }); // a real server, and checks with passkeys

const DAY_SECONDS = 86_400;
const ADDRESS = "2001:db8:1:2::7";

const document: Method = {
  id: "document",
  traits: { ...TRAITS, category: "verification" },
  modes: ["live"],
  maxBodyBytes: 64,
  start: async ({ channel }) => (channel === "form" ? FORM : null),
  answer: async () => {
    const evidence = { age: 42, band: bandOfAge(42), confidence: 0.5, documentType: "passport" };
    return { kind: "evidence", evidence: { ...evidence, assurance: "document_photo_unsigned" } };
  },
};

describe.skipIf(redisMissing !== null)(
  `what the shared counter of limits learns, by a real Redis${redisMissing ? `: ${redisMissing}` : ""}`,
  () => {
    let redis: TestRedis;
    let service: TestService;
    let client: Redis;
    const clock = testClock();

    beforeAll(async () => {
      redis = await startRedis();
      client = new Redis(redis.url);
      const methods = createMethods([document, createAgeKeyMethod(BASE_URL)]);
      service = await createService({
        env: { REDIS_URL: redis.url },
        overrides: { methods, now: clock.now },
      });
    });
    afterAll(async () => {
      await service.close();
      client.disconnect();
      await redis.kill();
    });

    /** Each count that is kept, and for how many seconds more. */
    const counts = async () => {
      const keys = await client.keys("*");
      return new Map(
        await Promise.all(keys.map(async (key) => [key, (await client.pttl(key)) / 1000] as const)),
      );
    };

    /** Real traffic, of which every kind of count comes: a tenant, a page, an address, a person's age key. */
    const traffic = async () => {
      const { call, deps } = service;
      const tenant = await service.tenant({ plan: "scale" });
      await patchTenant(call, tenant.id, { methods: ["age_key", "document"] });
      const first = secretOf(await start(call, tenant.liveKey));
      await submitEvidence(deps, first, { method: "document", body: "42" });
      const { device } = await remember(deps, first);
      const second = await start(call, tenant.liveKey);
      expect(await show(deps, secretOf(second), device)).toMatchObject({ outcome: "approved" });
      await call("GET", "/admin/tenants", { adminKey: "wrong", headers: { "x-forwarded-for": ADDRESS } });
      const ctx = { deps, site: null, actor: { kind: "end_user" }, requestId: "req_1" } as const;
      await acceptHandoff(ctx, "x".repeat(24), "192.0.2.7/32");
      await atKey(deps, "ask");
      const [row] = await deps.db.orm.ageKey.findMany();
      return { tenant, device, second, keyHash: Buffer.from(row?.credentialHash ?? []) };
    };

    test("no count says whose it is, and each ends within the time that the practice statement says", async () => {
      const { tenant, second, keyHash, device } = await traffic();
      const kept = await counts();
      expect(kept.size).toBeGreaterThanOrEqual(6);
      const named = [tenant.id, second.verificationId, ADDRESS, "192.0.2.7", "2001:db8"];
      const hashes = (["base64url", "hex", "base64"] as const).map((encoding) => keyHash.toString(encoding));
      for (const [key] of kept) {
        expect(key).toMatch(/^lintel:limit:[A-Za-z0-9_-]{43}$/);
        for (const mark of [...named, ...hashes]) expect(key).not.toContain(mark);
      }

      const seconds = [...kept.values()].sort((a, b) => b - a);
      const [longest = 0, next = 0] = seconds;
      expect(Math.min(...seconds)).toBeGreaterThan(0);
      expect(longest).toBeLessThanOrEqual(2 * DAY_SECONDS);
      // That one is the day's uses of an age key; the others are minutes.
      expect(next).toBeLessThanOrEqual(20 * 60 + 1);
      for (const { gets } of [PROCESSORS.cache, PROCESSORS.hosted_cache]) {
        expect(gets).toContain("for minutes");
        expect(gets).toContain("up to two days how often an age key was used");
        expect(gets).toContain("under a keyed digest that changes with every period");
      }

      // The same key's next day has another name: what is left of the deleted key leads nowhere.
      const before = new Set(kept.keys());
      clock.advance({ days: 1 });
      const third = await start(service.call, tenant.liveKey);
      await show(service.deps, secretOf(third), device);
      const later = [...(await counts())].filter(([key]) => !before.has(key));
      expect(later.filter(([, left]) => left > 20 * 60 + 1)).toHaveLength(1);
      expect(await own(service.deps, "delete", device)).toMatchObject({ http: 200 });
    });

    test("a count is kept until the end of the period after its own, and no longer", async () => {
      const { call } = service;
      const tenant = await service.tenant({ plan: "scale" });
      const intoMinute = 45_000;
      const now = clock.now().getTime();
      clock.advance({ ms: 120_000 - (now % 60_000) + intoMinute });
      const before = new Set((await counts()).keys());
      await start(call, tenant.testKey);
      const [added] = [...(await counts())].filter(([key]) => !before.has(key));
      expect(added?.[1]).toBeGreaterThan(0);
      expect(added?.[1]).toBeLessThanOrEqual(120 - intoMinute / 1000 + 1);
    });
  },
);
