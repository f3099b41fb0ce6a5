import { describe, expect, test } from "vitest";
import { systemCtx } from "#runtime/runtime.ts";
import { purgeExpiredData } from "#services/erasure/retention.ts";
import { verificationDetail } from "#services/verifications/detail.ts";
import { getDelivery } from "#services/webhooks/deliveries.ts";
import { disableEndpoint, removeEndpoint, updateEndpoint } from "#services/webhooks/endpoints.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { start, submit } from "../support/http/actions.ts";
import { expectRefused } from "../support/http/refused.ts";
import { response } from "../support/webhooks/fake-sender.ts";
import { createWebhookWorld } from "../support/webhooks/world.ts";
import { recordStatements } from "../support/world/statement-counter.ts";

const OWN = "https://hooks.example.com/orders/17?x=1";

const newWorld = async () => {
  const world = await createWebhookWorld();
  const { service, sender } = world;
  const tenant = await world.tenant();
  const endpoint = await world.endpoint(tenant);
  const begin = (body: object = { notification_url: OWN }, key = tenant.testKey) =>
    service.call("POST", "/verify/start", { key, body });
  const ended = async (notification_url = OWN): Promise<string> => {
    const { verificationId } = await start(service.call, tenant.testKey, { notification_url });
    await submit(service.call, tenant.testKey, { verificationId, result: "approved" });
    return verificationId;
  };
  const sentTo = () => sender.sent.map(({ url }) => url);
  return {
    ...world,
    newEndpoint: world.endpoint,
    newTenant: world.tenant,
    tenant,
    endpoint,
    begin,
    ended,
    sentTo,
  };
};

describe("notification_url of POST /verify/start", () => {
  test("gets the events in place of the endpoint of its origin; other endpoints and verifications keep theirs", async () => {
    const { deliverDue, ended, endpoint, events, sentTo, tenant, newEndpoint } = await newWorld();
    const other = await newEndpoint(tenant, "other.example.com");
    await ended();
    await deliverDue();
    expect(sentTo().toSorted()).toEqual([OWN, other.url].toSorted());
    await events(tenant);
    await deliverDue();
    expect(sentTo().slice(2).toSorted()).toEqual([endpoint.url, other.url].toSorted());
  });

  test("is for the oldest of several endpoints of its origin, so that it gets each event once", async () => {
    const { deliverDue, ended, endpoint, sentTo, tenant, newEndpoint } = await newWorld();
    const second = await newEndpoint(tenant, "hooks.example.com");
    await ended();
    await deliverDue();
    expect(sentTo().toSorted()).toEqual([OWN, second.url].toSorted());
    expect(second.url).toBe(endpoint.url);
  });

  test.each([
    ["another host", "https://evil.example/"],
    ["a host below", "https://x.hooks.example.com/"],
    ["another port", "https://hooks.example.com:8443/"],
    ["plain http", "http://hooks.example.com/"],
    ["a user", "https://user@hooks.example.com/"],
    ["a private address", "https://10.0.0.1/"],
    ["no address", "hooks.example.com"],
    ["nothing", ""],
  ])("may not be %s, and then nothing is started", async (_name, notification_url) => {
    const { begin, deps } = await newWorld();
    expectRefused(await begin({ notification_url }), "notification_url");
    expect(await deps.db.orm.verification.count()).toBe(0);
  });

  test("needs an endpoint of its own tenant that is on and takes the key's mode", async () => {
    const { begin, deps, endpoint, tenant, newTenant } = await newWorld();
    const stranger = await newTenant();
    expectRefused(await begin(undefined, stranger.testKey), "notification_url");
    const ctx = await ownerCtx(deps, tenant.id);
    await updateEndpoint(ctx, { endpointId: endpoint.id, modes: ["live"] });
    expectRefused(await begin(), "notification_url");
    expect(await begin(undefined, tenant.liveKey)).toMatchObject({ status: 200 });
    await disableEndpoint(ctx, { endpointId: endpoint.id });
    const refused = await begin(undefined, tenant.liveKey);
    expectRefused(refused, "notification_url");
    expect(refused.text).toContain("console");
  });

  test("costs a statement only where it is given", async () => {
    const { begin, deps } = await newWorld();
    await begin({});
    const taken = recordStatements(deps);
    await begin({});
    expect(taken()).toHaveLength(1);
    await begin();
    expect(taken()).toHaveLength(2);
  });
});

describe("a delivery with an address of its own", () => {
  test("keeps it over retries, signed with the endpoint's secret, and the logs show it", async () => {
    const { clock, deliverDue, deliveries, deps, ended, sender, sentTo, tenant } = await newWorld();
    sender.answerWith(() => response(500));
    const verificationId = await ended();
    await deliverDue();
    clock.advance({ minutes: 2 });
    sender.answerWith(() => response());
    await deliverDue();
    expect(sentTo()).toEqual([OWN, OWN]);
    const ctx = await ownerCtx(deps, tenant.id);
    const [delivery] = await deliveries();
    expect(await getDelivery(ctx, { deliveryId: delivery?.id ?? "" })).toMatchObject({
      url: OWN,
      status: "delivered",
    });
    const { timeline } = await verificationDetail(ctx, verificationId);
    expect(timeline.find(({ kind }) => kind === "delivery_created")?.detail).toMatchObject({
      host: "hooks.example.com",
    });
  });

  test("is cancelled with its endpoint, switched off or removed", async () => {
    for (const end of [disableEndpoint, removeEndpoint]) {
      const { deliverDue, deliveries, deps, ended, endpoint, sentTo, tenant } = await newWorld();
      await ended();
      await end(await ownerCtx(deps, tenant.id), { endpointId: endpoint.id });
      await deliverDue();
      expect(sentTo()).toEqual([]);
      expect(await deliveries()).toMatchObject([{ status: "cancelled" }]);
    }
  });

  test("goes to the endpoint where that has moved to another origin", async () => {
    const { deliverDue, deps, ended, endpoint, sentTo, tenant } = await newWorld();
    await ended();
    const url = "https://new.example.com/hook";
    await updateEndpoint(await ownerCtx(deps, tenant.id), { endpointId: endpoint.id, url });
    await deliverDue();
    expect(sentTo()).toEqual([url]);
  });

  test("is gone after an erasure and after the retention of metadata", async () => {
    const { clock, deliverDue, deliveries, deps, ended, endpoint, service, sentTo, tenant } =
      await newWorld();
    await updateEndpoint(await ownerCtx(deps, tenant.id), {
      endpointId: endpoint.id,
      events: ["verification.completed", "verification.redacted"],
    });
    const verificationId = await ended();
    const kept = await ended();
    await deliverDue();
    await service.call("POST", "/verify/redact", { key: tenant.testKey, body: { verificationId } });
    await deliverDue();
    expect(sentTo()).toEqual([OWN, OWN, endpoint.url]);
    const rowOf = (id: string) => deps.db.orm.verification.findUniqueOrThrow({ where: { id } });
    expect((await rowOf(verificationId)).notificationUrl).toBe(null);
    expect((await rowOf(kept)).notificationUrl).toBe(OWN);
    clock.advance({ days: 91 });
    await purgeExpiredData(systemCtx(deps), 100);
    expect((await rowOf(kept)).notificationUrl).toBe(null);
    expect(await deliveries()).toEqual([]);
  });
});
