import { ServiceError } from "#core/errors.ts";
import { ATTEMPT_OFFSETS_MS } from "#core/webhooks/backoff.ts";
import type { DeliveryStatus } from "#core/webhooks/webhook.ts";
import { recordDeliveryResults } from "#data/webhooks/delivery-results.ts";
import { type ClaimedDelivery, claimInOrder } from "#data/webhooks/webhook-claims.ts";
import type { SendResult } from "#platform/webhooks/sender.ts";
import { attemptDelivery, type DeliveryResult } from "#services/webhooks/attempt-delivery.ts";
import { retryDelivery } from "#services/webhooks/deliveries.ts";
import { disableEndpoint, enableEndpoint, rollSecret } from "#services/webhooks/endpoints.ts";
import { LEASE_MS } from "#worker/deliver-webhooks.ts";
import { ownerCtx } from "../../../scripts/lib/owner-ctx.ts";
import { eventually } from "../world/eventually.ts";
import type { Seeded } from "../world/seeded.ts";
import type { TestTenant } from "../world/service.ts";
import { failure, ourFault, response, type SentWebhook } from "./fake-sender.ts";
import type { WebhookWorld } from "./world.ts";

export type SimulatedEndpoint = { id: string; url: string; tenant: TestTenant; secrets: string[] };

const MOODS: readonly (() => SendResult)[] = [
  () => response(200),
  () => response(200),
  () => response(500),
  () => response(429),
  () => failure("TIMEOUT"),
  () => failure("CONNECTION"),
  () => ourFault,
];

/** What can happen to a deployment, one step at a time, each chosen by chance. */
export const createSimulation = (world: WebhookWorld, endpoints: SimulatedEndpoint[], chance: Seeded) => {
  const { clock, deps, sender } = world;
  const moods = new Map<string, () => SendResult>();
  /** What workers that were paused will want to write when they go on. */
  const late: DeliveryResult[] = [];
  const any = (): SimulatedEndpoint => chance.pick(endpoints);
  const ownerOf = ({ tenant }: SimulatedEndpoint) => ownerCtx(deps, tenant.id);

  /** A worker that claims, tries some of what it got, and dies or stops before it writes. */
  const halfWork = async (): Promise<DeliveryResult[]> => {
    const now = clock.now();
    const limit = 1 + chance.below(6);
    const leaseUntil = new Date(now.getTime() + LEASE_MS);
    const claimed = await claimInOrder(deps.db, { now, leaseUntil, limit, skipEndpoints: [] });
    const tried = claimed.filter(() => chance.next() < 0.7);
    return Promise.all(tried.map((one: ClaimedDelivery) => attemptDelivery(deps, sender, one)));
  };

  /** A worker that works until nothing is due, but for what an open breaker holds back, and is stopped then. */
  const deliver = async (): Promise<void> => {
    const now = clock.now();
    const endpoint = { OR: [{ breakerOpenUntil: null }, { breakerOpenUntil: { lte: now } }] };
    const where = { status: "pending", nextAttemptAt: { lte: now }, endpoint } as const;
    const running = world.deliverer();
    await eventually(running.idleTurns).toBeGreaterThan(0);
    await eventually(() => deps.db.orm.webhookDelivery.count({ where })).toBe(0);
    await running.stop();
  };
  const wake = async (): Promise<void> => {
    const results = late.splice(0).map(({ toRecord }) => toRecord);
    await recordDeliveryResults(deps.db, results);
  };

  const steps: Record<string, () => Promise<unknown>> = {
    enqueue: () => world.events(any().tenant, 1 + chance.below(3)),
    deliver,
    crash: halfWork,
    pause: async () => late.push(...(await halfWork())),
    wake,
    mood: async () => moods.set(any().url, chance.pick(MOODS)),
    gone: async () => chance.next() < 0.2 && moods.set(any().url, () => response(410)),
    rotate: async () => {
      const endpoint = any();
      const keepPrevious = chance.next() < 0.7;
      const rolled = await rollSecret(await ownerOf(endpoint), {
        endpointId: endpoint.id,
        keepPrevious,
      }).catch((error: unknown) => {
        if (error instanceof ServiceError && error.code === "CONFLICT") return null; // three old ones still sign
        throw error;
      });
      if (!rolled) return;
      const { secret } = rolled;
      endpoint.secrets = keepPrevious ? [secret, endpoint.secrets[0] ?? ""] : [secret];
    },
    disable: async () => {
      const endpoint = any();
      await disableEndpoint(await ownerOf(endpoint), { endpointId: endpoint.id });
    },
    enable: async () => {
      const endpoint = any();
      moods.delete(endpoint.url);
      await enableEndpoint(await ownerOf(endpoint), { endpointId: endpoint.id });
    },
    retry: async () => {
      const unsent = { in: ["failed", "cancelled"] satisfies DeliveryStatus[] };
      const failed = await deps.db.orm.webhookDelivery.findMany({ where: { status: unsent }, take: 20 });
      if (failed.length === 0) return;
      const { id: deliveryId, tenantId } = chance.pick(failed);
      const owner = await ownerCtx(deps, tenantId);
      await Promise.all([retryDelivery(owner, { deliveryId }), retryDelivery(owner, { deliveryId })]);
    },
    seconds: async () => clock.advance({ seconds: 1 + chance.below(60) }),
    hours: async () => clock.advance({ ms: chance.pick(ATTEMPT_OFFSETS_MS) / (1 + chance.below(3)) }),
  };
  const names = ["deliver", "deliver", "enqueue", "enqueue", ...Object.keys(steps)];

  return {
    moodOf: ({ url }: SentWebhook): SendResult => (moods.get(url) ?? (() => response(200)))(),
    /** Takes one step; returns its name. */
    step: async (): Promise<string> => {
      const name = chance.pick(names);
      await steps[name]?.();
      return name;
    },
    /** Everything works from now on, and time passes until nothing waits. */
    heal: async (): Promise<void> => {
      moods.clear();
      await wake();
      for (let days = 0; days < 3; days += 1) {
        clock.advance({ hours: 25 });
        await world.deliverDue();
      }
    },
  };
};
