import { describe, expect, test } from "vitest";
import { accountPayloads } from "#contracts/public/webhooks.ts";
import { isAccountEvent, isEventName } from "#core/event.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { evaluateTroubles } from "#services/alerts/evaluate.ts";
import { createEndpoint, enableEndpoint } from "#services/webhooks/endpoints.ts";
import { tellOperationalEvents } from "#services/webhooks/operational.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { response } from "../support/webhooks/fake-sender.ts";
import { createWebhookWorld } from "../support/webhooks/world.ts";
import type { TestTenant } from "../support/world/service.ts";

const OPERATIONAL = [
  "endpoint.failing",
  "endpoint.disabled",
  "endpoint.recovered",
  "delivery.exhausted",
] as const;

/** A tenant whose endpoint is in trouble, and a second one that is told. */
const troubled = async (overrides: { operatorTenant?: boolean } = {}) => {
  const world = await createWebhookWorld();
  const { clock, deps, sender } = world;
  const tenant = await world.tenant();
  const operator = await world.tenant();
  const endpoint = await world.endpoint(tenant);
  const namedBy = async (of: TestTenant, host: string) => {
    const ctx = await ownerCtx(deps, of.id);
    const made = await createEndpoint(ctx, { url: `https://${host}/`, events: [...OPERATIONAL] });
    return made.endpoint.id;
  };
  const told = await namedBy(tenant, "ops.example.com");
  await namedBy(operator, "operator.example.com");
  const settings = { ...deps.settings, operatorTenantId: overrides.operatorTenant ? operator.id : null };
  const ctx = systemCtx({ ...deps, settings });
  const status = { hooks: 500, ops: 200 };
  sender.answerWith(({ url }) => response(url.includes("hooks.") ? status.hooks : status.ops));
  const look = () => tellOperationalEvents(ctx, 100);
  /** What arrived at an endpoint, as its event and body. */
  const arrivedAt = (host: string) =>
    sender.sent
      .filter(({ url }) => url.includes(host))
      .map(({ body }) => {
        const payload = JSON.parse(body);
        const name = String(payload.event);
        if (!isEventName(name) || !isAccountEvent(name)) throw new Error(name);
        expect(accountPayloads[name].parse(payload)).toEqual(payload);
        return payload;
      });
  const namesAt = (host: string) => arrivedAt(host).map(({ event }) => event);
  /** Attempts until the endpoint has failed for 15 minutes. */
  const failForAWhile = async () => {
    await world.events(tenant);
    await world.deliverDue();
    for (let minutes = 0; minutes < 15; minutes += 5) {
      clock.advance({ minutes: 5 });
      await world.deliverDue();
    }
  };
  return { ...world, tenant, endpoint, told, status, look, arrivedAt, namesAt, failForAWhile };
};

test("an endpoint is failing for its event from the same moment as for its alert", async () => {
  const { clock, deps, endpoint, look, events, tenant, deliverDue } = await troubled();
  await events(tenant);
  await deliverDue();
  const begun = async () => {
    await look();
    await evaluateTroubles(systemCtx(deps));
    const alerts = await deps.db.orm.alert.count({ where: { rule: "endpoint_failing" } });
    const { told } = await deps.db.orm.webhookEndpoint.findUniqueOrThrow({ where: { id: endpoint.id } });
    return [told, alerts];
  };
  clock.advance({ minutes: 14, seconds: 59 });
  expect(await begun()).toEqual([null, 0]);
  clock.advance({ seconds: 1 });
  expect(await begun()).toEqual(["failing", 1]);
});

describe("an endpoint in trouble is told to another that names it, once for each change", () => {
  test("failing after 15 minutes, by several workers at once, and recovered when it accepts again", async () => {
    const { clock, deliverDue, endpoint, failForAWhile, look, namesAt, arrivedAt, status, tenant } =
      await troubled();
    await look();
    await failForAWhile();
    await Promise.all(Array.from({ length: 8 }, look));
    await look();
    await deliverDue();
    expect(namesAt("ops.")).toEqual(["endpoint.failing"]);
    expect(arrivedAt("ops.")).toMatchObject([{ endpoint: { id: endpoint.id, tenant_id: tenant.id } }]);
    const failingSince = Date.parse(arrivedAt("ops.")[0].endpoint.failing_since);
    expect(clock.now().getTime() - failingSince).toBe(15 * 60_000);
    status.hooks = 200;
    clock.advance({ hours: 24 });
    await deliverDue();
    await Promise.all(Array.from({ length: 8 }, look));
    await deliverDue();
    expect(namesAt("ops.")).toEqual(["endpoint.failing", "endpoint.recovered"]);
  });

  test("without the query of its address, which can hold a secret", async () => {
    const { deliverDue, deps, endpoint, events, look, arrivedAt, status, tenant } = await troubled();
    const url = `${endpoint.url}in?key=hidden-in-query`;
    await deps.db.orm.webhookEndpoint.update({ where: { id: endpoint.id }, data: { url } });
    status.hooks = 410;
    await events(tenant);
    await deliverDue();
    await look();
    await deliverDue();
    const told = arrivedAt("ops.");
    expect(told.map(({ endpoint: { url: shown } }) => shown)).toEqual([
      `${endpoint.url}in`,
      `${endpoint.url}in`,
    ]);
    expect(JSON.stringify(told)).not.toContain("hidden-in-query");
  });

  test("a short fault is no news", async () => {
    const { clock, deliverDue, events, look, namesAt, status, tenant } = await troubled();
    await events(tenant);
    await deliverDue();
    await look();
    status.hooks = 200;
    clock.advance({ minutes: 2 });
    await deliverDue();
    await look();
    await deliverDue();
    expect(namesAt("ops.")).toEqual([]);
  });

  test("disabled by the service, with its exhausted delivery; recovered when a member turns it on", async () => {
    const { deliverDue, deps, endpoint, events, look, arrivedAt, status, tenant } = await troubled();
    status.hooks = 410;
    await events(tenant);
    await deliverDue();
    await Promise.all(Array.from({ length: 8 }, look));
    await deliverDue();
    await enableEndpoint(await ownerCtx(deps, tenant.id), { endpointId: endpoint.id });
    await look();
    await look();
    await deliverDue();
    expect(arrivedAt("ops.").toSorted((one, other) => (one.event < other.event ? -1 : 1))).toMatchObject([
      { event: "delivery.exhausted", delivery: { attempts: 1, last_status: 410 } },
      { event: "endpoint.disabled", endpoint: { reason: "gone" } },
      { event: "endpoint.recovered" },
    ]);
  });
});

describe("no event begets another", () => {
  test("an endpoint never gets an event about itself", async () => {
    const { clock, deliverDue, deps, events, failForAWhile, look, namesAt, tenant, told, status } =
      await troubled();
    status.ops = 410;
    await failForAWhile();
    await look();
    await deliverDue(); // the event about the first one is refused with 410
    for (let i = 0; i < 5; i += 1) {
      clock.advance({ hours: 30 });
      await look();
      await events(tenant);
      await deliverDue();
    }
    expect(namesAt("ops.")).toEqual(["endpoint.failing"]);
    const about = await deps.db.orm.event.findMany({ where: { verificationId: null } });
    expect(about.filter(({ body }) => body.includes(told) && !body.includes("endpoint."))).toEqual([]);
    // Its own refusal is not a delivery that anybody is told of.
    expect(
      about.filter(({ type, body }) => type === "delivery.exhausted" && body.includes('"event":"endpoint.')),
    ).toEqual([]);
  });

  test("nothing is written where nobody names the event", async () => {
    const { deps, failForAWhile, look, told } = await troubled();
    await deps.db.orm.webhookEndpoint.update({ where: { id: told }, data: { events: [] } });
    await failForAWhile();
    await look();
    expect(await deps.db.orm.event.count({ where: { verificationId: null } })).toBe(0);
  });
});

describe("the operator's own tenant", () => {
  test("is told of every tenant's endpoints, and no other tenant is", async () => {
    const { deliverDue, failForAWhile, look, arrivedAt, tenant } = await troubled({ operatorTenant: true });
    await failForAWhile();
    await look();
    await deliverDue();
    expect(arrivedAt("operator.")).toMatchObject([
      { event: "endpoint.failing", endpoint: { tenant_id: tenant.id } },
    ]);
  });

  test("is told nothing where OPERATOR_TENANT is not set", async () => {
    const { deliverDue, failForAWhile, look, namesAt } = await troubled();
    await failForAWhile();
    await look();
    await deliverDue();
    expect(namesAt("operator.")).toEqual([]);
  });
});
