import { once } from "node:events";
import { createServer } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { verifyWebhook } from "../../../sdk/typescript/src/webhooks.ts";
import { cliInProcess, happen } from "../../support/cli/in-process.ts";
import { runCli } from "../../support/cli/run-cli.ts";
import { startTarget } from "../../support/cli/target.ts";
import { eventsAfter, start, submit } from "../../support/http/actions.ts";
import { eventually } from "../../support/world/eventually.ts";

const run = async (world: Awaited<ReturnType<typeof cliInProcess>>, args: readonly string[]) => {
  const running = world.lintel(args);
  const exitCode = await running.ended;
  return { exitCode, stdout: running.stdout(), stderr: running.stderr() };
};

describe("start, status and wait", () => {
  test("start prints the id and the page's address, and takes every field of the interface", async () => {
    const world = await cliInProcess();
    const { exitCode, stdout } = await run(world, [
      "start",
      "--set",
      "minimumAge=21",
      "--set",
      "metadata.a.b=1",
    ]);
    expect(exitCode).toBe(0);
    const [id = "", address = ""] = stdout.trim().split("\n");
    expect(address).toMatch(/^https:\/\/age\.test\/v\//);
    const stored = await world.deps.db.orm.verification.findFirstOrThrow({ where: { id } });
    expect(stored).toMatchObject({ minimumAge: 21, metadata: { "a.b": 1 }, mode: "test" });
  });

  test("status shows a result in words, and the whole answer with --json", async () => {
    const world = await cliInProcess();
    const id = await happen(world);
    expect((await run(world, ["status", id])).stdout).toMatch(/Status: +completed\nResult: +approved\n/);
    const json = JSON.parse((await run(world, ["status", id, "--json"])).stdout);
    expect(json).toMatchObject({ verificationId: id, result: { verified: true } });
    expect(await run(world, ["status", "ver_x"])).toMatchObject({ exitCode: 1, stdout: "" });
    expect(await run(world, ["status"])).toMatchObject({ exitCode: 2 });
  });

  test("wait ends with 0 at a decision, whatever it is, and with 1 without one", async () => {
    const world = await cliInProcess();
    const { verificationId } = await start(world.call, world.tenant.testKey);
    const waiting = world.lintel(["wait", verificationId]);
    await submit(world.call, world.tenant.testKey, { verificationId, result: "rejected" });
    expect(await waiting.ended).toBe(0);
    expect(waiting.stdout()).toContain("rejected");
    const open = await start(world.call, world.tenant.testKey);
    world.clock.advance({ hours: 1 });
    expect(await run(world, ["wait", open.verificationId])).toMatchObject({ exitCode: 1 });
    expect(await run(world, ["wait", verificationId, "--timeout", "soon"])).toMatchObject({ exitCode: 2 });
  });
});

/** A service that answers one path with what the test says; the REST interface's own is in another branch's tests. */
const standIn = async (path: string, answers: readonly { status?: number; body: unknown }[]) => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)];
    asked.push(request.url ?? "");
    const isKnown = request.url?.startsWith(path) && request.headers["x-tenant-api-key"] === KEY;
    const headers = { "content-type": "application/json", "retry-after": "0" };
    response.writeHead(isKnown ? (answer?.status ?? 200) : 404, headers).end(JSON.stringify(answer?.body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  return { asked, env: { LINTEL_URL: url, LINTEL_API_KEY: KEY } };
};

const KEY = "avk_test_3N8fYkQ2vJ6sTgWb1LzXc9RdPm7HqKe4aB";

const entry = (n: number, timestamp: string) => ({
  ...{ eventId: `evt_0${n}`, mode: "test", verificationId: `ver_${n}` },
  payload: { event: "verification.completed", request_id: `req_${n}`, timestamp, metadata: { n } },
});

describe("webhooks replay", () => {
  test("goes on after an event in the order of events, which is not always that of their ids", async () => {
    const world = await cliInProcess();
    const target = await startTarget();
    // A transaction that began earlier and was committed later: its event comes second, with the smaller id.
    const late = await start(world.call, world.tenant.testKey);
    const first = await happen(world);
    world.clock.advance({ ms: 1 });
    const last = await happen(world);
    const { events } = await eventsAfter(world.call, world.tenant.testKey);
    const eventId = String(events[0]?.eventId);
    await submit(world.call, world.tenant.testKey, {
      verificationId: late.verificationId,
      result: "approved",
    });
    await world.deps.db.orm.event.updateMany({
      where: { verificationId: late.verificationId },
      data: { id: "evt_00000000000000000000000000" },
    });
    const args = ["webhooks", "replay", "--forward", target.url, "--since"];
    const { exitCode, stderr } = await run(world, [...args, eventId]);
    expect([exitCode, stderr]).toEqual([0, "3 events were sent, 0 of them refused.\n"]);
    expect(target.got.map(({ headers }) => headers["x-verification-id"])).toEqual([
      first,
      last,
      late.verificationId,
    ]);
    expect(await run(world, [...args, "evt_01k9zzzzzzzzzzzzzzzzzzzzzz"])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("There is no event evt_01k9zzzzzzzzzzzzzzzzzzzzzz"),
    });
    expect(target.got).toHaveLength(3);
  });

  const pages = [
    { body: { events: [entry(1, "2026-03-01T10:00:00.000Z")], nextCursor: "5", hasMore: true } },
    { status: 429, body: { code: "RATE_LIMIT_EXCEEDED", message: "wait" } },
    {
      body: {
        events: [entry(2, "2026-03-01T11:00:00.000Z"), entry(3, "2026-03-01T12:00:00.000Z")],
        ...{ nextCursor: "7", hasMore: false },
      },
    },
  ];

  test.each([
    ["2026-03-01T11:00:00Z", [2, 3]],
    ["evt_03", [3]],
    ["1h", [3]],
    ["1d", [1, 2, 3]],
  ])(
    "--since %s sends those events, oldest first, over pages and a reached limit",
    async (since, expected) => {
      const { env, asked } = await standIn("/verify/events", pages);
      const target = await startTarget();
      const now = () => new Date("2026-03-01T12:30:00Z");
      const args = ["webhooks", "replay", "--since", since, "--forward", target.url];
      const { exitCode, stdout } = await runCli(args, { env, now });
      expect(exitCode).toBe(0);
      expect(target.got.map(({ body }) => JSON.parse(body).metadata.n)).toEqual(expected);
      expect(asked.map((url) => new URL(url, "http://x").searchParams.get("after"))).toEqual([
        null,
        "5",
        "5",
      ]);
      const [, secret = ""] = /^export LINTEL_WEBHOOK_SECRET=(\S+)$/m.exec(stdout) ?? [];
      for (const { body, headers } of target.got) {
        const header = String(headers["x-service-signature"]);
        expect(await verifyWebhook(body, header, secret, { now })).toMatchObject({ ok: true });
      }
    },
  );

  test("it signs with LINTEL_WEBHOOK_SECRET and prints no other; what is no secret is refused by its name", async () => {
    const { env } = await standIn("/verify/events", [pages[2] ?? { body: {} }]);
    const target = await startTarget();
    const args = ["webhooks", "replay", "--since", "2026-03-01", "--forward", target.url];
    const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
    const good = await runCli(args, { env: { ...env, LINTEL_WEBHOOK_SECRET: secret } });
    expect(good).toMatchObject({ exitCode: 0, stdout: expect.not.stringContaining("whsec_") });
    const [{ body, headers } = { body: "", headers: {} }] = target.got;
    expect(await verifyWebhook(body, String(headers["x-service-signature"]), secret)).toMatchObject({
      ok: true,
    });
    const bad = await runCli(args, { env: { ...env, LINTEL_WEBHOOK_SECRET: "v1,abc" } });
    expect(bad).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("whsec_") });
  });

  test("a target that refuses ends it with 1, one that does not answer with 4 and the place to go on from", async () => {
    const { env } = await standIn("/verify/events", [pages[2] ?? { body: {} }]);
    const refusing = await startTarget(() => 500);
    const args = (url: string) => ["webhooks", "replay", "--since", "2026-03-01", "--forward", url];
    expect(await runCli(args(refusing.url), { env })).toMatchObject({ exitCode: 1 });
    expect(refusing.got).toHaveLength(2);
    const down = await startTarget();
    down.close();
    const ended = await runCli(args(down.url), { env });
    expect(ended).toMatchObject({ exitCode: 4, stderr: expect.stringContaining("--since evt_02") });
    expect(
      await runCli(["webhooks", "replay", "--since", "soon", "--forward", "4000"], { env }),
    ).toMatchObject({
      exitCode: 2,
    });
  });
});

describe("logs", () => {
  const line = (n: number, url = "/verify/start") => ({
    ...{ id: `log_${n}`, time: `2026-03-01T12:00:0${n}.000Z`, method: "POST", url, status: 200 },
    ...{ durationMs: 3.2, event: "verify.start", requestId: `req_${n}`, code: null },
  });

  test("logs prints the newest lines, oldest first, and passes the filters on", async () => {
    const { env, asked } = await standIn("/logs", [{ body: { logs: [line(2), line(1)], nextCursor: null } }]);
    const { exitCode, stdout } = await runCli(["logs", "--status", "4xx", "--limit", "2"], { env });
    expect(exitCode).toBe(0);
    expect(stdout.split("\n").map((text) => /req_\d/.exec(text)?.[0])).toEqual(["req_1", "req_2", undefined]);
    expect(new URL(asked[0] ?? "", "http://x").searchParams.toString()).toBe("status=4xx&limit=2");
  });

  test("--follow prints each new line once, through a refusal, and leaves its own requests out", async () => {
    const { env } = await standIn("/logs", [
      { body: { logs: [line(1)], nextCursor: null } },
      { status: 503, body: {} },
      { body: { logs: [line(3), line(2, "/logs?limit"), line(1)], nextCursor: null } },
      { body: { logs: [line(3), line(2, "/logs?limit"), line(1)], nextCursor: null } },
    ]);
    const stop = new AbortController();
    const printed: string[] = [];
    const sleep = () => new Promise<void>((resolve) => setImmediate(resolve));
    const running = runCli(["logs", "--follow"], {
      ...{ env, sleep, signal: stop.signal, print: (text) => void printed.push(text) },
    });
    await eventually(() => printed.length).toBe(2);
    stop.abort();
    await running;
    expect(printed.map((text) => /req_\d/.exec(text)?.[0])).toEqual(["req_1", "req_3"]);
  });
});
