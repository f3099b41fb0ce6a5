import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { approveDevice, denyDevice } from "#services/tenants/device-login.ts";
import { ownerCtx } from "../../../scripts/lib/owner-ctx.ts";
import { readSignIn } from "../../../sdk/cli/src/config-file.ts";
import type { Io } from "../../../sdk/cli/src/io.ts";
import { cliWorld, runCli } from "../../support/cli/run-cli.ts";
import { serveRest } from "../../support/cli/serve-rest.ts";
import { knownPerson } from "../../support/sign-in/identity.ts";
import { testClock } from "../../support/world/clock.ts";
import { serviceForFile } from "../../support/world/service.ts";

const clock = testClock();
const service = serviceForFile({ overrides: { now: clock.now } });

const developer = async () => {
  const { deps, tenant } = service.get();
  const { id } = await tenant({ name: "Kiosk" });
  const { id: memberId } = await knownPerson({ deps }, `dev-${id}`, { tenantId: id, role: "developer" });
  const who = { actor: { kind: "member" as const, memberId }, member: { id: memberId, name: "Ada" } };
  const rights = { role: "developer" as const, emailHash: null, sessionId: null };
  return { ...(await ownerCtx(deps, id)), ...who, ...rights };
};

/** A command line whose waiting passes on the service's clock; `answers` sees the code once it is shown. */
const cliThat = (answers: (userCode: string, round: number) => Promise<void>): Partial<Io> => {
  let shown = "";
  let round = 0;
  return {
    now: clock.now,
    note: (line) => {
      shown = /#([A-Z]{4}-[A-Z]{4})/.exec(line)?.[1] ?? shown;
    },
    sleep: async (milliseconds) => {
      clock.advance({ ms: milliseconds });
      round += 1;
      await answers(shown, round);
    },
  };
};

describe("lintel login", () => {
  test("waits for the member, keeps the key for its owner alone, and whoami and logout know it", async () => {
    const url = await serveRest(service.get().deps);
    const member = await developer();
    const world = cliThat(async (code, round) => {
      if (round === 3) await approveDevice(member, code);
    });
    const { io } = cliWorld();
    const { configFile } = io;
    const run = (...argv: string[]) => runCli(argv, { ...world, configFile });

    const signedIn = await run("login", "--url", url);
    expect([signedIn.exitCode, signedIn.stdout]).toEqual([
      0,
      `Signed in to Kiosk at ${url}, in test mode.\n`,
    ]);
    expect(statSync(configFile).mode & 0o777).toBe(0o600);
    const kept = readSignIn(configFile);
    expect(kept).toMatchObject({ url, tenantName: "Kiosk", keyName: "Command line on workbench" });
    expect(kept?.apiKey).toMatch(/^avk_test_/);

    const who = await run("whoami", "--json");
    expect(who.exitCode).toBe(0);
    expect(JSON.parse(who.stdout)).toMatchObject({
      url,
      mode: "test",
      tenantName: "Kiosk",
      from: configFile,
    });
    expect(who.stdout).not.toContain(kept?.apiKey);

    const out = await run("logout");
    expect([out.exitCode, existsSync(configFile)]).toEqual([0, false]);
    expect((await run("whoami")).exitCode).toBe(3);
  });

  test("a declined sign-in ends with 3 and keeps nothing", async () => {
    const url = await serveRest(service.get().deps);
    const member = await developer();
    const { io } = cliWorld();
    const world = cliThat(async (code, round) => {
      if (round === 1) await denyDevice(member, code);
    });
    const { exitCode, stderr } = await runCli(["login", "--url", url], {
      ...world,
      configFile: io.configFile,
    });
    expect([exitCode, existsSync(io.configFile)]).toEqual([3, false]);
    expect(stderr).toContain("declined in the console");
  });

  test("without an answer it gives up when the code expires", async () => {
    const url = await serveRest(service.get().deps);
    const { exitCode, stderr } = await runCli(
      ["login", "--url", url],
      cliThat(async () => {}),
    );
    expect(exitCode).toBe(3);
    expect(stderr).toContain("Run lintel login again");
  });

  test("--live is refused, and so is a live key, with what to do instead", async () => {
    const { liveKey } = await service.get().tenant();
    const url = await serveRest(service.get().deps);
    for (const argv of [["--live"], ["--key", liveKey]]) {
      const { exitCode, stderr } = await runCli(["login", "--url", url, ...argv]);
      expect(exitCode).toBe(3);
      expect(stderr).toContain("set LINTEL_API_KEY");
      expect(stderr).not.toContain(liveKey);
    }
  });

  test("--key keeps a test key that the service accepts, and no other", async () => {
    const { testKey } = await service.get().tenant();
    const url = await serveRest(service.get().deps);
    const { io } = cliWorld();
    const { configFile } = io;
    const other = testKey.endsWith("x") ? "y" : "x";
    const wrong = await runCli(["login", "--url", url, "--key", `${testKey.slice(0, -1)}${other}`], {
      configFile,
    });
    expect([wrong.exitCode, existsSync(configFile)]).toEqual([3, false]);
    const good = await runCli(["login", "--url", url, "--key", testKey], { configFile });
    expect([good.exitCode, JSON.parse(readFileSync(configFile, "utf8"))]).toEqual([
      0,
      { url, apiKey: testKey },
    ]);
    expect(good.stdout + good.stderr).not.toContain(testKey);
  });

  test("--key - reads the key that is piped in, and asks where a person sits", async () => {
    const { testKey } = await service.get().tenant();
    const url = await serveRest(service.get().deps);
    const piped = async function* () {
      yield testKey.slice(0, 20);
      yield `${testKey.slice(20)}\n`;
    };
    const worlds = [{ stdin: piped() }, { isInteractive: true, ask: async () => testKey }];
    for (const changes of worlds) {
      const { io } = cliWorld(changes);
      const { exitCode } = await runCli(["login", "--url", url, "--key", "-"], io);
      expect([exitCode, readSignIn(io.configFile)?.apiKey]).toEqual([0, testKey]);
    }
    expect((await runCli(["login", "--url", url, "--key", "-"])).exitCode).toBe(2);
  });

  test("it waits as long as the service says, and five seconds longer after each slow_down", async () => {
    const waited: number[] = [];
    const errors = [
      "authorization_pending",
      "slow_down",
      "slow_down",
      "authorization_pending",
      "access_denied",
    ];
    const answers = [
      { device_code: "ldc_x", user_code: "BCDF-GHJK", verification_uri: "https://age.test/d", interval: 7 },
      ...errors.map((error) => ({ error, error_description: "Said so." })),
    ];
    const { exitCode } = await runCli(["login", "--url", "https://age.test"], {
      fetch: async () => Response.json(answers.shift(), { status: answers.length === 5 ? 200 : 400 }),
      sleep: async (milliseconds) => void waited.push(milliseconds / 1000),
    });
    expect([exitCode, waited]).toEqual([3, [7, 7, 12, 17, 17]]);
  });

  /** A server that answers every request with this. */
  const impostor = async (body: object): Promise<string> => {
    const server = createServer((_, response) => response.end(JSON.stringify(body)));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    return `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  };

  const answer = {
    device_code: "ldc_x",
    user_code: "BCDF-GHJK",
    verification_uri: "https://age.test/console/device",
  };

  test.each([["http://evil.test/console/device"], ["javascript:alert(1)"], ["https://age.test/\u001b[2J"]])(
    "the page %j is not shown",
    async (page) => {
      const url = await impostor({ ...answer, verification_uri: page });
      const { exitCode, stderr } = await runCli(["login", "--url", url]);
      expect(exitCode).toBe(3);
      expect(stderr).not.toContain(page);
    },
  );

  test("a code with control characters is not shown", async () => {
    const { exitCode, stderr } = await runCli([
      "login",
      "--url",
      await impostor({ ...answer, user_code: "\u001b[2J" }),
    ]);
    expect(exitCode).toBe(3);
    expect(stderr).not.toContain("\u001b");
  });

  test("something that is no Lintel service is named as such", async () => {
    const { exitCode, stderr } = await runCli(["login", "--url", await impostor({ hello: 1 })]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("Is it a Lintel service?");
  });
});
