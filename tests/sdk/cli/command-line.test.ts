import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { COMMANDS } from "../../../sdk/cli/src/commands.ts";
import { configFileOf, usesColour } from "../../../sdk/cli/src/io.ts";
import { redact } from "../../../sdk/cli/src/redact.ts";
import { runCli } from "../../support/cli/run-cli.ts";

const KEY = "avk_test_3N8fYkQ2vJ6sTgWb1LzXc9RdPm7HqKe4aB";

describe("the command line", () => {
  test("runs as a program of its own: the version, help, and exit codes", () => {
    const lintel = (...args: string[]) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, ["sdk/cli/bin/lintel.mjs", ...args], {
        encoding: "utf8",
        env: { PATH: process.env.PATH, NODE_ENV: "test" },
      });
      return { status, stdout, stderr };
    };
    const { version } = JSON.parse(readFileSync("sdk/cli/package.json", "utf8"));
    expect(lintel("--version")).toEqual({ status: 0, stdout: `${version}\n`, stderr: "" });
    expect(lintel("no-such-command")).toMatchObject({ status: 2, stdout: "" });
  });

  // A newcomer has nothing but a clone: docs/cli.md says `npx lintel`, and npm takes the clone itself for that package.
  test("npx lintel runs in a clone, in its folders too", () => {
    const { version } = JSON.parse(readFileSync("sdk/cli/package.json", "utf8"));
    const args = ["--offline", "--", "lintel", "--version"];
    const npx = spawnSync("npx", args, { cwd: "docs", encoding: "utf8" });
    expect(npx).toMatchObject({ status: 0, stdout: `${version}\n` });
  });

  test.each([
    [["logz"], "lintel logs"],
    [["statsu"], "lintel status"],
    [["docter"], "lintel doctor"],
    [["webhook", "replay"], "lintel webhooks replay"],
    [["webhooks", "reply"], "lintel webhooks replay"],
    [["webhooks"], "lintel webhooks replay"],
    [["logs", "--folow"], "--follow"],
    [["logs", "--limt", "3"], "--limit"],
    [["listen", "--foward=4000"], "--forward"],
    [["logs", "--jsn"], "--json"],
  ])("%j: did you mean %s", async (args, meant) => {
    const { exitCode, stderr } = await runCli(args);
    expect(exitCode).toBe(2);
    expect(stderr.split("\n")[0]).toContain(`Did you mean ${meant}?`);
  });

  test.each([[["frobnicate"]], [["logs", "--frobnicate"]]])(
    "%j is like nothing, and is not guessed at",
    async (args) => {
      const { exitCode, stderr } = await runCli(args);
      expect(exitCode).toBe(2);
      expect(stderr).not.toContain("Did you mean");
    },
  );

  // A script that reads an empty file must not take it for a log without lines.
  test.skipIf(!existsSync("/dev/full"))("what cannot be written ends it with 1 and says so", async () => {
    const full = openSync("/dev/full", "w");
    onTestFinished(() => closeSync(full));
    const { status, stderr } = spawnSync(process.execPath, ["sdk/cli/bin/lintel.mjs", "help"], {
      encoding: "utf8",
      env: { PATH: process.env.PATH, NODE_ENV: "test" },
      stdio: ["ignore", full, "pipe"],
    });
    expect(status).toBe(1);
    expect(stderr).toContain("could not be written");
    expect(stderr).toContain("ENOSPC");
  });

  test("a reader that closes the pipe early is no failure", () => {
    const command = `"${process.execPath}" sdk/cli/bin/lintel.mjs help | true; exit \${PIPESTATUS[0]}`;
    const { status, stderr } = spawnSync("bash", ["--norc", "-c", command], {
      encoding: "utf8",
      env: { PATH: process.env.PATH, NODE_ENV: "test" },
    });
    expect([status, stderr]).toEqual([0, ""]);
  });

  test("without a command it explains itself and ends with 2", async () => {
    const { exitCode, stdout, stderr } = await runCli([]);
    expect([exitCode, stdout]).toEqual([2, ""]);
    for (const { name } of COMMANDS) expect(stderr).toContain(`  ${name}`);
  });

  test.each([["help"], ["--help"], ["-h"]])("%s prints all commands on stdout", async (word) => {
    const { exitCode, stdout } = await runCli([word]);
    expect(exitCode).toBe(0);
    const lines = stdout.split("\n").map((line) => line.trim().replace(/ {2,}/, ": "));
    for (const { name, summary } of COMMANDS) expect(lines).toContain(`${name}: ${summary}`);
  });

  test.each(COMMANDS.map(({ name }) => [name]))("lintel %s --help and lintel help %s agree", async (name) => {
    const words = name.split(" ");
    const [first, second] = [await runCli([...words, "--help"]), await runCli(["help", ...words])];
    expect(first).toEqual(second);
    expect(first.stdout).toContain(`Usage: lintel ${name}`);
    expect(first.exitCode).toBe(0);
  });

  test.each(COMMANDS.map(({ name }) => [name]))(
    "lintel %s refuses an option that it does not know",
    async (name) => {
      const { exitCode, stdout, stderr } = await runCli([...name.split(" "), "--frobnicate"]);
      expect([exitCode, stdout]).toEqual([2, ""]);
      expect(stderr).toContain("'--frobnicate'");
      expect(stderr).toContain(`Usage: lintel ${name}`);
    },
  );

  test("an error is JSON where --json asks for it", async () => {
    const { exitCode, stderr } = await runCli(["whoami", "--json"]);
    expect(exitCode).toBe(3);
    expect(JSON.parse(stderr)).toEqual({
      error: { exitCode: 3, message: expect.stringContaining("Run lintel login --url") },
    });
  });
});

describe("secrets", () => {
  test("no error shows a key, from wherever it comes", async () => {
    const env = {
      LINTEL_URL: "https://age.example.test",
      LINTEL_API_KEY: KEY,
      LINTEL_ADMIN_KEY: "s3cret-admin",
    };
    const { exitCode, stderr } = await runCli(["whoami"], {
      env,
      fetch: async () => {
        throw new Error(`cannot send ${KEY} nor s3cret-admin`);
      },
    });
    expect(exitCode).toBe(1);
    expect(stderr).toContain("age.example.test did not answer");
    expect(stderr).not.toContain(KEY);
    expect(stderr).not.toContain("s3cret-admin");
  });

  test("an unknown word that is a key is not repeated", async () => {
    const { stderr } = await runCli(["whoami", KEY]);
    expect(stderr).toContain("Unexpected argument");
    expect(stderr).not.toContain(KEY);
  });

  test.each([
    ["an API key keeps its mode and its last four characters", `with ${KEY}.`, "with avk_test_…e4aB."],
    ["a webhook secret", "whsec_c2VjcmV0LXNlY3JldA==", "…"],
    ["a token", "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ2ZXIifQ.c2ln", "…"],
  ])("%s", (_, text, expected) => {
    expect(redact(text)).toBe(expected);
  });
});

describe("what a terminal gets", () => {
  test.each([
    ["a terminal", {}, true, false, true],
    ["a pipe", {}, false, false, false],
    ["NO_COLOR", { NO_COLOR: "1" }, true, false, false],
    ["an empty NO_COLOR", { NO_COLOR: "" }, true, false, true],
    ["--no-color", {}, true, true, false],
    ["a terminal without colours", { TERM: "dumb" }, true, false, false],
    ["FORCE_COLOR in a pipe", { FORCE_COLOR: "1" }, false, false, true],
    ["NO_COLOR over FORCE_COLOR", { FORCE_COLOR: "1", NO_COLOR: "1" }, true, false, false],
  ])("%s", (_, env, isTerminal, isOff, expected) => {
    expect(usesColour(env, isTerminal, isOff)).toBe(expected);
  });

  test("the configuration file is where each system keeps such files", () => {
    expect(configFileOf({}, "linux", "/home/a")).toBe("/home/a/.config/lintel/config.json");
    expect(configFileOf({ XDG_CONFIG_HOME: "/x" }, "linux", "/home/a")).toBe("/x/lintel/config.json");
    expect(configFileOf({ APPDATA: "/roaming" }, "win32", "/home/a")).toBe(
      join("/roaming", "lintel", "config.json"),
    );
  });
});
