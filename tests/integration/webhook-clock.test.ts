import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createEndpoint } from "#services/webhooks/endpoints.ts";
import { runWorker } from "#worker/run-worker.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { start, submit } from "../support/http/actions.ts";
import { answerStatus } from "../support/webhooks/receiver-behaviours.ts";
import { startReceiver } from "../support/webhooks/tls-receiver.ts";
import { LOOPBACK_ENV } from "../support/webhooks/tls-world.ts";
import { createAuthority } from "../support/world/certificates.ts";
import { eventually } from "../support/world/eventually.ts";
import { createService } from "../support/world/service.ts";

const MINUTE_MS = 60_000;
const PATIENCE_MS = 20_000;
const secondsFromNow = (at: Date | undefined): number => ((at?.getTime() ?? 0) - Date.now()) / 1_000;

/** A service whose machine has the right time, a receiver, and a worker whose machine has not. */
const newWorld = async (clocks: { webMs?: number; workerMs: () => number }) => {
  const authority = createAuthority();
  const folder = mkdtempSync(join(tmpdir(), "lintel-clock-"));
  writeFileSync(join(folder, "ca.pem"), authority.ca);
  const service = await createService({
    env: { ...LOOPBACK_ENV, WEBHOOK_EXTRA_CA_FILE: join(folder, "ca.pem") },
    overrides: { now: () => new Date(Date.now() + (clocks.webMs ?? 0)) },
  });
  const receiver = await startReceiver({ kind: "tls", certificate: authority.issue(["localhost"]) });
  const { deps, runtime, call } = service;
  const tenant = await service.tenant({ plan: "scale" });
  await createEndpoint(await ownerCtx(deps, tenant.id), { url: receiver.url("/", "localhost") });
  const stopping = new AbortController();
  const now = (): Date => new Date(Date.now() + clocks.workerMs());
  const running = runWorker({ ...runtime, deps: { ...deps, now } }, stopping.signal);
  onTestFinished(async () => {
    stopping.abort();
    await running;
    await receiver.close();
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const event = async (): Promise<void> => {
    const { verificationId } = await start(call, tenant.testKey);
    await submit(call, tenant.testKey, { verificationId, result: "approved" });
  };
  const deliveries = () => deps.db.orm.webhookDelivery.findMany({ orderBy: { id: "asc" } });
  return { event, deliveries, receiver };
};

test("a worker ten minutes behind delivers on time, signs with the right time and plans by it", async () => {
  const { deliveries, event, receiver } = await newWorld({ workerMs: () => -10 * MINUTE_MS });
  receiver.answerWith(answerStatus(500));
  await event();
  await eventually(() => receiver.requests.length, PATIENCE_MS).toBe(1);
  const signedAt = Number(receiver.requests[0]?.headers["webhook-timestamp"]);
  expect(Math.abs(signedAt - Date.now() / 1_000)).toBeLessThan(60);
  await eventually(async () => (await deliveries())[0]?.lastStatus, PATIENCE_MS).toBe(500);
  const [delivery] = await deliveries();
  expect(secondsFromNow(delivery?.nextAttemptAt)).toBeGreaterThan(20);
  expect(secondsFromNow(delivery?.nextAttemptAt)).toBeLessThan(67);
});

test("a worker whose clock is set back by an hour goes on delivering", async () => {
  let skewMs = 0;
  const { event, receiver } = await newWorld({ workerMs: () => skewMs });
  await event();
  await eventually(() => receiver.requests.length, PATIENCE_MS).toBe(1);
  skewMs = -60 * MINUTE_MS;
  await event();
  await eventually(() => receiver.requests.length, PATIENCE_MS).toBe(2);
});

test("an event of a web process whose clock is ahead is due at once", async () => {
  const { event, receiver } = await newWorld({ webMs: 10 * MINUTE_MS, workerMs: () => 0 });
  await event();
  await eventually(() => receiver.requests.length, PATIENCE_MS).toBe(1);
});
