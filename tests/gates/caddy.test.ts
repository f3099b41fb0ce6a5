import { describe, expect, test } from "vitest";
import { caddyMissing, startCaddy } from "./support/caddy.ts";
import {
  expectAnyGoodCookieCounts,
  expectExactWithProof,
  expectNothingLeaves,
  expectOpenPaths,
  expectOwnWordsDoNotCount,
} from "./support/promises.ts";

if (caddyMissing !== null) console.warn(`Skipped: ${caddyMissing}`);

const SLOW = 120_000;

describe.skipIf(caddyMissing !== null)("Caddy with the printed configuration", () => {
  test(
    "lets not one byte leave without proof",
    async () => {
      await using stack = new AsyncDisposableStack();
      expect(await expectNothingLeaves(await startCaddy(stack))).toBeGreaterThan(150);
    },
    SLOW,
  );

  test.each([
    { promise: "gives the exact bytes with proof, also over a WebSocket", hold: expectExactWithProof },
    { promise: "takes any good cookie among several", hold: expectAnyGoodCookieCounts },
    { promise: "lets no visitor speak for the gate", hold: expectOwnWordsDoNotCount },
    { promise: "keeps open what is open", hold: expectOpenPaths },
  ])(
    "$promise",
    async ({ hold }) => {
      await using stack = new AsyncDisposableStack();
      await hold(await startCaddy(stack));
    },
    SLOW,
  );
});
