import { createHash } from "node:crypto";
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
  {
    spec: "this kit",
    name: "nobody added the test issuer to the trust anchors",
    expected: "not among them",
    run: async (kit) => {
      const own = createHash("sha256").update(kit.issuer.der).digest("hex");
      const trusted = await kit.target.trusted();
      return trusted.includes(own) ? "trusted: remove it" : "not among them";
    },
  },
];
