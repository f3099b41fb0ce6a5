import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { rollSecret } from "#services/webhooks/endpoints.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { verifyWebhook } from "../../sdk/typescript/src/webhooks.ts";
import { answerStatus } from "../support/webhooks/receiver-behaviours.ts";
import type { ReceivedRequest } from "../support/webhooks/tls-receiver.ts";
import { LOOPBACK_ENV, startTlsPair } from "../support/webhooks/tls-world.ts";
import { createWebhookWorld } from "../support/webhooks/world.ts";
import { eventually } from "../support/world/eventually.ts";

const isGenuine = async (
  { body, headers }: ReceivedRequest,
  secret: string,
  now: () => Date,
): Promise<boolean> => {
  const signature = headers["x-service-signature"];
  return typeof signature === "string" && (await verifyWebhook(body, signature, secret, { now })).ok;
};

/** A world whose receiver is real and answers 401 to what it does not believe. */
const newWorld = async () => {
  const world = await createWebhookWorld({ env: LOOPBACK_ENV });
  const pair = await startTlsPair(world.clock.now);
  const tenant = await world.tenant();
  const endpoint = await world.endpoint(tenant, pair.host);
  const target = { endpointId: endpoint.id };
  const ctx = await ownerCtx(world.deps, tenant.id);
  const believed = { secrets: [endpoint.secret] };
  pair.receiver.answerWith(async (request, response) => {
    const received = pair.receiver.requests.at(-1);
    // One after the other, as a receiver would that believes any of its secrets.
    let genuine = false;
    for (const one of believed.secrets)
      genuine ||= received !== undefined && (await isGenuine(received, one, world.clock.now));
    answerStatus(genuine ? 204 : 401)(request, response);
  });
  const settled = async () => (await world.deliveries()).every(({ status }) => status !== "pending");
  return { ...world, ...pair, tenant, endpoint, target, believed, settled, ctx };
};

test("rolled three times under traffic, a receiver with the old or the new secret refuses nothing", async () => {
  const world = await newWorld();
  const { believed, ctx, deliverer, deps, events, receiver, sender, settled, target, tenant } = world;
  deliverer(sender);
  let newest = world.endpoint.secret;
  for (let roll = 0; roll < 3; roll += 1) {
    const traffic = events(tenant, 40);
    const { secret } = await rollSecret(ctx, { ...target, keepPrevious: true });
    // First the receiver goes on with the old secret alone, then with the new one alone, both within the overlap.
    await events(tenant, 20);
    await traffic;
    await eventually(settled).toBe(true);
    believed.secrets = [secret];
    await events(tenant, 20);
    await eventually(settled).toBe(true);
    newest = secret;
  }
  expect(receiver.requests).toHaveLength(240);
  expect(await deps.db.orm.webhookDelivery.count({ where: { status: "delivered" } })).toBe(240);
  expect(await deps.db.orm.webhookAttempt.count({ where: { number: 1, code: null } })).toBe(240);
  const last = receiver.requests.at(-1);
  expect(last && (await isGenuine(last, newest, world.clock.now))).toBe(true);
});

test("after the overlap the old secret signs no more", async () => {
  const { clock, ctx, deliverer, events, receiver, sender, settled, target, tenant, endpoint } =
    await newWorld();
  const { secret } = await rollSecret(ctx, { ...target, keepPrevious: true });
  clock.advance({ hours: 24, ms: -1 });
  deliverer(sender);
  await events(tenant);
  await eventually(settled).toBe(true);
  clock.advance({ ms: 1 });
  await events(tenant);
  await eventually(() => receiver.requests.length).toBe(2);
  const genuine = (one: string) =>
    Promise.all(receiver.requests.map((request) => isGenuine(request, one, clock.now)));
  expect(await genuine(endpoint.secret)).toEqual([true, false]);
  expect(await genuine(secret)).toEqual([true, true]);
});

test("rolled twice within a day, each secret signs until the end that was promised for it", async () => {
  const { believed, clock, ctx, deliverer, events, receiver, sender, settled, target, tenant, endpoint } =
    await newWorld();
  const { secret: second } = await rollSecret(ctx, { ...target, keepPrevious: true });
  clock.advance({ hours: 10 });
  const { secret: third } = await rollSecret(ctx, { ...target, keepPrevious: true });
  believed.secrets.push(second, third);
  deliverer(sender);
  const signedBy = async (): Promise<boolean[]> => {
    const before = receiver.requests.length;
    await events(tenant);
    await eventually(() => receiver.requests.length).toBe(before + 1);
    await eventually(settled).toBe(true);
    const request = receiver.requests.at(-1);
    return Promise.all(
      [endpoint.secret, second, third].map(async (one) =>
        Boolean(request && (await isGenuine(request, one, clock.now))),
      ),
    );
  };
  expect(await signedBy()).toEqual([true, true, true]);
  clock.advance({ hours: 14, ms: -1 });
  expect(await signedBy()).toEqual([true, true, true]);
  clock.advance({ ms: 1 });
  expect(await signedBy()).toEqual([false, true, true]);
  clock.advance({ hours: 10 });
  expect(await signedBy()).toEqual([false, false, true]);
});

test("a roll that would leave more than three earlier secrets is refused, unless it ends them at once", async () => {
  const { clock, ctx, target, deps } = await newWorld();
  const roll = (keepPrevious: boolean) => rollSecret(ctx, { ...target, keepPrevious });
  for (let i = 0; i < 3; i += 1) await roll(true);
  const before = await deps.db.orm.webhookEndpoint.findUniqueOrThrow({ where: { id: target.endpointId } });
  await expect(roll(true)).rejects.toMatchObject({ code: "CONFLICT" });
  expect(await deps.db.orm.webhookEndpoint.findUniqueOrThrow({ where: { id: target.endpointId } })).toEqual(
    before,
  );
  clock.advance({ hours: 24 });
  for (let i = 0; i < 3; i += 1) await roll(true);
  await roll(false);
  expect(
    await deps.db.orm.webhookEndpoint.findUniqueOrThrow({ where: { id: target.endpointId } }),
  ).toMatchObject({
    previousSecretSealed: null,
    previousSecretUntil: null,
    olderSecrets: [],
  });
});

test("rolled without an overlap, the old secret signs no more at once", async () => {
  const { believed, clock, ctx, deliverer, events, receiver, sender, settled, target, tenant, endpoint } =
    await newWorld();
  const { secret } = await rollSecret(ctx, { ...target, keepPrevious: false });
  believed.secrets = [secret];
  deliverer(sender);
  await events(tenant);
  await eventually(settled).toBe(true);
  const [request] = receiver.requests;
  expect(request && (await isGenuine(request, endpoint.secret, clock.now))).toBe(false);
});

test("a webhook arrives over TLS with the frozen bytes and every header that is promised", async () => {
  const {
    deliverDue: _,
    deps,
    deliverer,
    events,
    receiver,
    sender,
    settled,
    tenant,
    endpoint,
  } = await newWorld();
  deliverer(sender);
  await events(tenant);
  await eventually(settled).toBe(true);
  const [request] = receiver.requests;
  const event = await deps.db.orm.event.findFirstOrThrow();
  expect(request).toMatchObject({ method: "POST", path: "/" });
  expect(request?.body.toString()).toBe(event.body);
  expect(request?.headers).toMatchObject({
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(event.body)),
    "x-event-id": event.id,
    "x-delivery-attempt": "1",
    "x-verification-mode": "test",
    "webhook-id": event.id,
  });
  const key = endpoint.secret;
  const signed = String(request?.headers["webhook-signature"]).split(" ");
  const timestamp = Number(request?.headers["webhook-timestamp"]);
  expect(signed).toEqual([new Webhook(key).sign(event.id, new Date(timestamp * 1000), event.body)]);
});
