import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { planOf, withoutNewFlaky } from "../../scripts/lib/test-plan.ts";
import { LONG_FILES, LONG_PROJECTS } from "../long.ts";

const FILES = [
  "tests/unit/core/money.test.ts",
  "tests/integration/worker.test.ts",
  "tests/api/start.test.ts",
  "tests/served/memory.test.ts",
  "tests/e2e/pages.spec.ts",
  "tests/faults/worker.test.ts",
  "packages/age/tests/age.test.ts",
];
const EVERY_PROJECT = [
  "unit",
  "sdk",
  "sdk-installed",
  "integration",
  "integration-alone",
  "api",
  "api-next",
  "gates",
  "served",
  "built",
].flatMap((project) => ["--project", project]);

describe("npm test", () => {
  test.each([
    ["", EVERY_PROJECT, []],
    ["--all", EVERY_PROJECT, []],
    ["unit", ["--project", "unit"], null],
    ["e2e", null, []],
    ["api e2e", ["--project", "api", "--project", "api-next"], []],
    [
      "worker",
      ["--project", "integration", "--project", "integration-alone", "tests/integration/worker.test.ts"],
      null,
    ],
    ["./tests/e2e/pages.spec.ts", null, ["tests/e2e/pages.spec.ts"]],
    [
      "start pages",
      ["--project", "api", "--project", "api-next", "tests/api/start.test.ts"],
      ["tests/e2e/pages.spec.ts"],
    ],
    ["packages/age", ["--project", "unit", "packages/age/tests/age.test.ts"], null],
    ["unit -t money", ["--project", "unit", "-t", "money"], null],
    ["--changed", [...EVERY_PROJECT, "--changed", "--passWithNoTests"], null],
    ["unit --changed", ["--project", "unit", "--changed", "--passWithNoTests"], null],
  ])("-- %s", (words, vitest, playwright) => {
    expect(planOf(words.split(" ").filter(Boolean), FILES)).toMatchObject({ vitest, playwright });
  });

  test.each([
    ["", true],
    ["--all", false],
    ["served", false],
    ["memory", false],
    ["-t money", false],
    ["--changed", true],
  ])("-- %s leaves the long tests out: %s", (words, isShort) => {
    expect(planOf(words.split(" ").filter(Boolean), FILES).isShort).toBe(isShort);
  });

  test("a name is taken by both runners, as the text that it is", () => {
    expect(planOf(["-t", "a key (live) is 1.5"], FILES)).toMatchObject({
      vitest: [...EVERY_PROJECT, "-t", "a key \\(live\\) is 1\\.5"],
      playwright: ["-g", "a key \\(live\\) is 1\\.5"],
    });
  });

  test.each([
    ["faults/worker", /No test file has "faults\/worker" in its path/],
    ["unit pages", /No test file has "pages"/],
    ["--watch", /does not know --watch/],
    ["-t", /-t takes the words/],
  ])("-- %s is refused in words", (words, message) => {
    expect(() => planOf(words.split(" "), FILES)).toThrow(message);
  });
});

describe("what is left to npm run test:all", () => {
  const contributing = readFileSync("CONTRIBUTING.md", "utf8");
  const files = LONG_FILES.flatMap((glob) => globSync(glob));

  test("each entry of the list is of files that there are", () => {
    expect(LONG_FILES.filter((glob) => globSync(glob).length === 0)).toEqual([]);
  });

  test("is told with its reason in CONTRIBUTING.md", () => {
    const told = [
      ...LONG_PROJECTS,
      ...files.map((file) => (file.startsWith("tests/faults/") ? "tests/faults" : nameOf(file))),
    ];
    expect(told.filter((name) => !contributing.includes(name))).toEqual([]);
  });
});

const nameOf = (file: string): string => file.replace(/^.*\//, "").replace(/\.test\.tsx?$/, "");

test("a test that passes on a second try counts as failed, unless the list has it", () => {
  const counts = {
    passed: 10,
    failed: 1,
    skipped: 2,
    flaky: ["a > b", "c > d"],
    firstTries: [],
    failures: [],
  };
  expect(withoutNewFlaky(counts, ["a > b", "old > gone"])).toEqual({
    counts: { ...counts, passed: 9, failed: 2 },
    added: ["c > d"],
  });
});
