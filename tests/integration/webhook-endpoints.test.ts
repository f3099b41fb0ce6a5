import { describe, expect, test } from "vitest";
import { ServiceError } from "#core/errors.ts";
import { MAX_ENDPOINTS } from "#core/webhooks/webhook.ts";
import { findEndpointSecrets } from "#data/webhooks/delivery-attempts.ts";
import { getDelivery, listDeliveries, retryDelivery } from "#services/webhooks/deliveries.ts";
import {
  createEndpoint,
  disableEndpoint,
  enableEndpoint,
  listEndpoints,
  removeEndpoint,
  rollSecret,
  updateEndpoint,
} from "#services/webhooks/endpoints.ts";
import { signingSecrets } from "#services/webhooks/secrets.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { createWebhookWorld } from "../support/webhooks/world.ts";

const newWorld = async () => {
  const world = await createWebhookWorld();
  const tenant = await world.tenant();
  const ctx = await ownerCtx(world.deps, tenant.id);
  const { endpoint, secret } = await createEndpoint(ctx, { url: "https://hooks.example.com/in" });
  const target = { endpointId: endpoint.id };
  const rowOf = () => world.deps.db.orm.webhookEndpoint.findUniqueOrThrow({ where: { id: endpoint.id } });
  /** In the order of the alphabet: all of one test may lie in the same millisecond. */
  const audited = async (): Promise<string[]> => {
    const entries = await world.deps.db.orm.auditEntry.findMany({
      where: { target: endpoint.id },
      orderBy: { action: "asc" },
    });
    return entries.map(({ action }) => action.replace("webhook_endpoint.", ""));
  };
  return { ...world, newTenant: world.tenant, tenant, endpoint, secret, ctx, target, rowOf, audited };
};

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "no error",
    (error: unknown) => (error instanceof ServiceError ? error.code : String(error)),
  );

describe("an endpoint", () => {
  test("is made with a secret that only this answer has; the database holds it sealed", async () => {
    const { ctx, deps, endpoint, secret, rowOf, audited } = await newWorld();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const shown = JSON.stringify([endpoint, await listEndpoints(ctx)]);
    expect(shown).not.toContain(secret);
    expect(shown).not.toMatch(/sealed/i);
    const row = await rowOf();
    expect(JSON.stringify(row)).not.toContain(secret.slice("whsec_".length));
    expect(deps.secrets.open(row.secretSealed, `webhook-secret:${endpoint.id}`)).toBe(secret);
    expect(() => deps.secrets.open(row.secretSealed, "webhook-secret:whe_other")).toThrow();
    expect(await audited()).toEqual(["create"]);
  });

  test("is refused for an address that webhooks may not go to, when it is made and when it is changed", async () => {
    const { ctx, target, audited } = await newWorld();
    for (const url of [
      "http://hooks.example.com/",
      "https://127.0.0.1/",
      "https://localhost/",
      "https://metadata.internal/",
      "https://user:pass@hooks.example.com/",
      "https://hooks.example.com:22/",
      "nonsense",
    ]) {
      expect(await codeOf(createEndpoint(ctx, { url })), url).toBe("INVALID_REQUEST_BODY");
      expect(await codeOf(updateEndpoint(ctx, { ...target, url })), url).toBe("INVALID_REQUEST_BODY");
    }
    expect(await audited()).toEqual(["create"]);
  });

  test("is changed in the given fields only", async () => {
    const { ctx, target, endpoint, audited } = await newWorld();
    const changed = await updateEndpoint(ctx, {
      ...target,
      events: ["verification.failed"],
      modes: ["live"],
    });
    expect(changed).toEqual({ ...endpoint, events: ["verification.failed"], modes: ["live"] });
    expect(await audited()).toEqual(["create", "update"]);
  });

  test("is one of at most 20, even when 30 are made at once", async () => {
    const { ctx, tenant, deps } = await newWorld();
    await Promise.allSettled(
      Array.from({ length: 30 }, (_, i) => createEndpoint(ctx, { url: `https://h${i}.example.com/` })),
    );
    expect(await deps.db.orm.webhookEndpoint.count({ where: { tenantId: tenant.id } })).toBe(MAX_ENDPOINTS);
  });

  test("that is switched off gets nothing more: what waits is cancelled, and stays so when it is on again", async () => {
    const { ctx, target, tenant, events, deliveries, deliverDue, sender, audited } = await newWorld();
    await events(tenant, 2);
    expect(await disableEndpoint(ctx, target)).toMatchObject({ isEnabled: false, disabledReason: null });
    await events(tenant);
    expect(await enableEndpoint(ctx, target)).toMatchObject({ isEnabled: true });
    await deliverDue();
    expect(sender.sent).toEqual([]);
    expect((await deliveries()).map(({ status }) => status)).toEqual(Array(3).fill("cancelled"));
    await disableEndpoint(ctx, target);
    await disableEndpoint(ctx, target); // off already: no second entry
    expect(await audited()).toEqual(["create", "disable", "disable", "enable"]);
  });

  test("that is removed gets nothing more, is not listed, and its secrets are erased; its past stays", async () => {
    const { ctx, target, tenant, events, deliveries, deliverDue, rowOf, clock } = await newWorld();
    await events(tenant);
    await deliverDue();
    clock.advance({ seconds: 1 });
    await rollSecret(ctx, { ...target, keepPrevious: true });
    await events(tenant);
    await removeEndpoint(ctx, target);
    await events(tenant);
    expect(await listEndpoints(ctx)).toEqual([]);
    expect(await rowOf()).toMatchObject({ secretSealed: "", previousSecretSealed: null, isEnabled: false });
    expect((await deliveries()).map(({ status }) => status)).toEqual(["delivered", "cancelled"]);
    expect((await listDeliveries(ctx, { limit: 10 })).deliveries).toHaveLength(2);
    for (const change of [enableEndpoint, disableEndpoint, removeEndpoint]) {
      expect(await codeOf(change(ctx, target))).toBe("NOT_FOUND");
    }
  });

  test("rolls its secret: the one before is kept sealed for 24 hours, or not at all", async () => {
    const { ctx, target, clock, deps, endpoint, secret, rowOf, audited } = await newWorld();
    const context = `webhook-secret:${endpoint.id}`;
    const second = await rollSecret(ctx, { ...target, keepPrevious: true });
    expect(second.secret).not.toBe(secret);
    const row = await rowOf();
    expect(deps.secrets.open(row.secretSealed, context)).toBe(second.secret);
    expect(deps.secrets.open(row.previousSecretSealed ?? "", context)).toBe(secret);
    expect(row.previousSecretUntil).toEqual(new Date(clock.now().getTime() + 86_400_000));
    const third = await rollSecret(ctx, { ...target, keepPrevious: false });
    expect(await rowOf()).toMatchObject({ previousSecretSealed: null, previousSecretUntil: null });
    expect(deps.secrets.open((await rowOf()).secretSealed, context)).toBe(third.secret);
    expect(await audited()).toHaveLength(3);
  });

  test("rolled ten times at once keeps every secret that an answer showed, and refuses the rest", async () => {
    const { ctx, target, tenant, deps } = await newWorld();
    const rolls = await Promise.allSettled(
      Array.from({ length: 10 }, () => rollSecret(ctx, { ...target, keepPrevious: true })),
    );
    const shown = rolls.flatMap((roll) => (roll.status === "fulfilled" ? [roll.value.secret] : []));
    expect(shown).toHaveLength(3);
    const kept = await findEndpointSecrets(deps.db.orm, tenant.id, target.endpointId);
    const signing = kept ? signingSecrets(deps, { ...kept, endpointId: kept.id }, deps.now()) : [];
    expect(signing).toHaveLength(4); // and the one that it was made with
    expect(signing).toEqual(expect.arrayContaining(shown));
  });
});

describe("another tenant's ids are as good as none", () => {
  test("for endpoints: NOT_FOUND, and nothing changes", async () => {
    const { ctx, deps, target, rowOf, newTenant } = await newWorld();
    const stranger = await newTenant();
    const before = await rowOf();
    for (const { by, named } of [
      { by: await ownerCtx(deps, stranger.id), named: target },
      { by: ctx, named: { endpointId: "whe_unknown" } },
    ]) {
      for (const work of [
        () => updateEndpoint(by, { ...named, description: "mine" }),
        () => enableEndpoint(by, named),
        () => disableEndpoint(by, named),
        () => removeEndpoint(by, named),
        () => rollSecret(by, { ...named, keepPrevious: false }),
      ]) {
        expect(await codeOf(work())).toBe("NOT_FOUND");
      }
    }
    expect(await rowOf()).toEqual(before);
  });

  test("for deliveries: NOT_FOUND, and lists are empty", async () => {
    const { deps, tenant, events, deliveries, newTenant } = await newWorld();
    await events(tenant);
    const stranger = await ownerCtx(deps, (await newTenant()).id);
    const [{ id: deliveryId } = { id: "" }] = await deliveries();
    expect(await codeOf(getDelivery(stranger, { deliveryId }))).toBe("NOT_FOUND");
    expect(await codeOf(retryDelivery(stranger, { deliveryId }))).toBe("NOT_FOUND");
    expect(await listDeliveries(stranger, { limit: 10 })).toEqual({ deliveries: [], nextCursor: null });
  });
});

test("deliveries are listed newest first, by pages and by filters", async () => {
  const { ctx, tenant, target, events, clock, deliverDue } = await newWorld();
  const [first = ""] = await events(tenant);
  await deliverDue();
  clock.advance({ seconds: 1 });
  const [second = ""] = await events(tenant);
  const list = async (more: Partial<Parameters<typeof listDeliveries>[1]>) =>
    (await listDeliveries(ctx, { limit: 10, ...more })).deliveries.map(
      ({ verificationId }) => verificationId,
    );
  expect(await list({})).toEqual([second, first]);
  const page = await listDeliveries(ctx, { limit: 1 });
  expect(await list({ cursor: page.nextCursor ?? "" })).toEqual([first]);
  expect(await list({ status: "delivered" })).toEqual([first]);
  expect(await list({ status: "failed" })).toEqual([]);
  expect(await list({ event: "verification.expired" })).toEqual([]);
  expect(await list({ ...target, verificationId: second })).toEqual([second]);
});
