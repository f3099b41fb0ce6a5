import { createServer, type Server } from "node:net";
import { Ratelimit } from "@upstash/ratelimit";
import { Redis as UpstashRedis } from "@upstash/redis";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createLogger } from "#platform/log.ts";
import {
  CacheUnavailableError,
  createRateLimiter,
  type RateLimiter,
  type RateLimiterOptions,
} from "#platform/rate-limit.ts";
import { freePort, redisMissing, startRedis, type TestRedis } from "../support/world/redis.ts";
import { startUpstashBridge, type UpstashBridge } from "../support/world/upstash-bridge.ts";

vi.setConfig({ testTimeout: 30_000 }); // real servers start, stop and are waited for

const MINUTE_MS = 60_000;
const START_MS = 1_800_000_000_000; // a minute's first millisecond

let redis: TestRedis;
let bridge: UpstashBridge;
let lines: string[] = [];
let keys = 0;
const limiters: RateLimiter[] = [];

const now = (): Date => new Date();
const pass = (ms: number): void => void vi.setSystemTime(Date.now() + ms);
const newKey = (): string => {
  keys += 1;
  return `tenant:${keys}`;
};

/** As @upstash/ratelimit names them. */
const countName = (name: string, window: number): string => `lintel:limit:${name}:${window}`;

const openLimiter = (
  where: Pick<RateLimiterOptions, "upstash" | "redisUrl">,
  onFailure: "allow" | "deny" = "allow",
): RateLimiter => {
  const log = createLogger({ level: "info", write: (line) => lines.push(line), now });
  const limiter = createRateLimiter({ ...where, countName, onFailure, now, log });
  limiters.push(limiter);
  return limiter;
};
const kinds = {
  "in process": () => openLimiter({}),
  "over Redis": () => openLimiter({ redisUrl: redis.url }),
  "over Upstash REST": () => openLimiter({ upstash: { url: bridge.url, token: bridge.token } }),
};

const callTimes = (limiter: RateLimiter, times: number, input: { key: string; limit: number }) =>
  Promise.all(Array.from({ length: times }, () => limiter.limit({ ...input, windowSeconds: 60 })));
const admitted = (decisions: readonly { allowed: boolean }[]): number =>
  decisions.filter((decision) => decision.allowed).length;
/** Does nothing else for so long, as a burst of requests does, and at once again: no timer is on time, no socket is read. */
const holdUp = async (ms: number, times: number): Promise<void> => {
  for (let i = 0; i < times; i += 1) {
    await new Promise<void>((resolve) => {
      setImmediate(() => {
        const until = performance.now() + ms;
        while (performance.now() < until);
        resolve();
      });
    });
  }
};
const failUntilOpen = async (limiter: RateLimiter): Promise<void> => {
  for (let i = 0; i < 3; i += 1) await limiter.limit({ key: "opening", limit: 100, windowSeconds: 60 });
};

// Only the clock is the test's: the library and the limiter read it. Timers, sockets and Redis run on real time.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: START_MS });
  lines = [];
});
afterEach(async () => {
  await Promise.all(limiters.splice(0).map((limiter) => limiter.close()));
  vi.useRealTimers();
});

describe.skipIf(redisMissing !== null)(
  `rate limits, with a real Redis${redisMissing ? `: ${redisMissing}` : ""}`,
  () => {
    beforeAll(async () => {
      redis = await startRedis();
      bridge = await startUpstashBridge(redis.url);
    });
    afterAll(async () => {
      await bridge.close();
      await redis.kill();
    });

    for (const [kind, open] of Object.entries(kinds)) {
      describe(`counted ${kind}`, () => {
        it("50 parallel calls with 10 left admit exactly 10", async () => {
          const limiter = open();
          const input = { key: newKey(), limit: 60 };
          expect(admitted(await callTimes(limiter, 50, input))).toBe(50);
          const decisions = await callTimes(limiter, 50, input);
          expect(admitted(decisions)).toBe(10);
          expect(decisions.every((decision) => !decision.degraded && decision.limit === 60)).toBe(true);
          expect(await limiter.health()).toBe("connected");
        });

        it("two bursts that meet at a boundary admit one call more than the limit at most", async () => {
          for (const limit of [1, 10, 60]) {
            for (const beforeMs of [1, 50, 400]) {
              const limiter = open();
              const input = { key: newKey(), limit };
              vi.setSystemTime(START_MS + MINUTE_MS - beforeMs);
              const first = admitted(await callTimes(limiter, limit + 5, input));
              pass(beforeMs + 1);
              const second = admitted(await callTimes(limiter, limit + 5, input));
              expect(first).toBe(limit);
              expect(second).toBeLessThanOrEqual(1);
            }
          }
        });

        it("Retry-After is honest: who waits is admitted, in every phase of the window", async () => {
          const limiter = open();
          for (const limit of [1, 7, 60]) {
            for (const phaseMs of [0, 1, 12_345, 59_000, 59_999]) {
              const input = { key: newKey(), limit };
              vi.setSystemTime(START_MS + phaseMs);
              await callTimes(limiter, limit, input);
              for (const gapMs of [0, 700, 30_001, 29_500, 61_000]) {
                pass(gapMs);
                const [refused] = (await callTimes(limiter, limit + 1, input)).filter(
                  (decision) => !decision.allowed,
                );
                expect(refused).toMatchObject({ allowed: false, remaining: 0 });
                pass((refused?.retryAfterSeconds ?? 0) * 1000);
                expect(admitted(await callTimes(limiter, 1, input)), `${limit} ${phaseMs} ${gapMs}`).toBe(1);
              }
            }
          }
        });

        it("a client that obeys Retry-After gets its whole allowance", async () => {
          const limiter = open();
          const input = { key: newKey(), limit: 20 };
          let count = 0;
          while (Date.now() < START_MS + 6 * MINUTE_MS) {
            const [decision] = await callTimes(limiter, 1, input);
            if (decision?.allowed) count += 1;
            pass((decision?.retryAfterSeconds ?? 0) * 1000 + 10);
          }
          expect(count).toBeGreaterThanOrEqual(20 * 5);
        });

        it("a limit of zero admits nobody", async () => {
          const [decision] = await callTimes(open(), 1, { key: newKey(), limit: 0 });
          expect(decision).toMatchObject({
            allowed: false,
            remaining: 0,
            retryAfterSeconds: 60,
            degraded: false,
          });
        });
      });
    }

    describe("processes that share one Redis", () => {
      for (const processes of [1, 3]) {
        for (const limit of [10, 60, 300]) {
          for (const load of [0.9, 1.5, 2]) {
            it(`${processes} × limit ${limit} × load ${load}: limit + 1 at most in any minute`, async () => {
              const shared = Array.from({ length: processes }, () => openLimiter({ redisUrl: redis.url }));
              const key = newKey();
              const atMs: number[] = [];
              const calls = Math.floor(limit * load * 4);
              for (let i = 0; i < calls; i += 1) {
                vi.setSystemTime(START_MS + Math.floor((i * MINUTE_MS) / (limit * load)));
                const decision = await shared[i % processes]?.limit({ key, limit, windowSeconds: 60 });
                if (decision?.allowed) atMs.push(Date.now());
              }
              const most = Math.max(
                ...atMs.map((from) => atMs.filter((at) => at >= from && at < from + MINUTE_MS).length),
              );
              expect(most).toBeLessThanOrEqual(limit + 1);
              expect(atMs.length).toBeGreaterThanOrEqual(Math.floor(Math.min(1, load) * limit * 4 * 0.9));
            });
          }
        }
      }

      it("admit exactly the limit when they all call at once", async () => {
        const shared = Array.from({ length: 3 }, () => openLimiter({ redisUrl: redis.url }));
        const key = newKey();
        const decisions = await Promise.all(
          shared.map((limiter) => callTimes(limiter, 100, { key, limit: 60 })),
        );
        expect(admitted(decisions.flat())).toBe(60);
      });
    });

    it("calls of one turn are one command, and its counts expire by themselves", async () => {
      const limiter = openLimiter({ redisUrl: redis.url });
      await callTimes(limiter, 1, { key: newKey(), limit: 5 }); // Redis knows the script from here on
      const client = new Redis(redis.url);
      await client.config("RESETSTAT");
      const own = Array.from({ length: 10 }, newKey);
      const decisions = await Promise.all(
        own
          .map((key) => callTimes(limiter, 5, { key, limit: 3 }))
          .concat(callTimes(limiter, 2, { key: "a", limit: 9 })),
      );
      expect(decisions.map(admitted)).toEqual([...own.map(() => 3), 2]);
      expect(await client.info("commandstats")).toMatch(/cmdstat_evalsha:calls=1,/);
      const leftMs = await Promise.all(
        own.map((key) => client.pttl(`lintel:limit:3/60:${key}:${START_MS / MINUTE_MS}`)),
      );
      expect(Math.min(...leftMs)).toBeGreaterThan(2 * MINUTE_MS - 30_000);
      expect(Math.max(...leftMs)).toBeLessThanOrEqual(2 * MINUTE_MS + 1_000);
      client.disconnect();
    });

    for (const kind of ["in process", "over Redis", "over Upstash REST"] as const) {
      it(`${kind}: counts as @upstash/ratelimit does, call by call, and together with it`, async () => {
        const limit = 7;
        const limiter = kinds[kind]();
        const library = new Ratelimit({
          redis: new UpstashRedis({ url: bridge.url, token: bridge.token, enableTelemetry: false }),
          limiter: Ratelimit.slidingWindow(limit, "60 s"),
          prefix: `lintel:limit:${limit}/60`,
          ephemeralCache: false,
          timeout: 0,
          analytics: false,
          enableTelemetry: false,
        });
        const ours = async (key: string) => {
          const { allowed, remaining } = await limiter.limit({ key, limit, windowSeconds: 60 });
          return { allowed, remaining };
        };
        const theirs = async (key: string) => {
          const { success, remaining } = await library.limit(key);
          return { allowed: success, remaining: Math.max(0, remaining) };
        };
        const [alone, theirOwn, together] = [newKey(), newKey(), newKey()];
        const seen: boolean[] = [];
        for (let i = 0; i < 60; i += 1) {
          pass([0, 400, 3_777, 11_000, 26_001][i % 5] ?? 0);
          const decided = await ours(alone);
          expect(await theirs(theirOwn), `call ${i}`).toEqual(decided);
          if (kind !== "in process")
            expect(await (i % 2 === 0 ? ours : theirs)(together), `call ${i}, in turn`).toEqual(decided);
          seen.push(decided.allowed);
        }
        expect(seen.filter(Boolean).length).toBeGreaterThan(20);
        expect(seen.filter((allowed) => !allowed).length).toBeGreaterThan(5);
      });
    }

    it("a caller that Redis and Upstash count in turn gets one allowance, and the same answers", async () => {
      const limiters = [
        openLimiter({ redisUrl: redis.url }),
        openLimiter({ upstash: { url: bridge.url, token: bridge.token } }),
      ];
      const [alone, together] = [newKey(), newKey()];
      for (let i = 0; i < 60; i += 1) {
        pass([0, 400, 3_777, 11_000, 26_001][i % 5] ?? 0);
        const [decided] = await callTimes(limiters[0] ?? openLimiter({}), 1, { key: alone, limit: 7 });
        const [inTurn] = await callTimes(limiters[i % 2] ?? openLimiter({}), 1, { key: together, limit: 7 });
        expect(inTurn, `call ${i}`).toEqual(decided);
      }
    });

    it("Upstash's REST: a turn's calls are one request, a refusal one more, and the names are the counter's", async () => {
      const limiter = openLimiter({ upstash: { url: bridge.url, token: bridge.token } });
      await callTimes(limiter, 1, { key: newKey(), limit: 3 }); // it knows the script from here on
      const [full, other] = [newKey(), newKey()];
      const before = bridge.requests().length;
      const decisions = await Promise.all([
        ...Array.from({ length: 3 }, () => limiter.limit({ key: full, limit: 3, windowSeconds: 60 })),
        ...Array.from({ length: 2 }, () => limiter.limit({ key: other, limit: 9, windowSeconds: 60 })),
      ]);
      expect(admitted(decisions)).toBe(5);
      expect(bridge.requests().slice(before)).toEqual(["/pipeline EVALSHA ×5"]);
      expect(admitted(await callTimes(limiter, 2, { key: full, limit: 3 }))).toBe(0);
      expect(bridge.requests().slice(before + 1)).toEqual(["/pipeline EVALSHA ×2", "/pipeline MGET ×2"]);
      const client = new Redis(redis.url);
      const window = START_MS / MINUTE_MS;
      expect(
        await client.mget(countName(`3/60:${full}`, window), countName(`9/60:${other}`, window)),
      ).toEqual(["3", "2"]);
      client.disconnect();
    });

    for (const kind of ["over Redis", "over Upstash REST"] as const) {
      for (const start of ["cold", "warm"] as const) {
        it(`${kind}: a ${start} process that is late itself does not blame the counter`, async () => {
          const where =
            kind === "over Redis"
              ? { redisUrl: redis.url }
              : { upstash: { url: bridge.url, token: bridge.token } };
          const limiter = openLimiter(where, "deny");
          if (start === "warm") await callTimes(limiter, 1, { key: newKey(), limit: 1 });
          const late = callTimes(limiter, 300, { key: newKey(), limit: 60 });
          await holdUp(1_200, 3);
          expect(admitted(await late)).toBe(60);
          expect(lines).toEqual([]);
        });
      }
    }

    it("a forgotten script is sent again, unnoticed", async () => {
      const limiter = openLimiter({ redisUrl: redis.url });
      const input = { key: newKey(), limit: 5 };
      await callTimes(limiter, 1, input);
      const client = new Redis(redis.url);
      await client.script("FLUSH");
      client.disconnect();
      expect(await callTimes(limiter, 1, input)).toMatchObject([
        { allowed: true, remaining: 3, degraded: false },
      ]);
      expect(lines).toEqual([]);
    });

    it("a Redis that answers but cannot write counts as away", async () => {
      const limiter = openLimiter({ redisUrl: redis.url });
      const client = new Redis(redis.url);
      await client.config("SET", "maxmemory", "1");
      expect(await client.ping()).toBe("PONG");
      expect(await limiter.health()).toBe("disconnected");
      await client.config("SET", "maxmemory", "0");
      expect(await limiter.health()).toBe("connected");
      client.disconnect();
    });

    it("a wrong token degrades, is logged once, and is not in the log", async () => {
      const limiter = openLimiter({ upstash: { url: bridge.url, token: "whsec_wrongwrongwrong" } });
      for (let i = 0; i < 10; i += 1) {
        expect(await callTimes(limiter, 1, { key: "a", limit: 100 })).toMatchObject([
          { allowed: true, degraded: true },
        ]);
      }
      expect(lines).toHaveLength(1);
      expect(lines.join("")).not.toContain("wrongwrong");
    });
  },
);

describe.skipIf(redisMissing !== null)(`an outage of Redis${redisMissing ? `: ${redisMissing}` : ""}`, () => {
  let own: TestRedis;
  let ownBridge: UpstashBridge;
  beforeEach(async () => {
    own = await startRedis();
    ownBridge = await startUpstashBridge(own.url);
  });
  afterEach(async () => {
    own.thaw();
    await ownBridge.close();
    await own.kill();
  });
  const places = {
    "over Redis": () => ({ redisUrl: own.url }),
    "over Upstash REST": () => ({ upstash: { url: ownBridge.url, token: ownBridge.token } }),
  };

  for (const [place, where] of Object.entries(places)) {
    for (const outage of ["killed", "frozen"] as const) {
      it(`${place}: ${outage}, then back: limits go on, health and log say so once, recovery by itself`, async () => {
        const limiter = openLimiter(where());
        const input = { key: newKey(), limit: 20 };
        expect(admitted(await callTimes(limiter, 15, input))).toBe(15);

        if (outage === "killed") await own.kill();
        else own.freeze();
        await failUntilOpen(limiter);
        const alone = await callTimes(limiter, 30, input);
        expect(alone.every((decision) => decision.degraded)).toBe(true);
        expect(admitted(alone)).toBe(5); // the 15 from before still count
        expect(await limiter.health()).toBe("disconnected");
        expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: "warn", policy: "allow" }]);

        if (outage === "killed") await own.restart();
        else own.thaw();
        await expect
          .poll(
            () => {
              pass(2_000); // a probe is due
              return limiter.health();
            },
            { timeout: 10_000 },
          )
          .toBe("connected");
        expect(await callTimes(limiter, 1, { key: newKey(), limit: 20 })).toMatchObject([
          { degraded: false },
        ]);
        expect(lines).toHaveLength(2);
        expect(JSON.parse(lines[1] ?? "")).toMatchObject({ level: "info" });
      });
    }

    it(`${place}: killed, policy "deny" refuses with CACHE_ERROR, and admits again after recovery`, async () => {
      const limiter = openLimiter(where(), "deny");
      await own.kill();
      for (let i = 0; i < 5; i += 1) {
        const error = await limiter
          .limit({ key: "a", limit: 9, windowSeconds: 60 })
          .catch((reason: unknown) => reason);
        expect(error).toBeInstanceOf(CacheUnavailableError);
        expect(error).toMatchObject({ code: "CACHE_ERROR", details: { retryAfterSeconds: 2 } });
      }
      await own.restart();
      await expect
        .poll(
          () => {
            pass(2_000);
            return limiter.health();
          },
          { timeout: 10_000 },
        )
        .toBe("connected");
      expect((await limiter.limit({ key: "a", limit: 9, windowSeconds: 60 })).allowed).toBe(true);
    });
  }

  it("traffic alone finds the way back, no one asks for health", async () => {
    const limiter = openLimiter({ redisUrl: own.url });
    await callTimes(limiter, 1, { key: "a", limit: 5 });
    await own.kill();
    await failUntilOpen(limiter);
    await own.restart();
    await expect
      .poll(
        async () => {
          pass(2_000);
          return (await limiter.limit({ key: "b", limit: 1_000, windowSeconds: 60 })).degraded;
        },
        { timeout: 10_000 },
      )
      .toBe(false);
  });
});

describe("a cache that takes connections and never answers", () => {
  let hole: Server;
  let port: number;
  let requests: string[] = [];
  beforeEach(async () => {
    requests = [];
    port = await freePort();
    hole = createServer((socket) => {
      socket.on("data", (data) => requests.push(String(data)));
      socket.on("error", () => {});
    });
    await new Promise<void>((resolve) => void hole.listen(port, "127.0.0.1", resolve));
  });
  afterEach(() => void hole.close());

  it("is asked three times over REST and then left alone until a probe is due", async () => {
    const limiter = openLimiter({ upstash: { url: `http://127.0.0.1:${port}`, token: "t" } });
    for (let i = 0; i < 200; i += 1) {
      const decision = await limiter.limit({ key: "a", limit: 100, windowSeconds: 60 });
      expect(decision).toMatchObject({ degraded: true, allowed: i < 100 });
    }
    expect(requests.filter((text) => text.startsWith("POST"))).toHaveLength(3);
    expect(lines).toHaveLength(1);
    pass(2_000);
    expect(await limiter.health()).toBe("disconnected");
    expect(requests.filter((text) => text.startsWith("POST"))).toHaveLength(4);
  });

  it("over Redis' protocol: limits go on in process", async () => {
    const limiter = openLimiter({ redisUrl: `redis://127.0.0.1:${port}` });
    for (let i = 0; i < 200; i += 1) {
      const decision = await limiter.limit({ key: "a", limit: 100, windowSeconds: 60 });
      expect(decision).toMatchObject({ degraded: true, allowed: i < 100 });
    }
    expect(await limiter.health()).toBe("disconnected");
    expect(lines).toHaveLength(1);
  });

  it("or refuses connections: the same", async () => {
    hole.close();
    for (const where of [
      { redisUrl: `redis://127.0.0.1:${port}` },
      { upstash: { url: `http://127.0.0.1:${port}`, token: "t" } },
    ]) {
      const limiter = openLimiter(where);
      expect(admitted(await callTimes(limiter, 50, { key: newKey(), limit: 10 }))).toBe(10);
      expect(await limiter.health()).toBe("disconnected");
    }
    expect(lines).toHaveLength(2);
  });
});
