import { expect, onTestFinished, test } from "vitest";
import { writeFaultRow } from "../support/faults/fault-row.ts";
import { startApi } from "../support/http/api-process.ts";
import { createFaultWorld } from "../support/world/fault-world.ts";
import { startSilentProxy } from "../support/world/silent-proxy.ts";

const BAR_SECONDS = 10;
const CLIENTS = 8;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const words: string[] = [];

test.each([1, 2, 3])(
  "a failover without a farewell (run %i): web and worker are back within 10 s",
  async () => {
    const world = await createFaultWorld();
    await world.endpoint(0);
    const proxy = await startSilentProxy(String(world.env.DATABASE_URL));
    const env = { ...world.env, DATABASE_URL: proxy.url };
    const api = await startApi(env);
    const worker = await world.workers.start({ DATABASE_URL: proxy.url });
    const over = new AbortController();
    let frozenAt = Number.POSITIVE_INFINITY;
    const seconds = (at: number): number => Math.round((at - frozenAt) / 100) / 10;
    const seen = { first: 0, lastError: 0, errors: 0, slowest: 0 };
    const after = new Set<string>();
    const post = async (path: string, body: unknown) => {
      const begun = performance.now();
      const response = await fetch(`${api.url}${path}`, {
        method: "POST",
        headers: { "x-tenant-api-key": world.tenant.liveKey, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      const answer = await response.json();
      const now = performance.now();
      seen.slowest = Math.max(seen.slowest, now - begun);
      if (response.status !== 200) {
        seen.errors += 1;
        seen.lastError = now;
        await pause(50);
        return null;
      }
      if (begun > frozenAt && seen.first === 0) seen.first = now;
      return answer;
    };
    const client = async (): Promise<void> => {
      while (!over.signal.aborted) {
        const begun = performance.now();
        const started = await post("/verify/start", {});
        if (!started) continue;
        const ended = await post("/verify/complete", {
          verificationId: started.verificationId,
          verifiedAge: 30,
        });
        if (ended && begun > frozenAt) after.add(started.verificationId);
        await pause(20);
      }
    };
    const clients = Array.from({ length: CLIENTS }, client);
    onTestFinished(async () => {
      over.abort();
      await Promise.all(clients);
      api.child.kill("SIGKILL");
      worker.kill("SIGKILL");
      await proxy[Symbol.asyncDispose]();
    });
    const received = () => world.receiver.requests.length;
    while (received() < 20) await pause(10);
    await pause(500);
    frozenAt = performance.now();
    proxy.freeze();
    let workerBack = 0;
    while (performance.now() < frozenAt + 30_000) {
      await pause(20);
      const isBack = world.receiver.requests.some((request) =>
        after.has(String(request.headers["x-verification-id"])),
      );
      if (isBack && workerBack === 0) workerBack = performance.now();
      if (workerBack > 0 && performance.now() > frozenAt + 20_000) break;
    }
    words.push(
      `web back after ${seconds(seen.first)} s, last error after ${seconds(seen.lastError)} s (${seen.errors} errors, ` +
        `slowest answer ${Math.round(seen.slowest / 100) / 10} s); worker back after ${seconds(workerBack)} s`,
    );
    expect(seen.first).toBeGreaterThan(0);
    expect(workerBack).toBeGreaterThan(0);
    expect(Math.max(seconds(seen.first), seconds(seen.lastError), seconds(workerBack))).toBeLessThanOrEqual(
      BAR_SECONDS,
    );
    writeFaultRow(import.meta.filename, {
      fault: "Postgres goes silent: connections stay and nothing answers",
      done: "under load, a proxy freezes every connection; new ones work",
      expected: `web and worker back within ${BAR_SECONDS} s`,
      got: words.join("; "),
    });
  },
);
