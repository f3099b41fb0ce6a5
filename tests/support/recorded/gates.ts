import { newGate, proofFor } from "../gates/gate-service.ts";
import type { Group } from "./recording.ts";

const NAVIGATES = { accept: "text/html", "sec-fetch-mode": "navigate", "x-forwarded-uri": "/wine?year=2019" };

/** What the servers of sites are answered. The pages are tests/api/gates.test.ts's. */
export const GATES: Group = {
  name: "a gate's check",
  run: async ({ service, record }) => {
    const { id } = await service.tenant({ plan: "scale" });
    const gate = await newGate(service, id);
    const at = `/gate/${gate.siteId}/check`;
    const cookie = `${gate.cookieName}=${proofFor(gate, service.deps.now())}`;
    await record("without proof", "GET", at);
    await record("without proof, of a visitor who navigates", "GET", `${at}?mode=redirect`, {
      headers: NAVIGATES,
    });
    await record("with proof", "GET", at, { headers: { cookie } });
    await record("with proof, for Envoy", "PUT", `${at}/wine?year=2019`, { headers: { cookie } });
    await record("by a method that it does not have", "POST", at);
    await record("of a gate that nobody knows", "GET", `/gate/gat_${"0".repeat(26)}/check`);
    await record("at no address of a gate", "GET", `/gate/${gate.siteId}/nothing`);
  },
};
