import { expect, test } from "vitest";
import { verifyWebhook } from "../../sdk/typescript/src/webhooks.ts";
import { writeFaultRow } from "../support/faults/fault-row.ts";
import type { SentWebhook } from "../support/webhooks/fake-sender.ts";
import { createSimulation, type SimulatedEndpoint } from "../support/webhooks/simulation.ts";
import { createWebhookWorld, type WebhookWorld } from "../support/webhooks/world.ts";
import { seeded } from "../support/world/seeded.ts";

const WORLDS = 4;
const STEPS = 300;

const newEndpoints = async (world: WebhookWorld): Promise<SimulatedEndpoint[]> => {
  const endpoints: SimulatedEndpoint[] = [];
  for (const name of ["a", "b", "c"]) {
    const tenant = await world.tenant();
    for (const number of [1, 2]) {
      const { id, url, secret } = await world.endpoint(tenant, `${name}${number}.example.com`);
      endpoints.push({ id, url, tenant, secrets: [secret] });
    }
  }
  return endpoints;
};

/** What must be true of the rows after every step. */
const checkRows = async ({ deps }: WebhookWorld): Promise<void> => {
  const { rows } = await deps.db.pool.query(
    `select d.*, a.* from webhook_delivery d
      left join lateral (select count(*) filter (where not is_manual) as scheduled,
        count(*) filter (where code is null) as successes, max(number) as last,
        max(number) filter (where code is null) as success, max(at) - min(at) filter (where not is_manual) as span
        from webhook_attempt a where a.delivery_id = d.id) a on true
    where a.scheduled > 7 or d.scheduled > 7 or a.scheduled > d.scheduled
      or a.successes > 1 or (a.success is not null and (a.success < a.last or d.status <> 'delivered'))
      or (d.status = 'delivered' and a.successes = 0)
      or (d.status = 'pending' and not d.is_manual and d.scheduled = 7)`,
  );
  expect(rows).toEqual([]);
};

const words: string[] = [];

test.each(Array.from({ length: WORLDS }, () => [seeded()] as const))(
  "whatever happens: at most 7 scheduled attempts, none after a success, none to what is off ($seed)",
  async (chance) => {
    const world = await createWebhookWorld();
    const endpoints = await newEndpoints(world);
    const simulation = createSimulation(world, endpoints, chance);
    const { deps, clock, sender } = world;
    const counts: Record<string, number> = {};

    const check = async (webhook: SentWebhook): Promise<void> => {
      const endpoint = endpoints.find(({ url }) => url === webhook.url);
      if (!endpoint) throw new Error(`nobody's endpoint: ${webhook.url}`);
      const { "X-Event-Id": eventId = "" } = webhook.headers;
      const row = await deps.db.orm.webhookDelivery.findFirstOrThrow({
        where: { eventId, endpointId: endpoint.id },
        include: { endpoint: true, event: true },
      });
      expect(row).toMatchObject({ status: "pending", endpoint: { isEnabled: true } });
      expect(webhook.body).toBe(row.event.body);
      const signature = webhook.headers["X-Service-Signature"];
      const verified = await verifyWebhook(webhook.body, signature, endpoint.secrets[0] ?? "", {
        now: clock.now,
      });
      expect(verified.ok).toBe(true);
    };
    const broken: unknown[] = [];
    sender.answerWith(async (webhook) => {
      await check(webhook).catch((error: unknown) => broken.push(error));
      return simulation.moodOf(webhook);
    });

    for (let i = 0; i < STEPS; i += 1) {
      const name = await simulation.step();
      counts[name] = (counts[name] ?? 0) + 1;
      expect(broken, `step ${i}: ${name}`).toEqual([]);
      await checkRows(world);
    }
    await simulation.heal();
    await checkRows(world);
    expect(broken).toEqual([]);
    const byStatus = Object.groupBy(await world.deliveries(), ({ status }) => status);
    expect(byStatus.pending ?? []).toEqual([]); // everything came to an end
    words.push(
      `seed ${chance.seed}: ${JSON.stringify(counts)}; ${sender.sent.length} attempts; ` +
        JSON.stringify(
          Object.fromEntries(Object.entries(byStatus).map(([name, rows]) => [name, rows?.length])),
        ),
    );
    writeFaultRow(import.meta.filename, {
      fault:
        "Anything at any time: receivers fail, endpoints are switched off and on, secrets rolled, workers cut",
      done: `${WORLDS} simulated worlds of ${STEPS} random steps, rows checked after each`,
      expected:
        "at most 7 scheduled attempts, none after a success, none to what is off; everything comes to an end",
      got: words.join("; "),
    });
  },
);
