import { describe, expect, test } from "vitest";
import { haproxyConfiguration } from "#core/gates/configurations/haproxy.ts";
import { nginxAskingConfiguration, nginxConfiguration } from "#core/gates/configurations/nginx.ts";
import { nginxScript } from "#core/gates/configurations/nginx-script.ts";
import { PRINTED_GATE } from "../../support/gates/printed-gate.ts";

describe.each([
  ["nginx", nginxConfiguration],
  ["nginx-asking", nginxAskingConfiguration],
  ["haproxy", haproxyConfiguration],
])("the configuration for %s", (name, print) => {
  test("is the text that the tests with the real server run", async () => {
    await expect(print(PRINTED_GATE)).toMatchFileSnapshot(`./printed/${name}.conf`);
  });

  test("names the ports of a site and of an age check that have their own", () => {
    const text = print({
      ...PRINTED_GATE,
      origin: "https://shop.example:8443",
      host: "shop.example:8443",
      publicUrl: "https://age.example.com:9443",
    });
    expect(text).toContain("https://shop.example:8443/.well-known/lintel/gat_9f8e7d6c5b4a/start?return=");
    expect(text).toMatch(/(listen |bind :)8443 ssl/);
    expect(text).toMatch(/(server \S*\s?|https:\/\/)age\.example\.com:9443/);
    expect(text).toMatch(/Host age\.example\.com:9443/);
  });

  test("needs no certificate before a test site of this machine", () => {
    const origin = "http://localhost:8090";
    const cookieName = "lintel_gate_18";
    const text = print({
      ...PRINTED_GATE,
      origin,
      host: "localhost:8090",
      cookieName,
      publicUrl: "http://localhost:3000",
    });
    expect(text).not.toMatch(/ssl|https|crt|__Host-/);
    expect(text).toMatch(/(listen |bind :)8090/);
    expect(text).toMatch(/(server \S*\s?|http:\/\/)localhost:3000/);
  });

  test("opens nothing where nothing is open", () => {
    expect(print({ ...PRINTED_GATE, openPaths: [] })).not.toMatch(/health|assets/);
  });

  test("of a gate by policy has the policy's cookie", () => {
    const text = print({ ...PRINTED_GATE, threshold: "policy", cookieName: "__Host-lintel_gate_policy" });
    expect(text).toContain("__Host-lintel_gate_policy");
    expect(text).not.toContain("gate_18");
  });
});

test("the script for nginx is the text that the tests with the real server run", async () => {
  await expect(nginxScript(PRINTED_GATE)).toMatchFileSnapshot("./printed/nginx.js.txt");
});
