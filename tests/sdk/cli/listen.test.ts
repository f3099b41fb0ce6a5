import { existsSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { poll } from "../../../sdk/cli/src/listening/listener.ts";
import { cliInProcess, happen } from "../../support/cli/in-process.ts";
import { runCli, temporaryFolder } from "../../support/cli/run-cli.ts";
import { startCliService } from "../../support/cli/service-process.ts";
import { startTarget, verificationsOf } from "../../support/cli/target.ts";
import { eventually } from "../../support/world/eventually.ts";

type World = Awaited<ReturnType<typeof cliInProcess>>;

const open = ({ deps }: Pick<World, "deps">) => deps.db.orm.listener.count({ where: { endedAt: null } });

const begun = async (world: World, args: readonly string[]) => {
  const running = world.lintel(["listen", ...args]);
  await eventually(() => `${running.stdout()}${running.stderr()}`).toContain("whsec_");
  return running;
};

describe("lintel listen", () => {
  test("forwards the exact bytes with the service's headers, and prints a line with status and time for each", async () => {
    const world = await cliInProcess();
    const target = await startTarget((_, index) => (index === 0 ? 200 : 418));
    const { stdout } = await begun(world, ["--forward", target.url]);
    await happen(world, { metadata: { text: 'übergroße Naïveté ✓ \u2028 "' } });
    await eventually(() => target.got.length).toBe(1);
    await happen(world);
    await eventually(() => target.got.length).toBe(2);
    const stored = await world.deps.db.orm.event.findMany();
    for (const { body, headers } of target.got) {
      expect(stored.map((event) => event.body)).toContain(body);
      expect(headers).toMatchObject({
        "content-type": "application/json",
        "x-event-id": expect.stringMatching(/^evt_/),
        "x-delivery-attempt": "1",
        "x-verification-mode": "test",
        "webhook-signature": expect.stringMatching(/^v1,/),
      });
    }
    await eventually(() => stdout().trim().split("\n").length).toBe(3);
    const [, first, second] = stdout().trim().split("\n");
    expect(first).toMatch(/^\d\d:\d\d:\d\d {2}verification\.completed {2}evt_\w+ {2}200 {2}\d+ ms$/);
    expect(second).toMatch(/ {2}418 {2}\d+ ms$/);
  });

  test("--print-json prints each body alone on stdout, with the secret's line beside it on stderr", async () => {
    const world = await cliInProcess();
    const { stdout, stderr } = await begun(world, ["--print-json"]);
    const id = await happen(world);
    await eventually(() => stdout().trim().split("\n").length).toBe(1);
    await eventually(stdout).toContain("verification.completed");
    const event = await world.deps.db.orm.event.findFirstOrThrow({ where: { verificationId: id } });
    expect(stdout()).toBe(`${event.body}\n`);
    expect(stderr()).toMatch(/^export LINTEL_WEBHOOK_SECRET=whsec_/);
  });

  test("a target that is down is a failed delivery, and the next one is tried; with --exit-on-failure it ends with 4", async () => {
    const world = await cliInProcess();
    const target = await startTarget();
    target.close();
    const patient = await begun(world, ["--forward", target.url, "--name", "patient"]);
    const strict = await begun(world, ["--forward", target.url, "--exit-on-failure", "--name", "strict"]);
    await happen(world);
    expect(await strict.ended).toBe(4);
    await eventually(patient.stdout).toContain("CONNECTION");
    const failed = () => world.deps.db.orm.webhookDelivery.count({ where: { lastCode: "CONNECTION" } });
    await eventually(failed).toBe(2);
    expect(await open(world)).toBe(1);
  });

  test("a target that refuses an event ends --exit-on-failure with 1", async () => {
    const world = await cliInProcess();
    const target = await startTarget(() => 500);
    const strict = await begun(world, ["--forward", target.url, "--exit-on-failure"]);
    await happen(world);
    expect(await strict.ended).toBe(1);
  });

  test("at the end it acknowledges the last event and closes its listener", async () => {
    const world = await cliInProcess();
    const target = await startTarget();
    const { stop, ended, stderr } = await begun(world, ["--forward", target.url]);
    await happen(world);
    await eventually(() => target.got.length).toBe(1);
    stop();
    expect(await ended).toBe(0);
    expect(stderr()).toContain("1 event came, and your program took it. The listener is closed.");
    expect(await open(world)).toBe(0);
    const states = await world.deps.db.orm.webhookDelivery.findMany({ select: { status: true } });
    expect(states).toEqual([{ status: "delivered" }]);
  });

  test("at the end it says how many events came and were refused, and what to do about those", async () => {
    const world = await cliInProcess();
    const target = await startTarget((_, index) => (index === 1 ? 500 : 200));
    const { stop, ended, stderr } = await begun(world, ["--forward", target.url]);
    for (const count of [1, 2, 3]) {
      await happen(world);
      await eventually(() => target.got.length).toBe(count);
    }
    stop();
    expect(await ended).toBe(0);
    expect(stderr()).toContain(
      "3 events came: your program took 2, and 1 failed. Send it again with lintel webhooks replay.",
    );
  });

  test("at the end it says that nothing came", async () => {
    const world = await cliInProcess();
    const { stop, ended, stderr, stdout } = await begun(world, ["--print-json"]);
    stop();
    expect(await ended).toBe(0);
    expect(stderr()).toContain("No event came. The listener is closed.");
    expect(stdout()).toBe("");
  });

  test("with --json the end is a value on stdout", async () => {
    const world = await cliInProcess();
    const { stop, ended, stdout } = await begun(world, ["--print-json", "--json"]);
    stop();
    await ended;
    expect(JSON.parse(stdout().trim().split("\n").at(-1) ?? "")).toEqual({
      ...{ type: "ended", delivered: 0, failed: 0, isClosed: true },
    });
  });

  test("two of them with the same words have a listener each, and each gets every event", async () => {
    const world = await cliInProcess();
    const targets = [await startTarget(), await startTarget()];
    for (const { url } of targets) await begun(world, ["--forward", url]);
    expect(await open(world)).toBe(2);
    const id = await happen(world);
    for (const { got } of targets) await eventually(() => verificationsOf(got)).toEqual([id]);
  });

  test("where the service has ended the listener, it opens another one and says so, with the new secret", async () => {
    const world = await cliInProcess();
    const target = await startTarget();
    const { stdout, stderr } = await begun(world, ["--forward", target.url]);
    const { id } = await world.deps.db.orm.listener.findFirstOrThrow();
    const answer = await world.call("POST", "/listeners/close", {
      key: world.tenant.testKey,
      body: { listenerId: id },
    });
    expect(answer.status).toBe(200);
    await eventually(() => open(world)).toBe(1);
    const verificationId = await happen(world);
    await eventually(() => verificationsOf(target.got)).toEqual([verificationId]);
    expect(stdout().match(/LINTEL_WEBHOOK_SECRET/g)).toHaveLength(2);
    expect(stderr()).toContain("lintel webhooks replay");
  });

  test("a refused key ends it with 3, and a wrong command line with 2", async () => {
    const world = await cliInProcess();
    const run = world.lintel(["listen", "--forward", "4000"], {
      LINTEL_API_KEY: world.tenant.liveKey,
    });
    expect(await run.ended).toBe(3);
    expect(run.stderr()).toContain("This API key lacks the scope events:listen.");
    expect(run.stderr()).not.toContain(world.tenant.liveKey);
    for (const wrong of [
      [],
      ["--forward", "ftp://x"],
      ["--forward", "http://u:p@localhost/"],
      ["--print-json", "--filter", "x"],
    ])
      expect(await world.lintel(["listen", ...wrong]).ended, wrong.join(" ")).toBe(2);
    expect(await open(world)).toBe(0);
  });

  test("as a process: --keep leaves the listener, and the same command goes on with it and its secret after a kill too", async () => {
    const world = await startCliService();
    const target = await startTarget();
    const args = ["--forward", target.url, "--keep"];
    const first = await world.listening(args);
    first.child.kill("SIGINT");
    expect(await first.ended).toBe(130);
    const ids = [await happen(world)];
    const second = await world.listening(args);
    expect(second.secret).toBe(first.secret);
    await eventually(() => verificationsOf(target.got)).toEqual(ids);
    second.child.kill("SIGKILL");
    await second.ended;
    ids.push(await happen(world));
    const third = await world.listening(["--forward", target.url]);
    expect(third.secret).toBe(first.secret);
    await world.deps.db.pool.query(
      "update webhook_delivery set next_attempt_at = now() where status = 'held'",
    );
    await eventually(() => verificationsOf(target.got)).toEqual(ids.toSorted());
    third.child.kill("SIGTERM");
    expect(await third.ended).toBe(130);
    expect(await world.deps.db.orm.listener.findMany()).toMatchObject([{ secretSealed: "" }]);
    expect(await world.deps.db.orm.listener.count()).toBe(1);
  });
});

describe("a server that is not what it seems", () => {
  const listenerId = "lsn_01kax3v7k8e9f0m2n4p6r8t0vw";
  const secret = `whsec_${"A".repeat(43)}=`;

  test.each([
    ["an id that leads out of the folder", { listenerId: "../config", secret }],
    ["an id with a slash", { listenerId: `${listenerId}/../../other`, secret }],
    ["a secret that a shell would run", { listenerId, secret: `${secret}; touch /tmp/owned` }],
    ["a secret with a line end", { listenerId, secret: `${secret}\nrm -rf ~` }],
  ])("writes no file and no line for a shell: %s", async (_, answer) => {
    const server = createServer((_request, response) =>
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer)),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
    const configFile = join(temporaryFolder(), "lintel", "config.json");
    const stop = AbortSignal.timeout(2_000); // one that takes the answer goes on listening
    const env = { LINTEL_URL: url, LINTEL_API_KEY: "avk_test_3N8fYkQ2vJ6sTgWb1LzXc9RdPm7HqKe4aB" };
    const run = await runCli(["listen", "--forward", "4000"], { env, configFile, signal: stop });
    expect(run).toMatchObject({ exitCode: 1, stdout: "" });
    expect(run.stderr).toContain("is not a Lintel service of this release");
    const folder = dirname(configFile);
    expect(existsSync(folder) ? readdirSync(folder, { recursive: true }) : []).toEqual([]);
  });

  test("it chooses no header that a local program believes", async () => {
    const headers = {
      Cookie: "admin=1",
      authorization: "Bearer x",
      "X-Event-Id": "evt_1",
      "webhook-id": "1",
    };
    const delivery = { deliveryId: "dlv_1", eventId: "evt_1", attempt: 1, headers, body: "{}" };
    const io = {
      fetch: async () => Response.json({ deliveries: [delivery], lost: [] }),
      signal: AbortSignal.timeout(10_000),
    };
    const service = { url: "http://127.0.0.1:1", apiKey: "avk_test_3N8fYkQ2vJ6sTgWb1LzXc9RdPm7HqKe4aB" };
    const taken = await poll(io, service, { listenerId, acknowledgements: [], waitSeconds: 0, limit: 1 });
    expect(taken.deliveries).toMatchObject([{ deliveryId: "dlv_1" }]);
    expect(taken.deliveries[0]?.headers).toEqual({ "X-Event-Id": "evt_1", "webhook-id": "1" });
  });
});
