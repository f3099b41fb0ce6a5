import { describe, expect, test } from "vitest";
import { accountPayloads, webhookPayloads } from "#contracts/public/webhooks.ts";
import { bandOfAge } from "#core/age-over.ts";
import { isEventName } from "#core/event.ts";
import { inTransaction } from "#data/service/client.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { completeWith, expireVerifications } from "#services/check/end.ts";
import type { Deps } from "#services/context.ts";
import { submitEvidence } from "#services/hosted/submit.ts";
import { createEndpoint } from "#services/webhooks/endpoints.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { complete, secretOf, start, submit } from "../support/http/actions.ts";
import { testClock } from "../support/world/clock.ts";
import { serviceForFile } from "../support/world/service.ts";

const clock = testClock();
const service = serviceForFile({ overrides: { now: clock.now } });
const METADATA = { order: "o1", count: 2, note: "ü–\u2028" };

const newTenant = async (input: Partial<Parameters<typeof createEndpoint>[1]> = {}) => {
  const { call, deps, tenant } = service.get();
  const { id: tenantId, testKey: key } = await tenant({ plan: "scale" });
  const { endpoint } = await createEndpoint(await ownerCtx(deps, tenantId), {
    url: "https://hooks.example.com/",
    ...input,
  });
  return { call, deps, tenantId, key, endpoint };
};

/** Everything that was written of a tenant's events. */
const eventsOf = async (deps: Deps, tenantId: string) => {
  const events = await deps.db.orm.event.findMany({ where: { tenantId }, include: { deliveries: true } });
  return events.map(({ deliveries, body, ...event }) => {
    const payload: unknown = JSON.parse(body);
    if (!isEventName(event.type)) throw new Error(`unknown event ${event.type}`);
    expect({ ...webhookPayloads, ...accountPayloads }[event.type].parse(payload)).toEqual(payload);
    return { ...event, payload, endpoints: deliveries.map(({ endpointId }) => endpointId) };
  });
};

const startHosted = async (key: string) => {
  const { call, deps } = service.get();
  const started = await start(call, key, { metadata: METADATA });
  const choose = (outcome: string) =>
    submitEvidence(systemCtx(deps), { secret: secretOf(started), method: "sandbox" }, () =>
      Promise.resolve({ contentType: "text/plain", body: new TextEncoder().encode(outcome) }),
    );
  return { ...started, choose };
};

describe("an event and its deliveries are written with the change that they tell of", () => {
  test("by /verify/complete", async () => {
    const { call, deps, tenantId, key, endpoint } = await newTenant();
    const { verificationId } = await start(call, key, { metadata: METADATA });
    await complete(call, key, { verificationId, verifiedAge: 34, confidence: 0.9, documentType: "passport" });
    const { requestId } = await deps.db.orm.verification.findUniqueOrThrow({ where: { id: verificationId } });
    expect(await eventsOf(deps, tenantId)).toMatchObject([
      {
        verificationId,
        requestId,
        endpoints: [endpoint.id],
        payload: {
          event: "verification.completed",
          request_id: requestId,
          timestamp: "2026-03-01T12:00:00.000Z",
          verification: {
            status: "verified",
            verified_age: 34,
            confidence_score: 0.9,
            document_type: "passport",
            processing_time_ms: 0,
          },
          metadata: METADATA,
        },
      },
    ]);
  });

  test("by /verify/submit, a rejection too", async () => {
    const { call, deps, tenantId, key, endpoint } = await newTenant();
    const { verificationId } = await start(call, key);
    await submit(call, key, { verificationId, result: "rejected" });
    expect(await eventsOf(deps, tenantId)).toMatchObject([
      { endpoints: [endpoint.id], payload: { verification: { status: "rejected" }, metadata: {} } },
    ]);
  });

  test.each([
    ["approve", { event: "verification.completed", verification: { status: "verified" } }],
    ["under_age", { event: "verification.completed", verification: { status: "rejected" } }],
    ["expire", { event: "verification.expired", expired_at: "2026-03-01T12:00:00.000Z" }],
  ])("by the hosted page: %s", async (outcome, payload) => {
    const { deps, tenantId, key, endpoint } = await newTenant();
    await (await startHosted(key)).choose(outcome);
    expect(await eventsOf(deps, tenantId)).toMatchObject([{ endpoints: [endpoint.id], payload }]);
  });

  test("by the hosted page when the last attempt fails, and not before", async () => {
    const { deps, tenantId, key, endpoint } = await newTenant();
    const page = await startHosted(key);
    await page.choose("poor_document");
    await page.choose("poor_document");
    expect(await eventsOf(deps, tenantId)).toEqual([]);
    await page.choose("provider_error");
    expect(await eventsOf(deps, tenantId)).toMatchObject([
      {
        endpoints: [endpoint.id],
        payload: { event: "verification.failed", error: { code: "METHOD_FAILED" }, metadata: METADATA },
      },
    ]);
  });

  test("by the worker when the time is up", async () => {
    const own = testClock();
    const { call, deps, tenantId, key, endpoint } = await newTenant();
    const { config } = await start(call, key, { metadata: METADATA, expiresInSeconds: 300 });
    own.advance({ minutes: 6 });
    await expireVerifications(systemCtx({ ...deps, now: own.now }), 100);
    expect(await eventsOf(deps, tenantId)).toMatchObject([
      {
        endpoints: [endpoint.id],
        payload: {
          event: "verification.expired",
          timestamp: "2026-03-01T12:06:00.000Z",
          expired_at: config.expiresAt,
          metadata: METADATA,
        },
      },
    ]);
  });
});

describe("nothing is written", () => {
  test("when the transaction of the change is rolled back", async () => {
    const { call, deps, tenantId, key } = await newTenant();
    const { verificationId: id } = await start(call, key);
    const decision = {
      outcome: "approved",
      method: "tenant",
      verifiedAge: 30,
      band: bandOfAge(30),
      confidence: null,
      documentType: null,
      assurance: null,
      reason: null,
    } as const;
    const ended = inTransaction(deps.db, async (db) => {
      const target = { tenantId, id, thresholds: [], disclosure: "age" as const };
      expect(await completeWith(systemCtx(deps), db, target, decision, 60)).not.toBeNull();
      throw new Error("the last statement fails");
    });
    await expect(ended).rejects.toThrow("the last statement fails");
    const { status } = await deps.db.orm.verification.findUniqueOrThrow({ where: { id } });
    expect(status).toBe("pending");
    expect(await deps.db.orm.event.count({ where: { tenantId } })).toBe(0);
    expect(await deps.db.orm.webhookDelivery.count({ where: { tenantId } })).toBe(0);
  });

  test("a second time when 20 calls end one verification at once", async () => {
    const { call, deps, tenantId, key } = await newTenant();
    const { verificationId } = await start(call, key);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        call("POST", i % 2 === 0 ? "/verify/submit" : "/verify/complete", {
          key,
          body: { verificationId, result: "approved" },
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await deps.db.orm.event.count({ where: { tenantId } })).toBe(1);
    expect(await deps.db.orm.webhookDelivery.count({ where: { tenantId } })).toBe(1);
  });
});

describe("an event goes", () => {
  const received = async (input: Parameters<typeof newTenant>[0], mode: "live" | "test" = "test") => {
    const { call, deps, tenant } = service.get();
    const keys = await tenant({ plan: "scale" });
    await createEndpoint(await ownerCtx(deps, keys.id), { url: "https://a.example.com/", ...input });
    const key = mode === "live" ? keys.liveKey : keys.testKey;
    const { verificationId } = await start(call, key);
    await submit(call, key, { verificationId, result: "approved" });
    const [event] = await eventsOf(deps, keys.id);
    return event?.endpoints.length;
  };

  test("to endpoints that asked for it, or for everything", async () => {
    expect(await received({})).toBe(1);
    expect(await received({ events: ["verification.failed", "verification.completed"] })).toBe(1);
    expect(await received({ events: ["verification.failed", "verification.expired"] })).toBe(0);
  });

  test("to endpoints of its mode only", async () => {
    expect(await received({ modes: ["live"] }, "live")).toBe(1);
    expect(await received({ modes: ["live"] }, "test")).toBe(0);
    expect(await received({ modes: ["test"] }, "live")).toBe(0);
    expect(await received({ modes: ["test"] }, "test")).toBe(1);
  });

  test("to every endpoint of its tenant and to nobody else's", async () => {
    const { deps, tenantId, key, endpoint, call } = await newTenant();
    await newTenant(); // somebody else
    const second = await createEndpoint(await ownerCtx(deps, tenantId), { url: "https://b.example.com/" });
    const { verificationId } = await start(call, key);
    await submit(call, key, { verificationId, result: "approved" });
    const [event] = await eventsOf(deps, tenantId);
    expect(new Set(event?.endpoints)).toEqual(new Set([endpoint.id, second.endpoint.id]));
  });
});
