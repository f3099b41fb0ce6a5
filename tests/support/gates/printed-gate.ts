import type { GateToConfigure } from "#core/gates/configurations/gate-to-configure.ts";

/** The gate of the texts in `tests/unit/gates/printed`. */
export const PRINTED_GATE: GateToConfigure = {
  siteId: "gat_9f8e7d6c5b4a",
  origin: "https://shop.example",
  host: "shop.example",
  threshold: "18",
  cookieName: "__Host-lintel_gate_18",
  openPaths: ["/health", "/assets/"],
  publicUrl: "https://age.example.com",
  lifetimeSeconds: 14_400,
};
