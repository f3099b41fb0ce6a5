import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ENDPOINTS } from "#contracts/public/endpoints.ts";
import { ROUTES, routeOf } from "#core/operator/routes.ts";

// The groups in which requests are counted are labels in the operator's monitoring: few, and none made by a request.

describe("the group of a request", () => {
  test.each([
    ["/verify/start", "verify"],
    ["/verify/status?verificationId=ver_0", "verify"],
    ["/verify", "verify"],
    ["/v/vs_secret/state", "hosted"],
    ["/c/code", "hosted"],
    ["/openid4vp/response/1", "wallet"],
    ["/gate/site/check", "gate"],
    ["/gate.js", "files"],
    ["/oidc/test/token", "oidc"],
    ["/api/trpc/keys.list", "console"],
    ["/health/ready", "health"],
    ["/hosts/ask?domain=a.example", "health"],
    ["/.well-known/jwks.json", "well_known"],
    ["/_next/static/chunks/a.js", "files"],
    ["/", "pages"],
    ["/?a=b", "pages"],
  ])("%s is counted with %s", (target, route) => {
    expect(routeOf(target)).toBe(route);
  });

  test.each([
    "",
    "*",
    "//",
    "/wp-login.php",
    "/verified/start",
    "/verify.php",
    "/V/secret",
    "/%76erify/start",
    "http://example.com/verify/start",
    "/ver_01hzzzzzzzzzzzzzzzzzzzzzzz",
  ])("%j is counted with the others", (target) => {
    expect(routeOf(target)).toBe("other");
  });

  test("is one of the list, whatever was asked for", () => {
    const parts = ["/", "v", "verify", "..", "%2f", "?", "é", "\\", ".well-known", "ten_1"];
    const targets = parts.flatMap((one) => parts.flatMap((two) => parts.map((three) => one + two + three)));
    for (const target of targets) expect(ROUTES).toContain(routeOf(target));
  });
});

describe("every address of the service is in a group", () => {
  test.each(ENDPOINTS.map(({ path }) => [path]))("%s", (path) => {
    expect(routeOf(path)).not.toBe("other");
  });

  /** First parts of the addresses below a folder of Next; a name in brackets is no part of an address. */
  const namesIn = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap(({ name }) => (name.startsWith("(") ? namesIn(`${folder}/${name}`) : [name]));

  test.each(
    [...namesIn("src/app"), ...readdirSync("public"), "robots.txt", "icon.svg"].map((name) => [name]),
  )("/%s", (name) => {
    expect(routeOf(`/${name}`)).not.toBe("other");
  });
});
