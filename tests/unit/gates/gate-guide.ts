import type { GateToConfigure } from "#core/gates/configurations/gate-to-configure.ts";

/** The gate that docs/gate.md shows configurations for. */
export const EXAMPLE_GATE: GateToConfigure = {
  siteId: "gat_01kb2x6m3q8f5v7w9y0z1a2c3d",
  origin: "https://shop.example",
  host: "shop.example",
  threshold: "18",
  cookieName: "__Host-lintel_gate_18",
  openPaths: ["/health", "/assets/"],
  publicUrl: "https://age.example.com",
  lifetimeSeconds: 14_400,
};

/** The word after the fence in docs/gate.md, by configuration: the site colours a block by it. */
export const FENCES: Readonly<Record<string, string>> = {
  nginx: "nginx",
  caddy: "caddyfile",
  haproxy: "haproxy",
  apache: "apache",
  traefik: "yaml",
  envoy: "yaml",
  worker: "js",
  wordpress: "text",
};
