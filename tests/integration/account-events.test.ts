import { describe, expect, test } from "vitest";
import { accountPayloads } from "#contracts/public/webhooks.ts";
import { ACCOUNT_EVENTS } from "#core/event.ts";
import { accountSample } from "#core/webhooks/account-event.ts";
import { inTransaction } from "#data/service/client.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { emitAccountEvent } from "#services/webhooks/emit.ts";
import { createEndpoint } from "#services/webhooks/endpoints.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { complete, start } from "../support/http/actions.ts";
import { testClock } from "../support/world/clock.ts";
import { serviceForFile } from "../support/world/service.ts";

const clock = testClock();
const service = serviceForFile({ overrides: { now: clock.now } });

const world = async () => {
  const { deps, tenant } = service.get();
  const { id: tenantId, testKey } = await tenant({ plan: "scale" });
  const ctx = await ownerCtx(deps, tenantId);
  const add = async (input: Omit<Parameters<typeof createEndpoint>[1], "url">) =>
    (await createEndpoint(ctx, { url: "https://hooks.example.com/", ...input })).endpoint.id;
  const emit = (input: { mode?: "live" | "test"; exceptEndpointId?: string } = {}) =>
    inTransaction(deps.db, (db) =>
      emitAccountEvent(systemCtx(deps), db, {
        tenantId,
        type: "alert.raised",
        mode: "test",
        fields: accountSample("alert.raised", clock.now(), "https://lintel.example"),
        ...input,
      }),
    );
  const sentTo = async (eventId: string) =>
    (await deps.db.orm.webhookDelivery.findMany({ where: { eventId } }))
      .map(({ endpointId }) => endpointId)
      .toSorted();
  return { deps, tenantId, testKey, add, emit, sentTo };
};

describe("an event about the tenant itself", () => {
  test("goes to the endpoints that name it, of its mode, and never to the one that it is about", async () => {
    const { add, emit, sentTo } = await world();
    await add({});
    await add({ events: ["verification.completed"] });
    await add({ events: ["alert.raised"], modes: ["live"] });
    const named = await add({ events: ["alert.raised"] });
    const about = await add({ events: ["alert.raised", "alert.resolved"] });
    expect(await sentTo(await emit({ exceptEndpointId: about }))).toEqual([named]);
    expect(await sentTo(await emit())).toEqual([named, about].toSorted());
  });

  test("goes to nobody else's endpoint", async () => {
    const [one, other] = [await world(), await world()];
    await other.add({ events: ["alert.raised"] });
    expect(await one.sentTo(await one.emit())).toEqual([]);
  });

  test("has its own request id, so that receivers never take two for one", async () => {
    const { deps, tenantId, emit } = await world();
    await emit();
    await emit();
    const events = await deps.db.orm.event.findMany({ where: { tenantId } });
    expect(new Set(events.map(({ requestId }) => requestId)).size).toBe(2);
    for (const { body } of events) {
      const payload: unknown = JSON.parse(body);
      expect(accountPayloads["alert.raised"].parse(payload)).toEqual(payload);
    }
  });

  test("is not among the events of verifications, and takes no number from them", async () => {
    const { deps, tenantId, testKey: key, emit } = await world();
    const { call } = service.get();
    await emit();
    const { verificationId } = await start(call, key);
    await complete(call, key, { verificationId, verifiedAge: 34 });
    await emit();
    const { body } = await call("GET", "/verify/events", { key });
    expect(body).toMatchObject({ events: [{ verificationId }], nextCursor: "1", hasMore: false });
    expect(await deps.db.orm.event.count({ where: { tenantId } })).toBe(3);
  });

  test("goes with its tenant", async () => {
    const { deps, tenantId, emit } = await world();
    const id = await emit();
    await deps.db.orm.tenant.delete({ where: { id: tenantId } });
    expect(await deps.db.orm.event.findUnique({ where: { id } })).toBeNull();
  });

  test.each(ACCOUNT_EVENTS)("%s has a sample by its contract", (name) => {
    const fields = accountSample(name, clock.now(), "https://lintel.example");
    const body = { event: name, request_id: "req_1", timestamp: clock.now().toISOString(), ...fields };
    expect(accountPayloads[name].parse({ ...body, metadata: {} })).toEqual({ ...body, metadata: {} });
  });
});
