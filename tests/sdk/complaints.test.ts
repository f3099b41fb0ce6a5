import { describe, expect, test } from "vitest";
import { overview } from "#services/overview/overview.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { verifyWebhook, WebhookVerificationError, webhooks } from "../../sdk/typescript/src/index.ts";
import { secretOf, start, submit } from "../support/http/actions.ts";
import { play } from "../support/http/hosted.ts";
import { failure, response } from "../support/webhooks/fake-sender.ts";
import { SIGNED_AT, SIGNED_BODY, SIGNED_HEADER, SIGNED_SECRET } from "../support/webhooks/signed-webhook.ts";
import { createWebhookWorld } from "../support/webhooks/world.ts";

// What integrators of other services complain about in public, by the numbers of README.md, which says where the others are.

const now = () => new Date(SIGNED_AT * 1_000);

const errorOf = async (work: Promise<unknown>): Promise<WebhookVerificationError> => {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  if (!(error instanceof WebhookVerificationError))
    throw new Error(`expected a refusal, got ${String(error)}`);
  return error;
};

describe("9: the signature fails because a framework has parsed the body", () => {
  test.each([
    ["Express", 'express.raw({ type: "application/json" })'],
    ["Next.js route handlers", "await request.text()"],
    ["Next.js pages", "bodyParser: false"],
    ["Fastify", 'parseAs: "buffer"'],
    ["Hono", "await c.req.text()"],
    ["AWS Lambda", "event.isBase64Encoded"],
  ])("the error names the fix for %s", async (_framework, fix) => {
    const parsed: unknown[] = [JSON.parse(SIGNED_BODY), JSON.parse(JSON.stringify(Buffer.from(SIGNED_BODY)))];
    for (const body of parsed) {
      const error = await errorOf(
        Reflect.apply(webhooks.verify, null, [body, SIGNED_HEADER, SIGNED_SECRET, { now }]),
      );
      expect(error.reason).toBe("body_not_raw");
      expect(error.message).toContain(fix);
    }
  });

  test("a body that was parsed and written again is told apart from a wrong secret's by its message", async () => {
    const rewritten = JSON.stringify(JSON.parse(SIGNED_BODY), null, 2);
    const error = await errorOf(webhooks.verify(rewritten, SIGNED_HEADER, SIGNED_SECRET, { now }));
    expect(error.message).toContain("raw bytes");
  });
});

describe("10: hours lost, because the secret was pasted with something around it", () => {
  test.each([
    ["`v1,` in front", `v1,${SIGNED_SECRET}`],
    ["`v1,` in place of whsec_", `v1,${SIGNED_SECRET.replace("whsec_", "")}`],
    ["a line end", `${SIGNED_SECRET}\n`],
    ["quotes", `'${SIGNED_SECRET}'`],
    ["no whsec_", SIGNED_SECRET.replace("whsec_", "")],
  ])("%s is accepted", async (_name, secret) => {
    expect(await verifyWebhook(SIGNED_BODY, SIGNED_HEADER, secret, { now })).toEqual({
      ok: true,
      timestamp: SIGNED_AT,
    });
  });
});

test("12: every retry is signed, over the very bytes that are sent", async () => {
  const { clock, deliverDue, deliveries, endpoint, events, sender, tenant } = await createWebhookWorld();
  const shop = await tenant();
  const { secret } = await endpoint(shop);
  const answers = [response(500), failure("TIMEOUT"), response(503), failure("CONNECTION"), response(204)];
  const attempts = answers.length;
  sender.answerWith(() => answers.shift() ?? response(204));
  await events(shop);
  for (let tries = 0; tries < attempts; tries += 1) {
    await deliverDue();
    const [delivery] = await deliveries();
    if (delivery) clock.set(delivery.nextAttemptAt);
  }
  expect(sender.sent).toHaveLength(attempts);
  for (const { at, body, headers } of sender.sent)
    expect(
      await webhooks.verify(body, headers["X-Service-Signature"], secret, { now: () => at }),
    ).toMatchObject({ event: "verification.completed" });
});

test("13: a refused webhook is answered with 401, which providers ask for as a proof that signatures are checked", async () => {
  const receive = webhooks.receiver(() => undefined, { secrets: SIGNED_SECRET, now });
  const post = (header: string) =>
    receive(
      new Request("https://shop.example/", {
        method: "POST",
        body: SIGNED_BODY,
        headers: { "X-Service-Signature": header },
      }),
    );
  expect((await post(SIGNED_HEADER)).status).toBe(204);
  expect((await post(SIGNED_HEADER.replace(/v1=./, "v1=0"))).status).toBe(401);
  expect((await post(`t=${SIGNED_AT}`)).status).toBe(401);
});

test("15: an endpoint is switched off after days of failures, and nobody noticed: the overview names it from the first one on", async () => {
  // Alerts by mail and by webhook are issue 36.
  const { clock, deliverDue, deps, endpoint, events, sender, tenant } = await createWebhookWorld();
  const shop = await tenant();
  const { id, url } = await endpoint(shop);
  const shown = async () =>
    (await overview(await ownerCtx(deps, shop.id), { mode: "live", days: 7 })).webhooks;
  sender.answerWith(() => response(503));
  const since = clock.now();
  for (let day = 0; day < 5; day += 1) {
    await events(shop);
    await deliverDue();
    expect(await shown()).toMatchObject({ disabled: 0, failing: [{ id, url, failingSince: since }] });
    clock.advance({ days: 1 });
  }
  await events(shop, 3);
  await deliverDue();
  expect(await shown()).toMatchObject({ disabled: 1 });
  expect(
    await deps.db.orm.auditEntry.findMany({ where: { target: id, action: "webhook_endpoint.disable" } }),
  ).toMatchObject([{ actor: "system", changes: { reason: "failing" } }]);
});

test("16: a double click on the last button sends one event", async () => {
  const world = await createWebhookWorld();
  const tenant = await world.tenant();
  const endpoint = await world.endpoint(tenant);
  const started = await start(world.service.call, tenant.testKey);
  const secret = secretOf(started);
  await Promise.all(Array.from({ length: 5 }, () => play(world.deps, secret, "approve")));
  await world.deliverDue();
  const events = await Promise.all(
    world.sender.sent.map(({ body, headers }) =>
      webhooks.verify(body, headers["X-Service-Signature"], endpoint.secret, { now: world.clock.now }),
    ),
  );
  expect(events.map(({ event }) => event)).toEqual(["verification.completed"]);
});

test("17: one deployment per merchant is too dear: two share one, and neither gets anything of the other's", async () => {
  const world = await createWebhookWorld();
  const { call } = world.service;
  const merchants = await Promise.all(
    ["wine.example.com", "games.example.com"].map(async (host) => {
      const tenant = await world.tenant();
      const endpoint = await world.endpoint(tenant, host);
      const { verificationId } = await start(call, tenant.liveKey, { metadata: { host } });
      await submit(call, tenant.liveKey, { verificationId, result: "approved" });
      return { host, key: tenant.liveKey, endpoint, verificationId };
    }),
  );
  await world.deliverDue();
  for (const { host, key, endpoint, verificationId } of merchants) {
    const got = world.sender.sent.filter(({ url }) => new URL(url).host === host);
    const own = got.map(({ body, headers }) =>
      webhooks.verify(body, headers["X-Service-Signature"], endpoint.secret, { now: world.clock.now }),
    );
    expect(await Promise.all(own)).toMatchObject([{ metadata: { host } }]);
    for (const other of merchants) {
      const path = `/verify/status?verificationId=${other.verificationId}`;
      const { status } = await call("GET", path, { key });
      expect(status).toBe(other.verificationId === verificationId ? 200 : 404);
    }
  }
});
