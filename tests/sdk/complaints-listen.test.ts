import { once } from "node:events";
import { createServer, request as httpRequest } from "node:http";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Database } from "#data/service/client.ts";
import { createEndpoint } from "#services/webhooks/endpoints.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { startBodyOf } from "../../sdk/cli/src/assignments.ts";
import { trigger } from "../../sdk/cli/src/commands/trigger.ts";
import { verifyWebhook } from "../../sdk/typescript/src/webhooks.ts";
import { cliInProcess, happen } from "../support/cli/in-process.ts";
import { startCliService } from "../support/cli/service-process.ts";
import { type Got, startTarget, verificationsOf } from "../support/cli/target.ts";
import { eventually } from "../support/world/eventually.ts";

// What people say in public about other services' command lines, each as a test under its number in the research.

/** As if the leases' minute were over. */
const endLeases = ({ deps }: Awaited<ReturnType<typeof startCliService>>) =>
  deps.db.pool.query("update webhook_delivery set next_attempt_at = now() where status = 'held'");

const listening = (deps: { db: Database }, count = 1) =>
  eventually(() => deps.db.orm.listener.count({ where: { endedAt: null } })).toBe(count);

describe("1: after a sleep or a day it says that it reconnects, and forwards nothing more", () => {
  test("a command line that was suspended while the server was killed gets everything", async () => {
    const world = await startCliService();
    const target = await startTarget();
    const running = await world.listening(["--forward", target.url]);
    const ids = [await happen(world)];
    await eventually(() => target.got.length).toBe(1);
    running.child.kill("SIGSTOP");
    ids.push(await happen(world));
    await world.restartApi();
    ids.push(await happen(world), await happen(world));
    running.child.kill("SIGCONT");
    await endLeases(world);
    await eventually(() => verificationsOf(target.got)).toEqual(ids.toSorted());
    expect(running.child.exitCode).toBeNull();
  }, 180_000);

  test("after 25 hours of silence the same listener goes on", async () => {
    const world = await cliInProcess();
    const { clock, deps, lintel } = world;
    const target = await startTarget();
    lintel(["listen", "--forward", target.url]);
    await listening(deps);
    const ids = [await happen(world)];
    await eventually(() => target.got.length).toBe(1);
    clock.advance({ hours: 25 });
    ids.push(await happen(world));
    await eventually(() => verificationsOf(target.got)).toEqual(ids.toSorted());
    expect(await deps.db.orm.listener.count()).toBe(1);
  });
});

// 2 is in cli/listen-killed.test.ts: it takes longer.

test("3: events come minutes late: the poll that waits is the one that an event answers", async () => {
  const world = await cliInProcess();
  const target = await startTarget();
  world.lintel(["listen", "--forward", target.url]);
  await eventually(() => world.polls.length).toBe(1);
  await happen(world);
  await eventually(() => target.got.length).toBe(1);
  // The next poll is the first to acknowledge: none came in between.
  await eventually(() => world.polls.length).toBeGreaterThan(1);
  expect(world.polls.slice(0, 2)).toMatchObject([
    { acknowledgements: [] },
    { acknowledgements: [{ status: 200 }] },
  ]);
});

test("4: a proxy blocks WebSocket, and nothing is said: through one that refuses every Upgrade it works", async () => {
  const world = await startCliService();
  const seen = { upgrades: 0, requests: 0 };
  const proxy = createServer((incoming, response) => {
    seen.requests += 1;
    const { method, headers, url = "" } = incoming;
    const to = new URL(url, world.url);
    const onwards = httpRequest(world.url + to.pathname + to.search, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onwards.on("error", () => response.destroy());
    incoming.pipe(onwards);
  });
  for (const event of ["upgrade", "connect"] as const)
    proxy.on(event, (_, socket) => {
      seen.upgrades += 1;
      socket.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n");
    });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const address = proxy.address();
  const port = typeof address === "object" ? address?.port : null;
  const target = await startTarget();
  await world.listening(["--forward", target.url, "--url", `http://127.0.0.1:${port}`]);
  const id = await happen(world);
  await eventually(() => verificationsOf(target.got)).toEqual([id]);
  expect(seen.requests).toBeGreaterThan(1);
  expect(seen.upgrades).toBe(0);
});

test("5: a slow local server ends it: the delivery has the code TIMEOUT, and the next event is forwarded", async () => {
  const world = await cliInProcess();
  const target = await startTarget((_, index) => (index === 0 ? "hang" : 200));
  const running = world.lintel(["listen", "--forward", target.url]);
  await listening(world.deps);
  const slow = await happen(world);
  await eventually(() => target.got.length).toBe(1);
  const quick = await happen(world);
  await eventually(() => target.got.length).toBe(2);
  const resultOf = async (verificationId: string) =>
    world.deps.db.orm.webhookDelivery.findFirst({
      where: { event: { verificationId } },
      select: { status: true, lastCode: true, lastStatus: true },
    });
  await eventually(() => resultOf(slow)).toEqual({ status: "failed", lastCode: "TIMEOUT", lastStatus: null });
  await eventually(() => resultOf(quick)).toEqual({ status: "delivered", lastCode: null, lastStatus: 200 });
  expect(running.stdout()).toContain("TIMEOUT: no answer within 5 s");
});

describe("6: test events also hit the hosted endpoint", () => {
  test("what is triggered goes to the running listen alone; to the endpoint only with --also-endpoints", async () => {
    const world = await cliInProcess();
    const { id: tenantId } = world.tenant;
    await createEndpoint(await ownerCtx(world.deps, tenantId), { url: "https://hooks.example.com/" });
    const target = await startTarget();
    world.lintel(["listen", "--forward", target.url]);
    await listening(world.deps);
    const run = world.lintel(["trigger", "verification.completed"]);
    expect([await run.ended, run.stderr()]).toEqual([0, ""]);
    await eventually(() => target.got.length).toBe(1);
    const deliveries = () => world.deps.db.orm.webhookDelivery.findMany({ orderBy: { id: "asc" } });
    expect(await deliveries()).toMatchObject([{ endpointId: null }]);
    const both = world.lintel(["trigger", "verification.completed", "--also-endpoints"]);
    expect([await both.ended, both.stderr()]).toEqual([0, ""]);
    await eventually(() => target.got.length).toBe(2);
    expect((await deliveries()).filter(({ endpointId }) => endpointId !== null)).toHaveLength(1);
  });

  test("without a running listen, trigger takes the event itself, and nobody else gets it", async () => {
    const world = await cliInProcess();
    const run = world.lintel(["trigger", "verification.failed", "--json"]);
    expect([await run.ended, run.stderr()]).toEqual([0, ""]);
    const { verificationId, payload } = JSON.parse(run.stdout());
    expect(payload).toMatchObject({ event: "verification.failed", error: { code: "DOCUMENT_QUALITY_LOW" } });
    const deliveries = await world.deps.db.orm.webhookDelivery.findMany({ include: { event: true } });
    expect(deliveries).toMatchObject([{ status: "delivered", event: { verificationId } }]);
    expect(await world.deps.db.orm.listener.count({ where: { endedAt: null } })).toBe(0);
  });
});

test("7: colleagues' events flood in and the secret is copied by hand: a filter, and a line for the shell", async () => {
  const world = await cliInProcess();
  const mine = await startTarget();
  const all = await startTarget();
  const listen = world.lintel(["listen", "--forward", mine.url, "--filter", "metadata.developer=ada"]);
  world.lintel(["listen", "--forward", all.url, "--name", "everything"]);
  await listening(world.deps, 2);
  await happen(world, { metadata: { developer: "bob" } });
  const own = await happen(world, { metadata: { developer: "ada" } });
  await eventually(() => all.got.length).toBe(2);
  await eventually(() => verificationsOf(mine.got)).toEqual([own]);
  const [, secret = ""] = /^export LINTEL_WEBHOOK_SECRET=(whsec_\S+)$/m.exec(listen.stdout()) ?? [];
  const check = (got: Got | undefined) =>
    verifyWebhook(got?.body ?? "", String(got?.headers["x-service-signature"]), secret, {
      now: world.clock.now,
    });
  expect(await check(mine.got[0])).toMatchObject({ ok: true });
  expect(await check(all.got[0])).toMatchObject({ ok: false, reason: "signature_mismatch" });
});

describe("8: overrides are ignored, and one failing step changes what comes after it", () => {
  const key = fc
    .string({ minLength: 1, maxLength: 40, unit: "grapheme-ascii" })
    .filter((text) => !text.includes("="));
  const value = fc.oneof(fc.string({ maxLength: 50 }), fc.boolean(), fc.integer(), fc.constant(null));

  test("every override is in the body that is sent, with its type, whatever it is called", () => {
    fc.assert(
      fc.property(
        fc.dictionary(key, value, { maxKeys: 5 }),
        fc.integer({ min: 13, max: 99 }),
        (metadata, age) => {
          const given = Object.entries(metadata).map(
            ([name, each]) => `metadata.${name}=${JSON.stringify(each)}`,
          );
          const body = startBodyOf(trigger, [`verification.minimumAge=${age}`, ...given], "verification");
          expect(body.minimumAge).toBe(age);
          expect(Object.entries(body.metadata ?? {})).toEqual(Object.entries(metadata));
        },
      ),
    );
  });

  test("overrides arrive in the event, and none of them is null", async () => {
    const world = await cliInProcess();
    const set = [
      "--set",
      "verification.minimumAge=16",
      "--set",
      "metadata.order=A-1",
      "--set",
      "metadata.n=7",
    ];
    const run = world.lintel(["trigger", "verification.completed", "--json", ...set]);
    expect([await run.ended, run.stderr()]).toEqual([0, ""]);
    const { verificationId, payload } = JSON.parse(run.stdout());
    expect(payload).toMatchObject({
      ...{ event: "verification.completed", metadata: { order: "A-1", n: 7 } },
      verification: { status: "verified", verified_age: 28 },
    });
    expect(JSON.stringify(payload)).not.toContain("null");
    const where = { id: verificationId };
    expect(await world.deps.db.orm.verification.findFirst({ where })).toMatchObject({ minimumAge: 16 });
  });

  test("an override that the service does not know stops everything, by the step's and the field's name", async () => {
    const world = await cliInProcess();
    const run = world.lintel(["trigger", "verification.completed", "--set", "minimalAge=16"]);
    expect(await run.ended).toBe(1);
    expect(run.stderr()).toContain("The step “start” failed, and no further one was taken");
    expect(run.stderr()).toContain("minimalAge");
    expect(await world.deps.db.orm.verification.count()).toBe(0);
    expect(await world.deps.db.orm.event.count()).toBe(0);
  });

  test("each event comes of each of its outcomes, and of no other", async () => {
    const world = await cliInProcess();
    const codes: unknown[] = [];
    for (const [event, outcome] of [
      ["verification.completed", "under_age"],
      ["verification.failed", "provider_error"],
      ["verification.failed", "cancel"],
      ["verification.expired", "expire"],
    ] as const) {
      const run = world.lintel(["trigger", event, "--outcome", outcome, "--json"]);
      expect([await run.ended, run.stderr()]).toEqual([0, ""]);
      const { payload } = JSON.parse(run.stdout());
      expect(payload.event).toBe(event);
      codes.push(payload.error?.code ?? payload.verification?.status ?? Object.keys(payload)[3]);
    }
    expect(codes).toEqual(["rejected", "METHOD_FAILED", "CANCELLED", "expired_at"]);
    for (const wrong of [["verification.redacted"], ["verification.completed", "--outcome", "cancel"]])
      expect(await world.lintel(["trigger", ...wrong]).ended).toBe(2);
  });
});
