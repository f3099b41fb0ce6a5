import { expect, onTestFinished, test } from "vitest";
import { createWebhookSender, developmentNetwork } from "#platform/webhooks/sender.ts";
import { createEndpoint, rollSecret } from "#services/webhooks/endpoints.ts";
import { sendSampleEvent } from "#services/webhooks/send-sample-event.ts";
import { seedDemo } from "../../prisma/seed.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { anyPort } from "../../scripts/local/ports.ts";
import { startReceiver } from "../../scripts/local/receiver/server.ts";
import { patchTenant, start, submit } from "../support/http/actions.ts";
import { createWebhookWorld } from "../support/webhooks/world.ts";

const newWorld = async () => {
  const sender = createWebhookSender({ now: () => new Date(), ...developmentNetwork() });
  onTestFinished(() => sender.close());
  const world = await createWebhookWorld({
    env: { WEBHOOK_ALLOW_LOOPBACK: "true" },
    overrides: { webhookSender: () => sender },
  });
  const receiver = await startReceiver({
    port: await anyPort(),
    environment: "development",
    now: world.clock.now,
  });
  onTestFinished(() => receiver.stop());
  const list = async (): Promise<string> => (await fetch(`${receiver.url}/list`)).text();
  const act = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(receiver.url + path, {
      method: "POST",
      body: new URLSearchParams(form),
      headers: { origin: receiver.url, ...headers },
      redirect: "manual",
    });
  /** Sends what is due through the network, as the worker of `npm start` does. */
  const deliver = async () => {
    const deliverer = world.deliverer(sender);
    await expect
      .poll(() => world.deps.db.orm.webhookDelivery.count({ where: { lastStatus: null, lastCode: null } }))
      .toBe(0);
    await deliverer.stop();
  };
  return { ...world, receiver, list, act, deliver };
};

const demoIn = async (world: Awaited<ReturnType<typeof newWorld>>) => {
  const demo = await seedDemo(world.service.runtime, { hookUrl: world.receiver.hookUrl });
  if (!demo.webhook) throw new Error("the demo has an endpoint where there is a receiver");
  return { ...demo, webhook: demo.webhook };
};

test("the demo tenant's first verification arrives, by name, with its signature verified", async () => {
  const world = await newWorld();
  const { tenant, webhook } = await demoIn(world);
  world.receiver.trust(webhook.secret);
  expect(await world.list()).toContain("Nothing has arrived yet");
  const { verificationId } = await start(world.service.call, tenant.liveKey, {
    metadata: { order: "<b>17" },
  });
  await submit(world.service.call, tenant.liveKey, { verificationId, result: "approved" });
  await world.deliver();
  const list = await world.list();
  expect(list).toContain("verification.completed");
  expect(list).toContain(verificationId);
  expect(list).toContain("Signature verified");
  expect(list).toContain("X-Service-Signature: t=");
  expect(list).toContain("Attempt 1");
  // The body is laid out, and what is in it stays text.
  expect(list).toContain("&#34;order&#34;: &#34;&#60;b&#62;17&#34;");
  expect(list).not.toContain("<b>17");
  const [delivery] = await world.deliveries();
  expect(delivery).toMatchObject({ status: "delivered", lastStatus: 200 });
});

test("each answer that can be chosen has its real consequence", async () => {
  const world = await newWorld();
  const { tenant } = await demoIn(world);
  const answerWith = async (answer: string) => {
    expect((await world.act("/answer", { answer })).status).toBe(303);
    const [verificationId = ""] = await world.events(tenant);
    await world.deliver();
    return world.deps.db.orm.webhookDelivery.findFirst({ where: { event: { verificationId } } });
  };
  const failing = await answerWith("error");
  expect(failing).toMatchObject({ status: "pending", lastStatus: 500, attempt: 1 });
  const page = await (await fetch(world.receiver.url)).text();
  expect(page).toMatch(/value="error" aria-pressed="true"/);
  // 410 is the one answer that fails a delivery at once; the endpoint is switched off by it.
  expect(await answerWith("gone")).toMatchObject({ status: "failed", lastStatus: 410 });
  const endpoint = await world.deps.db.orm.webhookEndpoint.findFirstOrThrow({
    where: { tenantId: tenant.id },
  });
  expect(endpoint).toMatchObject({ isEnabled: false, disabledReason: "gone" });
});

test("an endpoint of one's own is checked once its secret was pasted; until then the page says so", async () => {
  const world = await newWorld();
  const tenant = await world.tenant();
  const { secret } = await createEndpoint(await ownerCtx(world.deps, tenant.id), {
    url: world.receiver.hookUrl,
  });
  world.receiver.trust(`whsec_${Buffer.alloc(32, 9).toString("base64")}`);
  await world.events(tenant);
  await world.deliver();
  expect(await world.list()).toContain("The signature fits no secret known here");
  expect((await world.act("/secret", { secret: "nonsense" })).headers.get("location")).toBe("/?said=secret");
  await world.act("/secret", { secret });
  expect(await world.list()).toContain("Signature verified");
});

test("a sample from the console has the same headers as a real delivery", async () => {
  const world = await newWorld();
  const { tenant, webhook } = await demoIn(world);
  world.receiver.trust(webhook.secret);
  const namesOf = (list: string): string[] =>
    [...list.matchAll(/^(?:<pre>)?([\w-]+): /gm)].map(([, name = ""]) => name.toLowerCase()).sort();
  await world.events(tenant);
  await world.deliver();
  const real = namesOf(await world.list());
  await world.act("/clear", {});
  const result = await sendSampleEvent(await ownerCtx(world.deps, tenant.id), {
    endpointId: webhook.endpointId,
    event: "verification.completed",
  });
  expect(result).toMatchObject({ ok: true, status: 200 });
  const list = await world.list();
  expect(list).toContain("Signature verified");
  expect(list).toMatch(/X-Verification-Id: ver_/);
  expect(namesOf(list)).toEqual(real);
});

test("a sample tells what the tenant's events tell: the age, or thresholds and no age", async () => {
  const world = await newWorld();
  const { tenant, webhook } = await demoIn(world);
  const sample = async () => {
    const input = { endpointId: webhook.endpointId, event: "verification.completed" } as const;
    const { body } = await sendSampleEvent(await ownerCtx(world.deps, tenant.id), input);
    return JSON.parse(body).verification;
  };
  await patchTenant(world.service.call, tenant.id, { disclosure: "age" });
  expect(await sample()).toMatchObject({ verified_age: 30 });
  await patchTenant(world.service.call, tenant.id, { disclosure: "thresholds" });
  const told = await sample();
  expect(told).toMatchObject({ age_over: { "18": true } });
  expect(told.verified_age ?? null).toBeNull();
});

test("it speaks to its own page only, takes no endless body, and never runs in production", async () => {
  const world = await newWorld();
  const foreign = await world.act("/answer", { answer: "gone" }, { origin: "https://evil.example" });
  expect(foreign.status).toBe(403);
  const posted = await fetch(world.receiver.hookUrl, { method: "POST", body: "x".repeat(300 * 1024) });
  expect(posted.status).toBe(413);
  expect(await world.list()).toContain("Nothing has arrived yet");
  await expect(startReceiver({ port: 0, environment: "production" })).rejects.toThrow("production");
});

test("a later start keeps the endpoint, moves it to the receiver's new port, and knows a rolled secret", async () => {
  const world = await newWorld();
  const first = await demoIn(world);
  const { endpointId: id } = first.webhook;
  const owner = await ownerCtx(world.deps, first.tenant.id);
  const { secret } = await rollSecret(owner, { endpointId: id, keepPrevious: false });
  const again = await seedDemo(world.service.runtime, {
    previous: first,
    hookUrl: "http://localhost:3999/hook",
  });
  expect(again).toEqual({ ...first, webhook: { endpointId: id, secret } });
  const endpoints = await world.deps.db.orm.webhookEndpoint.findMany({
    where: { tenantId: first.tenant.id },
  });
  expect(endpoints.map(({ url }) => url)).toEqual(["http://localhost:3999/hook"]);
});

test("a demo tenant of an earlier version gets the endpoint, and a plan that can send again by hand", async () => {
  const world = await newWorld();
  const before = await seedDemo(world.service.runtime);
  await world.deps.db.orm.tenant.update({ where: { id: before.tenant.id }, data: { plan: "free" } });
  const after = await seedDemo(world.service.runtime, {
    previous: before,
    hookUrl: world.receiver.hookUrl,
  });
  expect(after.tenant).toEqual(before.tenant);
  expect(after.webhook?.secret).toMatch(/^whsec_/);
  const tenant = await world.deps.db.orm.tenant.findUniqueOrThrow({ where: { id: before.tenant.id } });
  expect(tenant.plan).toBe("growth");
});
