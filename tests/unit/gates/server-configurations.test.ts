import { describe, expect, test } from "vitest";
import type { GateToConfigure } from "#core/gates/configurations/gate-to-configure.ts";
import { haproxyConfiguration } from "#core/gates/configurations/haproxy.ts";
import { nginxConfiguration } from "#core/gates/configurations/nginx.ts";

const GATE: GateToConfigure = {
  siteId: "gat_9f8e7d6c5b4a",
  origin: "https://shop.example",
  host: "shop.example",
  threshold: "18",
  cookieName: "__Host-lintel_gate_18",
  openPaths: ["/health", "/assets/"],
  publicUrl: "https://age.example.com",
  lifetimeSeconds: 14_400,
};

describe.each([
  ["nginx", nginxConfiguration],
  ["haproxy", haproxyConfiguration],
])("the configuration for %s", (name, print) => {
  test("is the text that the tests with the real server run", async () => {
    await expect(print(GATE)).toMatchFileSnapshot(`./printed/${name}.conf`);
  });

  test("names the ports of a site and of an age check that have their own", () => {
    const text = print({
      ...GATE,
      origin: "https://shop.example:8443",
      host: "shop.example:8443",
      publicUrl: "https://age.example.com:9443",
    });
    expect(text).toContain("https://shop.example:8443/.well-known/lintel/gat_9f8e7d6c5b4a/start?return=");
    expect(text).toMatch(/(listen |bind :)8443 ssl/);
    expect(text).toMatch(/server \S*\s?age\.example\.com:9443/);
    expect(text).toMatch(/Host age\.example\.com:9443/);
  });

  test("needs no certificate before a test site of this machine", () => {
    const origin = "http://localhost:8090";
    const cookieName = "lintel_gate_18";
    const text = print({
      ...GATE,
      origin,
      host: "localhost:8090",
      cookieName,
      publicUrl: "http://localhost:3000",
    });
    expect(text).not.toMatch(/ssl|https|crt|__Host-/);
    expect(text).toMatch(/(listen |bind :)8090/);
    expect(text).toMatch(/server \S*\s?localhost:3000/);
  });

  test("opens nothing where nothing is open", () => {
    expect(print({ ...GATE, openPaths: [] })).not.toMatch(/health|assets/);
  });

  test("of a gate by policy has the policy's cookie", () => {
    const text = print({ ...GATE, threshold: "policy", cookieName: "__Host-lintel_gate_policy" });
    expect(text).toContain("__Host-lintel_gate_policy");
    expect(text).not.toContain("gate_18");
  });
});
