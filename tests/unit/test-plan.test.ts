import { describe, expect, test } from "vitest";
import { planOf, withoutNewFlaky } from "../../scripts/lib/test-plan.ts";

const FILES = [
  "tests/unit/core/money.test.ts",
  "tests/integration/worker.test.ts",
  "tests/api/start.test.ts",
  "tests/served/memory.test.ts",
  "tests/e2e/pages.spec.ts",
  "tests/faults/worker.test.ts",
];
const EVERY_PROJECT = [
  "unit",
  "integration",
  "integration-alone",
  "api",
  "api-next",
  "served",
  "built",
].flatMap((project) => ["--project", project]);

describe("npm test", () => {
  test.each([
    ["", EVERY_PROJECT, []],
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
    ["unit -t money", ["--project", "unit", "-t", "money"], null],
  ])("-- %s", (words, vitest, playwright) => {
    expect(planOf(words.split(" ").filter(Boolean), FILES)).toEqual({ vitest, playwright });
  });

  test("a name is taken by both runners, as the text that it is", () => {
    expect(planOf(["-t", "a key (live) is 1.5"], FILES)).toEqual({
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
