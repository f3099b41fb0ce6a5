import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { ensureBuilt } from "../../scripts/lib/build.ts";
import { startApp } from "../../scripts/local/app.ts";
import { anyPort } from "../../scripts/local/ports.ts";
import { writeFaultRow } from "../support/faults/fault-row.ts";
import { start } from "../support/http/actions.ts";
import { processEnv } from "../support/webhooks/worker-process.ts";
import { createFaultWorld } from "../support/world/fault-world.ts";
import { redisMissing, startRedis } from "../support/world/redis.ts";

// `npm run test:faults -- redis-burst`: two processes of the production build, one healthy Redis, policy "deny".

const LIMIT = 60;
const BURST = 300;
const ROUNDS = 3;
const MINUTE_MS = 60_000;

test.skipIf(redisMissing !== null)(
  `two processes, limit ${LIMIT}: bursts of ${BURST}, cold and warm, admit ${LIMIT} and refuse the rest by 429${redisMissing ? `: ${redisMissing}` : ""}`,
  { timeout: 600_000 },
  async () => {
    await ensureBuilt();
    const { env, service } = await createFaultWorld();
    const redis = await startRedis();
    const logFolder = await mkdtemp(join(tmpdir(), "lintel-burst-"));
    onTestFinished(async () => {
      await redis.kill();
      await rm(logFolder, { recursive: true, force: true });
    });
    const startOne = async () => {
      const settings = { ...env, LOG_LEVEL: "warn", HOST: "127.0.0.1", PORT: `${await anyPort()}` };
      const shared = { REDIS_URL: redis.url, RATE_LIMIT_ON_CACHE_FAILURE: "deny" };
      return startApp({ env: processEnv({ ...settings, ...shared }), logFolder, hasWorker: false });
    };

    const burst = async (name: string, apps: readonly { baseUrl: string }[]) => {
      const tenant = await service.tenant({ overrides: { rateLimitPerMinute: LIMIT } });
      const { verificationId } = await start(service.call, tenant.liveKey);
      const headers = { "x-tenant-api-key": tenant.liveKey };
      // Within one minute of the clock: over a boundary the sliding window admits one more.
      const leftMs = MINUTE_MS - (Date.now() % MINUTE_MS);
      if (leftMs < MINUTE_MS / 3) await pause(leftMs);
      const startedAtMs = performance.now();
      const answers = await Promise.all(
        Array.from({ length: BURST }, async (_, i) => {
          const url = `${apps[i % apps.length]?.baseUrl}/verify/status?verificationId=${verificationId}`;
          const answer = await fetch(url, { headers });
          await answer.arrayBuffer();
          return answer.status;
        }),
      );
      const counted: Partial<Record<string, number[]>> = Object.groupBy(answers, (status) => `${status}`);
      const row = Object.fromEntries(
        ["200", "429", "503"].map((status) => [status, counted[status]?.length ?? 0]),
      );
      return { burst: name, ...row, seconds: ((performance.now() - startedAtMs) / 1000).toFixed(1) };
    };

    const rows = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      const apps = await Promise.all([startOne(), startOne()]);
      rows.push(await burst(`cold ${round}`, apps));
      rows.push(await burst(`warm ${round}`, apps));
      await Promise.all(apps.map((app) => app.stop()));
    }
    console.table(rows);
    for (const row of rows) expect(row).toMatchObject({ 200: LIMIT, 429: BURST - LIMIT, 503: 0 });
    writeFaultRow(import.meta.filename, {
      fault: "A burst at a healthy Redis",
      done: `two processes of the production build, limit ${LIMIT}, policy deny; ${rows.length} bursts of ${BURST}, cold and warm`,
      expected: "exactly the limit admitted, the rest 429, no 503",
      got: `each burst: ${LIMIT} × 200, ${BURST - LIMIT} × 429, 0 × 503, in ${rows.map(({ seconds }) => seconds).join(", ")} s`,
    });
  },
);
