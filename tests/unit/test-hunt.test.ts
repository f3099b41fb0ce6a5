import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { faultOfHunt, writeHunt } from "../../scripts/lib/hunt-record.ts";
import { findFaketime, huntReport, huntRounds } from "../../scripts/lib/hunt-rounds.ts";

const CHANCE = pathToFileURL(resolve("tests/support/run/hostile-chance.mjs")).href;
const now = new Date("2026-05-05T10:00:00Z");

describe("the rounds of a hunt", () => {
  const rounds = huntRounds(10, { faketime: "/lib/faketime.so", chance: CHANCE, now, seed: 40 });

  test("each has an order of its own, tries nothing twice, and has hostile chance", () => {
    expect(new Set(rounds.map(({ seed }) => seed)).size).toBe(10);
    for (const { seed, vitest, playwright, env } of rounds) {
      expect(vitest).toEqual(expect.arrayContaining(["--retry=0", `--sequence.seed=${seed}`]));
      expect(playwright).toContain("--retries=0");
      expect(env.NODE_OPTIONS).toContain(`--import=${CHANCE}`);
    }
  });

  test("the first has the machine's clock; the others reach a midnight, a month's end and a change of summer time", () => {
    expect(rounds[0]?.env).not.toHaveProperty("FAKETIME");
    const clocks = rounds.slice(1).map(({ env }) => {
      const instant = new Date(now.getTime() + Number(env.FAKETIME) * 1000);
      return new Date(instant.getTime() + 3 * 60_000).toISOString();
    });
    expect(clocks).toEqual(
      expect.arrayContaining([
        "2027-06-15T00:00:00.000Z",
        "2027-05-01T00:00:00.000Z",
        "2027-03-28T01:00:00.000Z",
        "2027-11-07T06:00:00.000Z",
      ]),
    );
  });

  test("without the library no round has another clock", () => {
    for (const { env } of huntRounds(4, { faketime: undefined, chance: CHANCE, now, seed: 1 }))
      expect(env).not.toHaveProperty("LD_PRELOAD");
  });

  test("the report names what was ever red, the most often red first", () => {
    const report = huntReport([
      { name: "one", failures: ["a.test.ts > x: no", "b.test.ts > y: Error: late"] },
      { name: "two", failures: ["b.test.ts > y: Error: gone"] },
    ]);
    expect(report).toEqual([
      { test: "b.test.ts > y", rounds: ["one", "two"], said: "Error: late" },
      { test: "a.test.ts > x", rounds: ["one"], said: "no" },
    ]);
  });
});

describe("in a round, a process", () => {
  const run = (script: string, env: Record<string, string>) => {
    const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
      encoding: "utf8",
      env: { NODE_ENV: "test", PATH: process.env.PATH ?? "", ...env },
    });
    return stdout || stderr;
  };

  test("draws what a careless reader mistakes, and nothing twice", () => {
    const script = `
      import { randomBytes, randomUUID } from "node:crypto";
      const ids = Array.from({ length: 2000 }, () => randomUUID());
      const keys = Array.from({ length: 2000 }, () => randomBytes(32));
      console.log(JSON.stringify({
        ids: new Set(ids).size,
        shapes: [/^\\d{8}-/, /^\\d\\de\\d{5}-/, /^0000/, /^dead/].map((shape) => ids.some((id) => shape.test(id))),
        valid: ids.every((id) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)),
        keys: new Set(keys.map(String)).size,
        zeros: keys.some((key) => key[0] === 0),
        ends: Array.from({ length: 200 }, Math.random).some((value) => value === 0),
      }));`;
    expect(JSON.parse(run(script, { NODE_OPTIONS: `--import=${CHANCE}`, LINTEL_HUNT_SEED: "3" }))).toEqual({
      ids: 2000,
      shapes: [true, true, true, true],
      valid: true,
      keys: 2000,
      zeros: true,
      ends: true,
    });
  });

  test.skipIf(findFaketime() === undefined)("has the round's clock, and timers that still end", () => {
    const faketime = findFaketime();
    const [, round] = huntRounds(2, { faketime, chance: CHANCE, now: new Date(), seed: 1 });
    const script = `setTimeout(() => console.log(new Date().toISOString()), 20);`;
    expect(run(script, round?.env ?? {})).toMatch(/-06-1(4T23:5[67]|5T00:0)/);
  });
});

describe("a release", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "lintel-hunt-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const clean = { tree: "abc", rounds: 10, hasClocks: true, red: [] };

  test.each([
    ["no hunt", null, "no whole hunt"],
    ["a hunt of another tree", { ...clean, tree: "def" }, "of another tree"],
    ["a hunt of a tree with changes", { ...clean, tree: "" }, "of another tree"],
    ["three rounds", { ...clean, rounds: 3 }, "3 rounds"],
    ["no other clocks", { ...clean, hasClocks: false }, "faketime"],
    ["a red test", { ...clean, red: ["a.test.ts > x"] }, "a.test.ts > x"],
  ])("is not content with %s", (_, hunt, reason) => {
    if (hunt !== null) writeHunt(hunt, folder);
    expect(faultOfHunt("abc", folder)).toContain(reason);
  });

  test("is content with ten clean rounds of the tree that it releases", () => {
    writeHunt(clean, folder);
    expect(faultOfHunt("abc", folder)).toBeNull();
  });
});

// What turned tests red by luck, each kind once: found in the sources before it is found in a run.
describe("no test", () => {
  const paths = globSync(["tests/**/*.{ts,tsx}", "packages/*/tests/**/*.ts"]);
  const sources = paths.map((path) => ({ path, text: readFileSync(path, "utf8") }));

  test("waits for a notice that the page takes away by itself: expectNotice remembers it", () => {
    const titles = globSync("src/console/**/*.{ts,tsx}").flatMap((path) => {
      const text = readFileSync(path, "utf8");
      return [
        ...text.matchAll(/toast\.(?:done|failed)\("([^"]+)"/g),
        ...text.matchAll(/\bdone: \([^)]*\) => \["([^"]+)"/g),
      ].map(([, title]) => title);
    });
    expect(titles.length).toBeGreaterThan(20);
    const waits = sources
      .filter(({ path }) => path.startsWith("tests/e2e/"))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/\b(?:page|olivia|console)\.getByText\("([^"]+)"[^)]*\)\)\.toBeVisible/g)]
          .filter(([, waited]) => titles.includes(waited))
          .map(([, waited]) => `${path}: ${waited}`),
      );
    expect(waits).toEqual([]);
  });

  test("writes into the request log without a partition for the day", () => {
    const writers = sources.filter(
      ({ path, text }) =>
        !path.startsWith("tests/unit/") && /insert into request_log\b|requestLog\.create/i.test(text),
    );
    expect(writers.length).toBeGreaterThan(1);
    const without = writers.filter(
      ({ text }) => !/ensureRequestLogDays|partition of request_log|logLines/.test(text),
    );
    expect(without.map(({ path }) => path)).toEqual([]);
  });

  test("waits for a fixed time in a browser", () => {
    expect(sources.filter(({ text }) => /\.waitForTimeout\(\d/.test(text)).map(({ path }) => path)).toEqual(
      [],
    );
  });
});

test("the list of known flaky tests stays empty", () => {
  expect(existsSync("tests/flaky.json")).toBe(true);
  expect(JSON.parse(readFileSync("tests/flaky.json", "utf8"))).toEqual([]);
});
