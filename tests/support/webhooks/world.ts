import { onTestFinished } from "vitest";
import type { WebhookSender } from "#platform/webhooks/sender.ts";
import type { Deps } from "#services/context.ts";
import { createEndpoint } from "#services/webhooks/endpoints.ts";
import { createDeliverer, LEASE_MS } from "#worker/deliver-webhooks.ts";
import { createNotifier } from "#worker/notifier.ts";
import { ownerCtx } from "../../../scripts/lib/owner-ctx.ts";
import { start, submit } from "../http/actions.ts";
import { type TestClock, testClock } from "../world/clock.ts";
import { eventually } from "../world/eventually.ts";
import { createService, type TestService, type TestTenant } from "../world/service.ts";
import { createFakeSender, type FakeSender } from "./fake-sender.ts";

export type RunningDeliverer = {
  ring(): void;
  /** How often it has looked for work, found none and begun to wait. */
  idleTurns(): number;
  stop(): Promise<void>;
};

/** Starts a delivery worker's loop; it ends with the test, or by `stop`, as on SIGTERM. */
export const startDeliverer = (deps: Deps, sender: WebhookSender): RunningDeliverer => {
  const stopping = new AbortController();
  const wake = createNotifier();
  let idleTurns = 0;
  const wait = (ms: number): Promise<void> => {
    idleTurns += 1;
    return wake.wait(ms);
  };
  const running = createDeliverer(deps, sender, { notify: wake.notify, wait }).run(stopping.signal);
  const stop = async (): Promise<void> => {
    stopping.abort();
    await running;
  };
  onTestFinished(stop);
  return { ring: wake.notify, idleTurns: () => idleTurns, stop };
};

export type WebhookWorld = {
  readonly clock: TestClock;
  readonly service: TestService;
  readonly deps: Deps;
  readonly sender: FakeSender;
  /** A tenant whose plan allows everything. */
  tenant(): Promise<TestTenant>;
  endpoint(tenant: TestTenant, host?: string): Promise<{ id: string; url: string; secret: string }>;
  /** So many verifications that end now: each is one event. Returns their ids. */
  events(tenant: TestTenant, count?: number): Promise<string[]>;
  deliverer(sender?: WebhookSender): RunningDeliverer;
  /** Runs a deliverer until nothing is due or leased; then stops it. */
  deliverDue(): Promise<void>;
  deliveries(): Promise<DeliveryRow[]>;
};

type DeliveryRow = Awaited<ReturnType<Deps["db"]["orm"]["webhookDelivery"]["findMany"]>>[number];

/** A service with its own database, a clock that stands still and a sender without a network. */
export const createWebhookWorld = async (
  options: { clock?: TestClock; overrides?: Partial<Deps>; env?: Record<string, string> } = {},
): Promise<WebhookWorld> => {
  const clock = options.clock ?? testClock();
  const bells = new Set<() => void>();
  const service = await createService({
    env: options.env ?? {},
    overrides: {
      now: clock.now,
      wakeDeliveries: () => {
        for (const ring of bells) ring();
      },
      ...options.overrides,
    },
  });
  onTestFinished(() => service.close());
  const { deps, call } = service;
  const sender = createFakeSender(clock.now);

  const deliverer: WebhookWorld["deliverer"] = (through = sender) => {
    const started = startDeliverer(deps, through);
    bells.add(started.ring);
    return started;
  };
  const dueOrLeased = (): Promise<number> => {
    const now = clock.now();
    const leaseUntil = new Date(now.getTime() + LEASE_MS);
    return deps.db.orm.webhookDelivery.count({
      where: { status: "pending", OR: [{ nextAttemptAt: { lte: now } }, { nextAttemptAt: leaseUntil }] },
    });
  };

  return {
    clock,
    service,
    deps,
    sender,
    tenant: () => service.tenant({ plan: "scale" }),
    endpoint: async ({ id: tenantId }, host = "hooks.example.com") => {
      const { endpoint, secret } = await createEndpoint(await ownerCtx(deps, tenantId), {
        url: `https://${host}/`,
      });
      return { id: endpoint.id, url: endpoint.url, secret };
    },
    events: ({ testKey: key }, count = 1) =>
      Promise.all(
        Array.from({ length: count }, async () => {
          const { verificationId } = await start(call, key, { metadata: { order: "o1" } });
          await submit(call, key, { verificationId, result: "approved" });
          return verificationId;
        }),
      ),
    deliverer,
    deliverDue: async () => {
      const running = deliverer();
      await eventually(running.idleTurns).toBeGreaterThan(0);
      await eventually(dueOrLeased).toBe(0);
      await running.stop();
    },
    deliveries: () => deps.db.orm.webhookDelivery.findMany({ orderBy: { id: "asc" } }),
  };
};
