import { describe, expect, test } from "vitest";
import { ATTEMPT_OFFSETS_MS } from "#core/webhooks/backoff.ts";
import { type Ended, RESEND_BATCH, RESEND_PER_SECOND } from "#core/webhooks/webhook.ts";
import type { MemberCtx } from "#services/context.ts";
import {
  countDeliveriesToResend,
  getDelivery,
  resendDeliveries,
  retryDelivery,
} from "#services/webhooks/deliveries.ts";
import { disableEndpoint, enableEndpoint, removeEndpoint } from "#services/webhooks/endpoints.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { copyEvents } from "../support/webhooks/copy-events.ts";
import { response } from "../support/webhooks/fake-sender.ts";
import { createWebhookWorld } from "../support/webhooks/world.ts";

const BOTH = ["failed", "cancelled"] as const;
const ALL = [...BOTH, "delivered"] as const;

type Wanted = { endpointId: string; since?: Date; statuses?: readonly Ended[] };

const countOf = async (ctx: MemberCtx, { statuses = BOTH, ...target }: Wanted) => {
  const { counted: _counted, ...counts } = await countDeliveriesToResend(ctx, { ...target, statuses });
  return counts;
};

/** Counts, and sends again what was counted, as a member does at the console. */
const resend = async (ctx: MemberCtx, wanted: Required<Omit<Wanted, "since">> & Wanted) => {
  const { counted } = await countDeliveriesToResend(ctx, wanted);
  const { queued, left } = await resendDeliveries(ctx, { ...wanted, counted });
  const { counted: _counted, ...rest } = left;
  return { queued, left: rest, counted };
};

/** An endpoint that was switched off: two events were waiting for it, three more happened while it was off. */
const switchedOff = async (plan: "free" | "growth" = "growth") => {
  const world = await createWebhookWorld();
  const tenant = await world.service.tenant({ plan });
  const endpoint = await world.endpoint(tenant);
  const ctx = await ownerCtx(world.deps, tenant.id);
  const target = { endpointId: endpoint.id };
  world.sender.answerWith(() => response(500));
  await world.events(tenant, 2);
  await world.deliverDue();
  await disableEndpoint(ctx, target);
  world.clock.advance({ hours: 1 });
  await world.events(tenant, 3);
  world.sender.sent.length = 0;
  world.sender.answerWith(() => response());
  return { ...world, tenant, endpoint, ctx, target };
};

describe("what an endpoint missed while it was off", () => {
  test("is kept, cancelled, and nothing of it is sent by itself when the endpoint is on again", async () => {
    const { ctx, deliverDue, deliveries, sender, target } = await switchedOff();
    expect((await deliveries()).map(({ status }) => status)).toEqual(Array(5).fill("cancelled"));
    expect(await countOf(ctx, target)).toEqual({ failed: 0, cancelled: 5, delivered: 0 });
    await enableEndpoint(ctx, target);
    await deliverDue();
    expect(sender.sent).toEqual([]);
  });

  test("is sent again all at once: the same bytes and event ids, by what is left of the schedule", async () => {
    const { clock, ctx, deliverDue, deliveries, deps, sender, target } = await switchedOff();
    await enableEndpoint(ctx, target);
    expect(await resend(ctx, { ...target, statuses: BOTH })).toMatchObject({
      queued: { failed: 0, cancelled: 5, delivered: 0 },
      left: { failed: 0, cancelled: 0, delivered: 0 },
    });
    sender.answerWith(() => response(503));
    for (const offset of ATTEMPT_OFFSETS_MS) {
      const first = clock.now().getTime();
      await deliverDue();
      clock.set(new Date(first + (offset || 60_000) * 2));
    }
    const events = await deps.db.orm.event.findMany({ orderBy: { id: "asc" } });
    const sent = new Map(sender.sent.map(({ headers, body }) => [headers["X-Event-Id"], body]));
    expect([...sent].sort()).toEqual(events.map(({ id, body }) => [id, body]));
    // Two of them had an attempt before: theirs go on counting, and none has more than seven by the schedule.
    for (const { scheduled } of await deliveries()) expect(scheduled).toBeGreaterThan(1);
    const numbers = sender.sent.map(({ headers }) => Number(headers["X-Delivery-Attempt"]));
    expect(numbers.slice(0, 5).sort()).toEqual([1, 1, 1, 2, 2]);
  });

  test("is sent again from a time on, and by delivery", async () => {
    const { clock, ctx, deliverDue, deliveries, sender, target } = await switchedOff();
    await enableEndpoint(ctx, target);
    const since = clock.now();
    expect(await countOf(ctx, { ...target, since })).toEqual({ failed: 0, cancelled: 3, delivered: 0 });
    await resend(ctx, { ...target, statuses: BOTH, since });
    await deliverDue();
    expect(sender.sent).toHaveLength(3);
    const [{ id: deliveryId } = { id: "" }] = await deliveries();
    expect(await retryDelivery(ctx, { deliveryId })).toBe(true);
    expect(await retryDelivery(ctx, { deliveryId })).toBe(false);
    await deliverDue();
    expect(await getDelivery(ctx, { deliveryId })).toMatchObject({ status: "delivered" });
  });
});

describe("sending again", () => {
  test("takes failed deliveries too, each for one attempt by hand; only the kind that is asked for", async () => {
    const { clock, ctx, deliverDue, deliveries, events, sender, target, tenant } = await switchedOff();
    await enableEndpoint(ctx, target);
    clock.advance({ minutes: 1 });
    sender.answerWith(() => response(410)); // fails it at once, and switches the endpoint off
    await events(tenant);
    await deliverDue();
    await enableEndpoint(ctx, target);
    clock.advance({ minutes: 1 });
    sender.answerWith(() => response(500));
    expect(await resend(ctx, { ...target, statuses: ["failed"] })).toMatchObject({
      queued: { failed: 1, cancelled: 0, delivered: 0 },
      left: { failed: 0, cancelled: 0, delivered: 0 },
    });
    await deliverDue();
    expect((await deliveries()).at(-1)).toMatchObject({ status: "failed" });
    expect(await countOf(ctx, target)).toEqual({ failed: 1, cancelled: 5, delivered: 0 });
  });

  test("by twenty at once takes each delivery once, and says so in the audit log", async () => {
    const { ctx, deliverDue, deps, sender, target } = await switchedOff();
    await enableEndpoint(ctx, target);
    const runs = await Promise.all(
      Array.from({ length: 20 }, () => resend(ctx, { ...target, statuses: BOTH })),
    );
    expect(runs.reduce((sum, { queued }) => sum + queued.cancelled, 0)).toBe(5);
    await deliverDue();
    expect(sender.sent).toHaveLength(5);
    const entries = await deps.db.orm.auditEntry.findMany({ where: { action: "webhook_endpoint.resend" } });
    const counts = entries.map(({ changes }) => Number(Object(changes).cancelled));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(5);
    expect(counts).not.toContain(0);
  });

  test("takes ten thousand with one call, the oldest first, and says how many are left", async () => {
    const world = await switchedOff();
    const { ctx, deps, deliveries, target } = world;
    await copyEvents(deps, RESEND_BATCH);
    await enableEndpoint(ctx, target);
    expect(await resend(ctx, { ...target, statuses: BOTH })).toMatchObject({
      queued: { failed: 0, cancelled: RESEND_BATCH, delivered: 0 },
      left: { failed: 0, cancelled: 5, delivered: 0 },
    });
    const rows = await deliveries();
    expect(rows.slice(0, RESEND_BATCH).every(({ status }) => status === "pending")).toBe(true);
    expect((await resend(ctx, { ...target, statuses: BOTH })).queued.cancelled).toBe(5);
  }, 60_000);

  test("is refused while the endpoint is off, without the plan for it, and for one that is not there", async () => {
    const { ctx, target } = await switchedOff();
    const { counted } = await countDeliveriesToResend(ctx, { ...target, statuses: BOTH });
    const all = { ...target, statuses: BOTH, counted };
    await expect(resendDeliveries(ctx, all)).rejects.toMatchObject({ code: "CONFLICT" });
    await removeEndpoint(ctx, target);
    await expect(resendDeliveries(ctx, all)).rejects.toMatchObject({ code: "NOT_FOUND" });
    const free = await switchedOff("free");
    await enableEndpoint(free.ctx, free.target);
    await expect(resend(free.ctx, { ...free.target, statuses: BOTH })).rejects.toMatchObject({
      code: "PLAN_REQUIRED",
    });
    expect(await countOf(free.ctx, free.target)).toEqual({ failed: 0, cancelled: 5, delivered: 0 });
  });
});

describe("what was delivered", () => {
  /** An endpoint that accepted so many events. */
  const accepted = async (count: number) => {
    const world = await createWebhookWorld();
    const tenant = await world.service.tenant({ plan: "growth" });
    const endpoint = await world.endpoint(tenant);
    const ctx = await ownerCtx(world.deps, tenant.id);
    await world.events(tenant, count);
    await world.deliverDue();
    world.sender.sent.length = 0;
    return { ...world, ctx, tenant, target: { endpointId: endpoint.id, statuses: ALL } };
  };

  test("is sent again too, once for all who confirm the same count, also after it has arrived", async () => {
    const { ctx, deliverDue, sender, target } = await accepted(4);
    const first = await countDeliveriesToResend(ctx, target);
    const second = await countDeliveriesToResend(ctx, target);
    expect(first).toMatchObject({ failed: 0, cancelled: 0, delivered: 4 });
    const one = await resendDeliveries(ctx, { ...target, counted: first.counted });
    await deliverDue();
    const other = await resendDeliveries(ctx, { ...target, counted: second.counted });
    await deliverDue();
    expect([one.queued.delivered, other.queued.delivered]).toEqual([4, 0]);
    expect(sender.sent).toHaveLength(4);
    // Who counts anew asks anew.
    expect(await resend(ctx, target)).toMatchObject({ queued: { delivered: 4 } });
  });

  test("a call goes on where the one before ended, and takes nothing that is newer than the count", async () => {
    const { clock, ctx, deliverDue, deps, deliveries, events, sender, target, tenant } = await accepted(1);
    await copyEvents(deps, RESEND_BATCH + 2);
    await deps.db.orm.webhookDelivery.updateMany({ data: { status: "delivered", endedAt: new Date(0) } });
    const { counted, ...counts } = await countDeliveriesToResend(ctx, target);
    const total = counts.delivered;
    expect(total).toBeGreaterThan(RESEND_BATCH);
    clock.advance({ seconds: 1 });
    await events(tenant, 1);
    const newest = (await deliveries()).at(-1);
    const first = await resendDeliveries(ctx, { ...target, counted });
    expect(first).toMatchObject({
      queued: { delivered: RESEND_BATCH },
      left: { delivered: total - RESEND_BATCH },
    });
    await deps.db.orm.webhookDelivery.updateMany({ data: { status: "delivered", endedAt: new Date(0) } });
    const second = await resendDeliveries(ctx, { ...target, counted });
    expect(second).toMatchObject({ queued: { delivered: total - RESEND_BATCH }, left: { delivered: 0 } });
    const { attempts, status } = await getDelivery(ctx, { deliveryId: newest?.id ?? "" });
    expect([attempts, status]).toEqual([[], "delivered"]);
    await deliverDue();
    expect(sender.sent.length).toBeLessThanOrEqual(RESEND_PER_SECOND);
  }, 60_000);

  test("keeps its order, and a new event waits for no more than a second's worth of it", async () => {
    const { ctx, deliverDue, deliveries, events, sender, target, tenant } = await accepted(
      RESEND_PER_SECOND + 5,
    );
    await resend(ctx, target);
    const due = await deliveries();
    const times = due.map(({ nextAttemptAt }) => nextAttemptAt.getTime());
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    const [verificationId] = await events(tenant, 1);
    await deliverDue();
    const sent = sender.sent.map(({ headers }) => headers["X-Verification-Id"]);
    expect(sent).toHaveLength(RESEND_PER_SECOND + 1);
    expect(sent).toContain(verificationId);
  });

  test("with several calls comes no faster than with one", async () => {
    const { ctx, deliveries, deps, target } = await accepted(2 * RESEND_PER_SECOND);
    const half = (await deliveries()).slice(0, RESEND_PER_SECOND).map(({ id }) => id);
    const ended = { status: "failed" as const };
    await deps.db.orm.webhookDelivery.updateMany({ where: { id: { in: half } }, data: ended });
    await resend(ctx, { ...target, statuses: ["failed"] });
    await resend(ctx, target);
    const times = (await deliveries()).map(({ nextAttemptAt }) => nextAttemptAt.getTime()).toSorted();
    // The first of each second's worth is at least a second after the first of the one before.
    expect(Number(times[RESEND_PER_SECOND]) - Number(times[0])).toBeGreaterThanOrEqual(1_000);
    expect(new Set(times).size).toBe(2 * RESEND_PER_SECOND);
  });

  test("of another tenant stays as it is", async () => {
    const { ctx, target } = await accepted(1);
    const stranger = await accepted(1);
    await expect(resend(ctx, stranger.target)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await countOf(ctx, target)).toMatchObject({ delivered: 1 });
  });
});
