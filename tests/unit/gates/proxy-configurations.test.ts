import { describe, expect, test } from "vitest";
import { apacheConfiguration } from "#core/gates/configurations/apache.ts";
import { caddyConfiguration } from "#core/gates/configurations/caddy.ts";
import { envoyConfiguration } from "#core/gates/configurations/envoy.ts";
import { openPathExpression, openPathsExpression } from "#core/gates/configurations/open-paths.ts";
import { traefikConfiguration } from "#core/gates/configurations/traefik.ts";
import { apacheSettings } from "#core/oidc/apache-settings.ts";
import { CLOSED, OPEN, OPEN_PATHS } from "../../support/gates/open-paths.ts";
import { PRINTED_GATE } from "../../support/gates/printed-gate.ts";
import { settingsToCopy } from "../../support/sign-in/relying-parties/copied.ts";

describe.each([
  { file: "Caddyfile", print: caddyConfiguration },
  { file: "traefik.yaml.txt", print: traefikConfiguration },
  { file: "envoy.yaml.txt", print: envoyConfiguration },
  { file: "apache.conf", print: apacheConfiguration },
])("$file", ({ file, print }) => {
  test("is the text that the tests with the server run", async () => {
    await expect(print(PRINTED_GATE)).toMatchFileSnapshot(`./printed/${file}`);
  });

  test("opens nothing where nothing is open", () => {
    expect(print({ ...PRINTED_GATE, openPaths: [] })).not.toMatch(/health|assets/);
  });

  test("leads to an age check with a port and a path of its own", () => {
    const text = print({ ...PRINTED_GATE, publicUrl: "https://age.example.com:9443/lintel" });
    expect(text).toMatch(/9443/);
    expect(text).toMatch(/\/lintel\/(gate\/gat_9f8e7d6c5b4a|oidc)/);
  });
});

test("the guide's lines for Apache are the ones that the console and a gate print", () => {
  const site = {
    issuer: "https://age.example.com/oidc",
    clientId: "cli_1",
    redirectUri: "https://shop.example/age",
  };
  const printed = apacheSettings({
    ...site,
    clientSecret: "cs_1",
    scope: "openid age_over:18",
    claimedAge: "18",
    protectedPath: "/adults",
  });
  const copied = settingsToCopy("Apache (mod_auth_openidc)", { ...site, secret: "cs_1" });
  expect(copied.trim().replaceAll("/age/callback", "/age")).toBe(printed);
});

describe("an open path", () => {
  const all = new RegExp(`^${openPathsExpression(OPEN_PATHS)}$`);
  // As nginx is given the address, with its query.
  const one = OPEN_PATHS.map((path) => new RegExp(`^${openPathExpression(path)}(?:\\?|$)`));
  const isOpen = (path: string): boolean => all.test(path);
  const isOpenAlone = (address: string): boolean => one.some((expression) => expression.test(address));

  test.each(OPEN)("is %s", (path) => {
    expect([isOpen(path), isOpenAlone(path), isOpenAlone(`${path}?x=../y`)]).toEqual([true, true, true]);
  });

  test.each([...CLOSED, "/assets/a."])("is not %s", (path) => {
    expect([isOpen(path), isOpenAlone(path), isOpenAlone(`/x?${path}`)]).toEqual([false, false, false]);
  });

  test("is found in linear time, however long an address is", () => {
    // An engine that tries again for each way to cut this into segments would not end.
    expect(isOpen(`/assets/${"a.".repeat(20_000)};`)).toBe(false);
  });
});
