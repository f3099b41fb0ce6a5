import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listen } from "../support/http/dispatch.ts";
import { ADMIN_KEY, BASE_URL, serviceForFile } from "../support/world/service.ts";
import { readCases, startStandIn } from "./support/cases.ts";
import {
  createGoBuilds,
  lacksGo,
  lacksPhp,
  lacksPython,
  PYTHON_ENV,
  php,
  python,
  run,
} from "./support/languages.ts";

// Every language's own runner plays the one table of sdk/cases; sdk/cases/README.md says what it prints.

const noGo = lacksGo();
const builds = createGoBuilds();
let goTests = "";
const service = serviceForFile();
let standIn: Awaited<ReturnType<typeof startStandIn>>;
let live: Record<string, string>;

beforeAll(async () => {
  standIn = await startStandIn();
  if (noGo === null) goTests = builds.buildTests();
  const tenant = await service.get().tenant({ overrides: { rateLimitPerMinute: 10_000 } });
  live = {
    LINTEL_URL: await listen(service.get().deps),
    LINTEL_API_KEY: tenant.testKey,
    LINTEL_ADMIN_KEY: ADMIN_KEY,
    LINTEL_TENANT_ID: tenant.id,
    LINTEL_ISSUER: BASE_URL,
  };
}, 300_000);
afterAll(async () => {
  builds.remove();
  await standIn[Symbol.asyncDispose]();
});

// What a language's types refuse before the program runs. Anything else that is skipped is a hole.
const GO_REFUSES = ["error-400-issues", "webhook-parsed-object", "webhook-parsed-list", "live-unknown-field"];

// A clock that is set: Go's own time carries a reading that nobody sets, and the fake one of the tests cannot.
const jumping = [...readCases().values()].flatMap((cases) =>
  cases.filter(({ jump }) => jump).map(({ id }) => id),
);
// A PHP program does one thing at a time.
const together = [...readCases().values()].flatMap((cases) =>
  cases.filter((one) => one.together).map(({ id }) => id),
);

type Runner = {
  name: string;
  lacks: string | null;
  command: (more: string[]) => readonly [string, ...string[]];
  env?: Record<string, string>;
  refuses?: readonly string[];
};

const RUNNERS: readonly Runner[] = [
  { name: "Python", lacks: lacksPython(), command: (more) => python("tests/run_cases.py", ...more) },
  {
    name: "Python with asyncio",
    lacks: lacksPython(),
    command: ([url = "", ...more]) => python("tests/run_cases.py", url, "async", ...more),
  },
  {
    name: "PHP",
    lacks: lacksPhp(),
    command: (more) => php("tests/run_cases.php", ...more),
    refuses: together,
  },
  {
    name: "Go",
    lacks: noGo,
    command: () => [goTests, "-test.v", "-test.run", "TestCases"],
    refuses: [...GO_REFUSES, ...jumping],
  },
];

const all = [...readCases().values()].flat();

const outcomeOf = (stdout: string) => {
  const lines = stdout.split("\n");
  const named = (word: string) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
  const ids = (word: string) => named(word).map((line) => line.split(":")[0] ?? "");
  return { failures: named("not ok"), passed: ids("ok"), skipped: ids("skip") };
};

for (const { name, lacks, command, refuses = [] } of RUNNERS) {
  describe.skipIf(lacks !== null)(lacks === null ? name : `${name}: ${lacks}`, () => {
    test("passes every case that needs no service", async () => {
      const cases = all.filter(({ server }) => server !== "live").map(({ id }) => id);
      const env = { ...PYTHON_ENV, LINTEL_STANDIN: standIn.url };
      const { stdout, stderr } = await run(command([standIn.url]), env);
      const { failures, passed, skipped } = outcomeOf(stdout);
      expect(failures, stderr.slice(-2_000)).toEqual([]);
      expect(skipped.toSorted()).toEqual(cases.filter((id) => refuses.includes(id)).toSorted());
      expect([...passed, ...skipped].toSorted()).toEqual(cases.toSorted());
    }, 180_000);

    test("passes every case against the running service", async () => {
      const cases = all.filter(({ server }) => server === "live").map(({ id }) => id);
      const { stdout, stderr } = await run(command(["", "live"]), {
        ...PYTHON_ENV,
        ...live,
        LINTEL_CASES: "live",
      });
      const { failures, passed, skipped } = outcomeOf(stdout);
      expect(failures, stderr.slice(-2_000)).toEqual([]);
      expect([...passed, ...skipped].toSorted(), inspect(stderr.slice(-2_000))).toEqual(cases.toSorted());
    }, 180_000);
  });
}

describe.skipIf(noGo !== null)(noGo === null ? "sdk/go" : `sdk/go: ${noGo}`, () => {
  test("go vet finds nothing, and the files are as gofmt writes them", async () => {
    expect(builds.go("vet", "./...")).toBe("");
    const { stdout } = await run(["gofmt", "-l", "."]);
    expect(stdout).toBe("");
  }, 180_000);

  test("its own tests pass", () => {
    expect(builds.go("test", "./...")).toContain("ok");
  }, 180_000);
});

const noPython = lacksPython();
describe.skipIf(noPython !== null)(noPython === null ? "sdk/python" : `sdk/python: ${noPython}`, () => {
  test("its own tests pass: the curve, keys in dumps, transports, cancelled tasks", async () => {
    const { code, stderr } = await run(python("tests/test_lintel.py"), PYTHON_ENV);
    expect(stderr).toMatch(/\nOK\n/);
    expect(code).toBe(0);
  }, 120_000);
});

const noPhp = lacksPhp();
describe.skipIf(noPhp !== null)(noPhp === null ? "sdk/php" : `sdk/php: ${noPhp}`, () => {
  test("its own tests pass: keys in dumps, empty arrays, options, openssl", async () => {
    const [file, ...args] = php("tests/own.php");
    const { code, stdout } = await run([file, "-d", "zend.exception_ignore_args=0", ...args]);
    expect(stdout.split("\n").filter((line) => line.startsWith("not ok"))).toEqual([]);
    expect(code).toBe(0);
  });
});
