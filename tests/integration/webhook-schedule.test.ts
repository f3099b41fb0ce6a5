import { describe, expect, test } from "vitest";
import { ATTEMPT_OFFSETS_MS } from "#core/webhooks/backoff.ts";
import { getDelivery } from "#services/webhooks/deliveries.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { verifyWebhook } from "../../sdk/typescript/src/webhooks.ts";
import { failure, ourFault, response } from "../support/webhooks/fake-sender.ts";
import { createWebhookWorld, type WebhookWorld } from "../support/webhooks/world.ts";

/** No jitter: chance is always nothing. */
const WITHOUT_JITTER = { overrides: { random: randomButNoJitter } };

function randomButNoJitter(bytes: number): Uint8Array {
  return bytes === 1 ? new Uint8Array(1) : crypto.getRandomValues(new Uint8Array(bytes));
}

const oneEvent = async (options: Parameters<typeof createWebhookWorld>[0] = WITHOUT_JITTER) => {
  const world = await createWebhookWorld(options);
  const tenant = await world.tenant();
  const endpoint = await world.endpoint(tenant);
  const [verificationId = ""] = await world.events(tenant);
  return { ...world, tenant, endpoint, verificationId };
};

/** The only delivery. */
const deliveryOf = async ({ deliveries }: Pick<WebhookWorld, "deliveries">) => {
  const [only] = await deliveries();
  if (!only) throw new Error("there is no delivery");
  return only;
};

describe("a delivery that fails every time", () => {
  test("is tried seven times, at the decided offsets from the first attempt, and then failed", async () => {
    const world = await oneEvent();
    const { clock, sender, deliverDue } = world;
    const first = clock.now().getTime();
    sender.answerWith(() => response(500));
    for (const offset of ATTEMPT_OFFSETS_MS) {
      clock.set(new Date(first + offset - 1));
      await deliverDue(); // a millisecond too early: nothing happens
      clock.set(new Date(first + offset));
      await deliverDue();
    }
    clock.advance({ days: 3 });
    await deliverDue();
    expect(sender.sent.map(({ at }) => at.getTime() - first)).toEqual([...ATTEMPT_OFFSETS_MS]);
    expect(await deliveryOf(world)).toMatchObject({ status: "failed", scheduled: 7, lastStatus: 500 });
  });

  test("sends the same bytes each time, signed anew with the attempt's own time", async () => {
    const world = await oneEvent();
    const { clock, sender, deliverDue, endpoint } = world;
    sender.answerWith(() => failure("TIMEOUT"));
    for (let i = 0; i < 3; i += 1) {
      await deliverDue();
      clock.set((await deliveryOf(world)).nextAttemptAt);
    }
    expect(new Set(sender.sent.map(({ body }) => body)).size).toBe(1);
    expect(new Set(sender.sent.map(({ headers }) => headers["X-Service-Signature"])).size).toBe(3);
    expect(sender.sent.map(({ headers }) => headers["X-Delivery-Attempt"])).toEqual(["1", "2", "3"]);
    expect(new Set(sender.sent.map(({ headers }) => headers["X-Event-Id"])).size).toBe(1);
    for (const { at, body, headers } of sender.sent) {
      const verified = await verifyWebhook(body, headers["X-Service-Signature"], endpoint.secret, {
        now: () => at,
      });
      expect(verified).toEqual({ ok: true, timestamp: Math.floor(at.getTime() / 1000) });
    }
  });

  test("keeps a record of every attempt for the console", async () => {
    const world = await oneEvent();
    const { clock, deps, sender, deliverDue, tenant, verificationId } = world;
    const answers = [response(503, 12), failure("DNS"), response(204, 3)];
    sender.answerWith(() => answers.shift() ?? response());
    const times: Date[] = [];
    for (let i = 0; i < 3; i += 1) {
      times.push(clock.now());
      await deliverDue();
      clock.set((await deliveryOf(world)).nextAttemptAt);
    }
    const { id } = await deliveryOf(world);
    const detail = await getDelivery(await ownerCtx(deps, tenant.id), { deliveryId: id });
    expect(detail).toMatchObject({ status: "delivered", lastStatus: 204, lastCode: null, verificationId });
    expect(detail.body).toBe(sender.sent[0]?.body);
    const common = { isManual: false };
    expect(detail.attempts).toEqual([
      {
        ...common,
        number: 1,
        at: times[0],
        status: 503,
        code: "STATUS",
        durationMs: 12,
        response: "status 503",
      },
      { ...common, number: 2, at: times[1], status: null, code: "DNS", durationMs: 5, response: null },
      { ...common, number: 3, at: times[2], status: 204, code: null, durationMs: 3, response: "status 204" },
    ]);
  });
});

describe("a worker that was away", () => {
  test("goes on with the next offset that lies ahead, after one attempt", async () => {
    const world = await oneEvent();
    const { clock, sender, deliverDue } = world;
    const first = clock.now().getTime();
    sender.answerWith(() => response(500));
    await deliverDue();
    clock.advance({ minutes: 30 }); // 1, 5 and 15 minutes pass
    await deliverDue();
    clock.advance({ minutes: 5 });
    await deliverDue();
    expect(sender.sent.map(({ at }) => at.getTime() - first)).toEqual([0, 30 * 60_000]);
    expect((await deliveryOf(world)).nextAttemptAt.getTime() - first).toBe(60 * 60_000);
  });

  test("from the beginning, for days: the first attempt is when it comes back, and all seven follow", async () => {
    const world = await oneEvent();
    const { clock, sender, deliverDue } = world;
    clock.advance({ days: 3 });
    const first = clock.now().getTime();
    sender.answerWith(() => response(500));
    for (const offset of ATTEMPT_OFFSETS_MS) {
      clock.set(new Date(first + offset));
      await deliverDue();
    }
    expect(sender.sent).toHaveLength(7);
  });
});

describe("a fault of our own network", () => {
  test("uses up no attempt, however long it lasts, and starts no schedule", async () => {
    const world = await oneEvent();
    const { clock, sender, deliverDue } = world;
    sender.answerWith(() => ourFault);
    for (let hours = 0; hours < 48; hours += 6) {
      await deliverDue();
      clock.advance({ hours: 6 });
    }
    expect(await deliveryOf(world)).toMatchObject({ status: "pending", scheduled: 0, firstAttemptAt: null });
    sender.answerWith(() => response(500));
    const first = clock.now().getTime();
    await deliverDue();
    const delivery = await deliveryOf(world);
    expect(delivery).toMatchObject({ status: "pending", scheduled: 1, firstAttemptAt: new Date(first) });
    expect(delivery.nextAttemptAt.getTime() - first).toBe(60_000);
  });

  test("is tried again within a minute", async () => {
    const world = await oneEvent();
    const { clock, sender, deliverDue } = world;
    sender.answerWith(() => ourFault);
    await deliverDue();
    sender.answerWith(() => response());
    clock.advance({ minutes: 1 });
    await deliverDue();
    expect(await deliveryOf(world)).toMatchObject({ status: "delivered", scheduled: 1 });
  });

  test("a secret that cannot be opened puts the delivery off; it is no fault of the receiver's", async () => {
    const world = await oneEvent();
    const { clock, deps, sender, deliverDue, endpoint } = world;
    const rows = { where: { id: endpoint.id } };
    const { secretSealed } = await deps.db.orm.webhookEndpoint.findUniqueOrThrow(rows);
    await deps.db.orm.webhookEndpoint.update({ ...rows, data: { secretSealed: "v1.broken" } });
    await deliverDue();
    expect(sender.sent).toEqual([]);
    expect(await deliveryOf(world)).toMatchObject({ status: "pending", scheduled: 0 });
    await deps.db.orm.webhookEndpoint.update({ ...rows, data: { secretSealed } });
    clock.advance({ minutes: 1 });
    await deliverDue();
    expect(await deliveryOf(world)).toMatchObject({ status: "delivered" });
  });
});

test("jitter moves an attempt by at most a tenth of its gap", async () => {
  const world = await oneEvent({});
  const { clock, sender, deliverDue } = world;
  sender.answerWith(() => response(500));
  await deliverDue();
  const waitMs = (await deliveryOf(world)).nextAttemptAt.getTime() - clock.now().getTime();
  expect(waitMs).toBeGreaterThanOrEqual(60_000);
  expect(waitMs).toBeLessThanOrEqual(66_000);
});
