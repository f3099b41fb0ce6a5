import { expect, onTestFinished, test } from "vitest";
import { writeFaultRow } from "../support/faults/fault-row.ts";
import { expectNothingLost, moreAnswers, startLoad } from "../support/faults/load.ts";
import { startApi } from "../support/http/api-process.ts";
import { eventually } from "../support/world/eventually.ts";
import { createFaultWorld } from "../support/world/fault-world.ts";
import { redisMissing, startRedis } from "../support/world/redis.ts";

const healthOf = async (url: string): Promise<unknown> => (await fetch(`${url}/health`)).json();

/** Two processes under load, whose Redis is stopped with SIGSTOP and goes on again. */
const pauseRedis = async (policy: "allow" | "deny") => {
  const world = await createFaultWorld();
  await world.endpoint(0);
  const redis = await startRedis();
  onTestFinished(() => redis.kill());
  const env = { ...world.env, REDIS_URL: redis.url, RATE_LIMIT_ON_CACHE_FAILURE: policy };
  const apis = await Promise.all([startApi(env), startApi(env)]);
  onTestFinished(() => {
    for (const { child } of apis) child.kill("SIGKILL");
  });
  const urls = apis.map(({ url }) => url);
  await world.workers.start();
  let turn = 0;
  const url = (): string => {
    turn += 1;
    return urls[turn % urls.length] ?? "";
  };
  const load = startLoad({ url, tenant: world.tenant });
  await moreAnswers(load, 100);
  const pausedMs = performance.now();
  redis.freeze();
  if (policy === "allow") await moreAnswers(load, 300);
  else await eventually(() => load.refused.length, 60_000).toBeGreaterThan(50);
  for (const one of urls) {
    expect(await healthOf(one)).toMatchObject({ status: "degraded", reasons: ["cache_unreachable"] });
  }
  const slowestMs = load.slowestSince(pausedMs);
  const thawedMs = performance.now();
  redis.thaw();
  const isWell = async () => {
    const all = await Promise.all(urls.map(healthOf));
    return JSON.stringify(all.map((health) => Object.entries(health ?? {})[0]?.[1]));
  };
  await eventually(isWell, 30_000).toBe('["ok","ok"]');
  await moreAnswers(load, 100);
  await load.stop();
  const proof = await expectNothingLost(world, load, 1);
  return { load, proof, slowestMs, backMs: Math.max(0, load.lastRefusalMs() - thawedMs) };
};

test.skipIf(redisMissing !== null)(
  `Redis is paused: by policy nothing or everything is refused, and it is found again${redisMissing ? ` (${redisMissing})` : ""}`,
  { timeout: 240_000 },
  async () => {
    const allow = await pauseRedis("allow");
    expect(allow.load.refused).toEqual([]);
    const deny = await pauseRedis("deny");
    expect([...new Set(deny.load.refused.map(({ what }) => what))]).toEqual(["503 CACHE_ERROR"]);
    writeFaultRow(import.meta.filename, {
      fault: "Redis is paused (SIGSTOP): its connections stay and nothing answers",
      done: "two processes under load, once with RATE_LIMIT_ON_CACHE_FAILURE=allow, once with deny",
      expected:
        "allow: no request fails; deny: CACHE_ERROR and nothing else; health says so, and both find it again by themselves",
      got: `allow: 0 refused, slowest answer in the meantime ${Math.round(allow.slowestMs)} ms, ${allow.proof}; deny: refused and sent again ${deny.load.refusals()}, the last ${(deny.backMs / 1_000).toFixed(1)} s after the pause, ${deny.proof}`,
    });
  },
);
