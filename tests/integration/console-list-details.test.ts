import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { firstIdAt } from "#core/day.ts";
import { consoleCall } from "../support/console/call.ts";
import { complete, start } from "../support/http/actions.ts";
import { consoleForFile, knownPerson } from "../support/sign-in/identity.ts";

const service = consoleForFile();
const DAY_MS = 86_400_000;
const today = new Date().toISOString().slice(0, 10);
const longAgo = new Date(Date.parse(`${today}T00:00:00Z`) - 40 * DAY_MS);
const oldDay = longAgo.toISOString().slice(0, 10);

let tenant = { id: "", liveKey: "" };
let verificationId = "";

const ask = async (path: string, input?: unknown) => {
  const { deps, identity } = service.get();
  const answer = await consoleCall(deps, path, input, {
    bearer: await identity.bearer("ada"),
    tenantId: tenant.id,
  });
  expect(answer, answer.message).toMatchObject({ errorCode: null });
  return answer.data;
};

beforeAll(async () => {
  const { deps, call, tenant: newTenant } = service.get();
  tenant = await newTenant();
  await knownPerson({ deps }, "ada", { tenantId: tenant.id, role: "owner" });
  await ask("webhooks.createEndpoint", { url: "https://hooks.example.com/x" });
  ({ verificationId } = await start(call, tenant.liveKey));
  await complete(call, tenant.liveKey, { verificationId, verifiedAge: 30 });
});

const deliveries = z.object({ deliveries: z.array(z.looseObject({ id: z.string() })) });
const entries = z.object({ entries: z.array(z.looseObject({ id: z.string(), action: z.string() })) });

describe("deliveries", () => {
  test("name their verification, their attempts and how long the last one took", async () => {
    const { orm } = service.get().deps.db;
    const { id } = await orm.webhookDelivery.findFirstOrThrow({ where: { tenantId: tenant.id } });
    const ofList = async () => deliveries.parse(await ask("webhooks.deliveries", {})).deliveries[0];
    expect(await ofList()).toMatchObject({ id, verificationId, lastDurationMs: null });
    const attempt = { deliveryId: id, isManual: false, at: new Date(), status: 500, code: "STATUS" };
    await orm.webhookAttempt.createMany({
      data: [
        { ...attempt, number: 101, durationMs: 40 },
        { ...attempt, number: 102, durationMs: 70 },
      ],
    });
    expect(await ofList()).toMatchObject({ lastDurationMs: 70 });
    expect(await ask("webhooks.delivery", { deliveryId: id })).toMatchObject({
      lastDurationMs: 70,
      attempts: [{ number: 101 }, { number: 102 }],
    });
  });

  test("can be narrowed down to days", async () => {
    const { orm } = service.get().deps.db;
    const newest = await orm.webhookDelivery.findFirstOrThrow({ where: { tenantId: tenant.id } });
    const event = await orm.event.findFirstOrThrow({ where: { tenantId: tenant.id } });
    const old = firstIdAt("delivery", longAgo);
    const oldEvent = { ...event, id: firstIdAt("event", longAgo), type: "verification.failed" };
    await orm.event.create({ data: oldEvent });
    await orm.webhookDelivery.create({ data: { ...newest, id: old, eventId: oldEvent.id } });
    const found = async (days: object) =>
      deliveries.parse(await ask("webhooks.deliveries", days)).deliveries.map(({ id }) => id);
    expect(await found({})).toEqual([newest.id, old]);
    expect(await found({ from: oldDay, to: oldDay })).toEqual([old]);
    expect(await found({ from: today })).toEqual([newest.id]);
    expect(await found({ to: oldDay, limit: 1 })).toEqual([old]);
    expect(await found({ from: oldDay, cursor: newest.id })).toEqual([old]);
  });
});

describe("a request in the log", () => {
  test("names the key that it was made with", async () => {
    const { requestId } = await service
      .get()
      .deps.db.orm.verification.findUniqueOrThrow({ where: { id: verificationId } });
    await expect
      .poll(
        async () =>
          z.object({ logs: z.array(z.unknown()) }).parse(await ask("reports.logs", { requestId })).logs,
        {
          timeout: 5_000,
        },
      )
      .toHaveLength(1);
    expect(await ask("reports.request", { requestId })).toMatchObject([
      { verificationId, key: { name: "First live key", mode: "live", lastFour: tenant.liveKey.slice(-4) } },
    ]);
  });
});

describe("the audit trail", () => {
  const last = async (action: string) => entries.parse(await ask("reports.audit", { action })).entries[0];

  test("has the old values beside the new ones", async () => {
    await ask("settings.update", { minimumAge: 21, callbackHosts: ["a.example.com"] });
    await ask("settings.update", { minimumAge: 16, callbackHosts: [] });
    expect(await last("settings")).toMatchObject({
      changes: {
        minimumAge: 16,
        callbackHosts: "",
        before: { minimumAge: 21, callbackHosts: "a.example.com" },
      },
    });
  });

  test("calls keys, endpoints and people by their names", async () => {
    await ask("keys.create", { mode: "test", name: "Checkout" });
    expect(await last("api_key.create")).toMatchObject({ targetName: "Checkout" });
    expect(await last("webhook_endpoint.create")).toMatchObject({
      targetName: "https://hooks.example.com/x",
    });
    expect(await last("settings.update")).toMatchObject({ targetName: null });
  });

  test("can be narrowed down to days", async () => {
    const { orm } = service.get().deps.db;
    const entry = await orm.auditEntry.findFirstOrThrow({ where: { tenantId: tenant.id } });
    const id = firstIdAt("audit", longAgo);
    await orm.auditEntry.create({ data: { ...entry, id, changes: {}, createdAt: longAgo } });
    const found = async (days: object) =>
      entries.parse(await ask("reports.audit", days)).entries.map((each) => each.id);
    expect(await found({ from: oldDay, to: oldDay })).toEqual([id]);
    expect(await found({ from: today })).not.toContain(id);
    expect((await found({})).at(-1)).toBe(id);
  });
});
