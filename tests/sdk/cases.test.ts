import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as sdk from "../../sdk/typescript/src/index.ts";
import { readCases, startStandIn } from "./support/cases.ts";
import { runCase } from "./support/run-case.ts";

let standIn: Awaited<ReturnType<typeof startStandIn>>;
beforeAll(async () => {
  standIn = await startStandIn();
});
afterAll(() => standIn[Symbol.asyncDispose]());

const files = [...readCases()];
const all = files.flatMap(([, cases]) => cases);

test("the table has at least 60 cases, each with its own id", () => {
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(all.length).toBeGreaterThanOrEqual(60);
});

// tests/sdk/live.test.ts plays the others.
for (const [file, cases] of files.filter(([name]) => name !== "live")) {
  describe(file, () => {
    for (const one of cases) {
      test(`${one.id}: ${one.guarantee}`, async () => {
        expect(await runCase(one, sdk, { standIn: standIn.url, inspect })).toBeNull();
      });
    }
  });
}
