import { describe, expect, test } from "vitest";
import { enableEndpoint, listEndpoints } from "#services/webhooks/endpoints.ts";
import { sendSampleEvent } from "#services/webhooks/send-sample-event.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { response } from "../support/webhooks/fake-sender.ts";
import { createWebhookWorld } from "../support/webhooks/world.ts";

const newWorld = async () => {
  const world = await createWebhookWorld();
  const tenant = await world.tenant();
  const endpoint = await world.endpoint(tenant);
  const shown = async () => (await listEndpoints(await ownerCtx(world.deps, tenant.id)))[0];
  const reasons = async () => {
    const where = { target: endpoint.id, action: "webhook_endpoint.disable" };
    return (await world.deps.db.orm.auditEntry.findMany({ where })).map(({ actor, changes }) => ({
      actor,
      changes,
    }));
  };
  /** As the console's button does; answered as the sender answers everything else. */
  const sendSample = async () => {
    const deps = { ...world.deps, webhookSender: () => world.sender };
    return sendSampleEvent(await ownerCtx(deps, tenant.id), {
      endpointId: endpoint.id,
      event: "verification.completed",
    });
  };
  return { ...world, tenant, endpoint, shown, reasons, sendSample };
};

describe("410 Gone", () => {
  test("switches the endpoint off, says so once, fails the delivery and cancels what waits", async () => {
    const { clock, deliveries, deliverDue, events, reasons, sender, shown, tenant } = await newWorld();
    sender.answerWith(() => response(500));
    await events(tenant, 3);
    await deliverDue();
    clock.advance({ seconds: 10 });
    sender.answerWith(() => response(410));
    await events(tenant);
    await deliverDue();
    expect(await shown()).toMatchObject({ isEnabled: false, disabledReason: "gone" });
    expect(await reasons()).toMatchObject([{ actor: "system", changes: { reason: "gone" } }]);
    const statuses = (await deliveries()).map(({ status }) => status);
    expect(statuses).toEqual(["cancelled", "cancelled", "cancelled", "failed"]);
    clock.advance({ days: 2 });
    await events(tenant);
    await deliverDue();
    expect(sender.sent).toHaveLength(4);
    // Kept for later: it can be sent when the endpoint is on again.
    expect((await deliveries()).at(-1)).toMatchObject({
      status: "cancelled",
      attempt: 0,
      endedAt: clock.now(),
    });
  });

  test("by several deliveries at once is said once", async () => {
    const { deliverDue, events, reasons, sender, tenant } = await newWorld();
    sender.answerWith(() => response(410));
    await events(tenant, 12);
    await deliverDue();
    expect(await reasons()).toHaveLength(1);
  });
});

describe("an endpoint without a success", () => {
  /** An event each step, every attempt of which fails, for so many days. */
  const failFor = async (world: Awaited<ReturnType<typeof newWorld>>, days: number, stepHours: number) => {
    world.sender.answerWith(() => response(503));
    for (let hours = 0; hours <= days * 24; hours += stepHours) {
      await world.events(world.tenant);
      await world.deliverDue();
      world.clock.advance({ hours: stepHours });
    }
  };

  test("is switched off by a failure five days after the first", async () => {
    const world = await newWorld();
    await failFor(world, 4, 24);
    expect(await world.shown()).toMatchObject({ isEnabled: true });
    await world.events(world.tenant);
    await world.deliverDue();
    expect(await world.shown()).toMatchObject({ isEnabled: false, disabledReason: "failing" });
    expect(await world.reasons()).toMatchObject([{ actor: "system", changes: { reason: "failing" } }]);
    expect((await world.deliveries()).some(({ status }) => status === "pending")).toBe(false);
  });

  test("is not switched off because nobody had anything to send for five days", async () => {
    const world = await newWorld();
    await failFor(world, 0, 24);
    world.clock.advance({ days: 30 });
    world.sender.answerWith(() => response());
    await world.events(world.tenant);
    await world.deliverDue();
    expect(await world.shown()).toMatchObject({ isEnabled: true, failingSince: null });
    expect((await world.deliveries()).at(-1)).toMatchObject({ status: "delivered" });
  });

  test("is not switched off by two failures, however far apart", async () => {
    for (const days of [5, 40]) {
      const world = await newWorld();
      await failFor(world, 0, 24);
      world.clock.advance({ days });
      await failFor(world, 0, 24);
      expect(await world.shown()).toMatchObject({ isEnabled: true });
      expect((await world.deliveries()).map(({ status }) => status)).not.toContain("cancelled");
    }
  });

  test("begins anew after a sample that is answered well, not after one that is not", async () => {
    const world = await newWorld();
    await failFor(world, 4, 24);
    const before = await world.shown();
    expect(await world.sendSample()).toMatchObject({ ok: false, status: 503 });
    expect(before?.failingSince).toBeInstanceOf(Date);
    expect(await world.shown()).toEqual(before);

    world.sender.answerWith(() => response());
    expect(await world.sendSample()).toMatchObject({ ok: true, status: 200 });
    expect(await world.shown()).toMatchObject({ failingSince: null });
    await failFor(world, 1, 24);
    expect(await world.shown()).toMatchObject({ isEnabled: true });
  });

  test("begins anew after one success", async () => {
    const world = await newWorld();
    await failFor(world, 3, 24);
    world.sender.answerWith(() => response());
    await world.events(world.tenant);
    await world.deliverDue();
    expect(await world.shown()).toMatchObject({ failingSince: null });
    await failFor(world, 3, 24);
    expect(await world.shown()).toMatchObject({ isEnabled: true });
  });

  test("that is switched on again has its five days again", async () => {
    const world = await newWorld();
    await failFor(world, 5, 24);
    const owner = await ownerCtx(world.deps, world.tenant.id);
    expect(await enableEndpoint(owner, { endpointId: world.endpoint.id })).toMatchObject({
      isEnabled: true,
      disabledReason: null,
      failingSince: null,
    });
    await failFor(world, 0, 24);
    expect(await world.shown()).toMatchObject({ isEnabled: true });
  });
});
