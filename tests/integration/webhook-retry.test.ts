import { describe, expect, test } from "vitest";
import { ServiceError } from "#core/errors.ts";
import { ATTEMPT_OFFSETS_MS, UNDER_WAY_MS } from "#core/webhooks/backoff.ts";
import { getDelivery, retryDelivery } from "#services/webhooks/deliveries.ts";
import { disableEndpoint } from "#services/webhooks/endpoints.ts";
import { LEASE_MS } from "#worker/deliver-webhooks.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { ourFault, response } from "../support/webhooks/fake-sender.ts";
import { createWebhookWorld } from "../support/webhooks/world.ts";

/** A delivery that was given up after its seventh failure. */
const failedDelivery = async (plan: "free" | "growth" = "growth") => {
  const world = await createWebhookWorld();
  const { clock, deps, sender } = world;
  const tenant = await world.service.tenant({ plan });
  const endpoint = await world.endpoint(tenant);
  await world.events(tenant);
  sender.answerWith(() => response(500));
  const first = clock.now().getTime();
  for (const offset of ATTEMPT_OFFSETS_MS) {
    clock.set(new Date(first + offset * 1.1)); // whatever the jitter
    await world.deliverDue();
  }
  const ctx = await ownerCtx(deps, tenant.id);
  const [{ id } = { id: "" }] = await world.deliveries();
  const target = { deliveryId: id };
  const read = () => getDelivery(ctx, target);
  expect(await read()).toMatchObject({ status: "failed" });
  sender.sent.length = 0;
  return { ...world, ctx, tenant, endpoint, target, read };
};

describe("a failed delivery that is sent again by hand", () => {
  test("is sent once, at once, with the same bytes; when it succeeds it is delivered", async () => {
    const { clock, ctx, deliverDue, read, sender, target } = await failedDelivery();
    const before = await read();
    sender.answerWith(() => response());
    expect(await retryDelivery(ctx, target)).toBe(true);
    await deliverDue();
    expect(sender.sent).toMatchObject([{ body: before.body, at: clock.now() }]);
    const after = await read();
    expect(after).toMatchObject({ status: "delivered", lastStatus: 200 });
    expect(after.attempts.map(({ isManual }) => isManual)).toEqual([
      ...before.attempts.map(() => false),
      true,
    ]);
  });

  test("is failed again when it fails: the schedule is not started anew", async () => {
    const { clock, ctx, deliverDue, read, sender, target } = await failedDelivery();
    await retryDelivery(ctx, target);
    await deliverDue();
    expect(await read()).toMatchObject({ status: "failed", lastStatus: 500 });
    clock.advance({ days: 3 });
    await deliverDue();
    expect(sender.sent).toHaveLength(1);
  });

  test("twenty clicks at once are one run, and one line of audit", async () => {
    const { ctx, deps, deliverDue, sender, target } = await failedDelivery();
    const clicks = await Promise.all(Array.from({ length: 20 }, () => retryDelivery(ctx, target)));
    expect(clicks.filter(Boolean)).toHaveLength(1);
    await deliverDue();
    expect(sender.sent).toHaveLength(1);
    expect(await deps.db.orm.auditEntry.count({ where: { action: "webhook_delivery.retry" } })).toBe(1);
  });

  test("stays a run by hand after a fault of our own network", async () => {
    const { clock, ctx, deliverDue, read, sender, target } = await failedDelivery();
    sender.answerWith(() => ourFault);
    await retryDelivery(ctx, target);
    await deliverDue();
    expect(await read()).toMatchObject({ status: "pending" });
    sender.answerWith(() => response(500));
    clock.advance({ minutes: 1 });
    await deliverDue();
    const { status, attempts } = await read();
    expect(status).toBe("failed");
    expect(attempts.at(-1)).toMatchObject({ isManual: true, status: 500 });
  });

  test("can be sent again as often as it fails", async () => {
    const { ctx, deliverDue, read, target } = await failedDelivery();
    for (let i = 0; i < 3; i += 1) {
      expect(await retryDelivery(ctx, target)).toBe(true);
      await deliverDue();
    }
    expect((await read()).attempts.filter(({ isManual }) => isManual)).toHaveLength(3);
  });
});

describe("nothing is sent again by hand", () => {
  test("without the plan for it: PLAN_REQUIRED", async () => {
    const { ctx, read, target } = await failedDelivery("free");
    const refused = await retryDelivery(ctx, target).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ServiceError);
    expect(refused).toMatchObject({ code: "PLAN_REQUIRED" });
    expect(await read()).toMatchObject({ status: "failed" });
  });

  test("to an endpoint that is switched off", async () => {
    const { ctx, endpoint, read, target } = await failedDelivery();
    await disableEndpoint(ctx, { endpointId: endpoint.id });
    expect(await retryDelivery(ctx, target)).toBe(false);
    expect(await read()).toMatchObject({ status: "failed" });
  });
});

describe("a delivery that was delivered", () => {
  const delivered = async () => {
    const world = await createWebhookWorld();
    const tenant = await world.service.tenant({ plan: "growth" });
    await world.endpoint(tenant);
    const ctx = await ownerCtx(world.deps, tenant.id);
    await world.events(tenant);
    await world.deliverDue();
    const [{ id } = { id: "" }] = await world.deliveries();
    return { ...world, ctx, tenant, target: { deliveryId: id } };
  };

  test("is sent again once, with the same bytes and event id, as another attempt of it", async () => {
    const { ctx, deliverDue, sender, target } = await delivered();
    expect(await retryDelivery(ctx, { ...target, attempts: 1 })).toBe(true);
    await deliverDue();
    const [first, second] = sender.sent;
    expect(sender.sent).toHaveLength(2);
    expect(second?.body).toBe(first?.body);
    expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
    expect(second?.headers["X-Delivery-Attempt"]).toBe("2");
    const { status, attempts } = await getDelivery(ctx, target);
    expect(status).toBe("delivered");
    expect(attempts.map(({ isManual }) => isManual)).toEqual([false, true]);
  });

  test("is not sent a third time by a member whose page shows one attempt", async () => {
    const { ctx, deliverDue, sender, target } = await delivered();
    await retryDelivery(ctx, { ...target, attempts: 1 });
    await deliverDue();
    expect(await retryDelivery(ctx, { ...target, attempts: 1 })).toBe(false);
    await deliverDue();
    expect(sender.sent).toHaveLength(2);
  });

  test("is failed when that attempt fails, and its attempts keep that it arrived before", async () => {
    const { clock, ctx, deliverDue, sender, target } = await delivered();
    sender.answerWith(() => response(500));
    await retryDelivery(ctx, target);
    await deliverDue();
    clock.advance({ days: 2 });
    await deliverDue();
    const { status, attempts } = await getDelivery(ctx, target);
    expect(status).toBe("failed");
    expect(attempts.map(({ code }) => code)).toEqual([null, "STATUS"]);
  });
});

describe("a delivery that waits", () => {
  const waiting = async () => {
    const world = await createWebhookWorld();
    const tenant = await world.service.tenant({ plan: "free" });
    await world.endpoint(tenant);
    const ctx = await ownerCtx(world.deps, tenant.id);
    world.sender.answerWith(() => response(500));
    await world.events(tenant);
    const [{ id } = { id: "" }] = await world.deliveries();
    return { ...world, ctx, target: { deliveryId: id } };
  };

  test("has its next attempt now, on any plan, and the ones after it when they were due", async () => {
    const { clock, ctx, deliverDue, sender, target } = await waiting();
    const start = clock.now().getTime();
    await deliverDue();
    expect(await retryDelivery(ctx, target)).toBe(true);
    expect(await retryDelivery(ctx, target)).toBe(false); // it is due already
    await deliverDue();
    expect(sender.sent).toHaveLength(2);
    const { status, attempts, nextAttemptAt } = await getDelivery(ctx, target);
    expect(status).toBe("pending");
    expect(attempts.map(({ isManual }) => isManual)).toEqual([false, false]);
    const dueAfter = nextAttemptAt.getTime() - start;
    expect(dueAfter).toBeGreaterThanOrEqual(ATTEMPT_OFFSETS_MS[2]);
    expect(dueAfter).toBeLessThanOrEqual(ATTEMPT_OFFSETS_MS[2] * 1.1);
  });

  test("is left alone while it may be under way: a lease's end looks like a due time", async () => {
    const { clock, ctx, deps, target } = await waiting();
    expect(UNDER_WAY_MS).toBeGreaterThan(LEASE_MS);
    const leaseUntil = new Date(clock.now().getTime() + LEASE_MS);
    await deps.db.orm.webhookDelivery.updateMany({ data: { attempt: 1, nextAttemptAt: leaseUntil } });
    expect(await retryDelivery(ctx, target)).toBe(false);
  });
});
