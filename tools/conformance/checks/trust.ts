import type { Check } from "../check.ts";

// The test issuer's key is public. Where its word counts for more than a test, anybody is as old as they like.

export const trustChecks: readonly Check[] = [
  {
    spec: "this kit",
    name: "with a live key the test issuer proves nothing",
    expected: "refused",
    run: async (kit) => {
      const bench = await kit.bench("eu_link", { mode: "live" });
      const { isTaken } = await bench.ask.send(await bench.honest());
      const state = await bench.verification.state();
      return isTaken || state !== "open" ? `accepted: ${state}` : "refused";
    },
  },
];
