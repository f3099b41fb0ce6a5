import { describe, expect, test } from "vitest";
import {
  HOSTS,
  hostEnd,
  hostFault,
  hostOfHeader,
  hostState,
  isOnTenantHost,
  plainHost,
  proofRecord,
} from "#core/tenant-host.ts";

const MAIN = "age.example.com";

describe("a tenant's host", () => {
  test.each([
    ["verify.shop.example", "verify.shop.example"],
    ["  Verify.SHOP.example. ", "verify.shop.example"],
    ["alter.müller.example", "alter.xn--mller-kva.example"],
    ["shop.example", "shop.example"],
  ])("%j is read as %j", (text, host) => {
    expect(plainHost(text)).toBe(host);
    expect(hostFault(host, MAIN)).toBeNull();
  });

  test.each([
    "",
    ".",
    "https://verify.shop.example",
    "verify.shop.example:8443",
    "verify.shop.example/v",
    "*.shop.example",
    "verify shop.example",
    "verify..shop.example",
    "-verify.shop.example",
    "user@shop.example",
    "[::1]",
    "a_b.shop.example",
    "shop.example?x",
    `${"a".repeat(64)}.shop.example`,
    `${"a.".repeat(130)}example`,
  ])("%j is no host name", (text) => {
    expect(plainHost(text)).toBeNull();
  });

  test.each([
    "192.0.2.7",
    "0x7f.1",
    "2130706433",
    "shop",
    "localhost",
    "verify.localhost",
    "printer.local",
    "db.internal",
    "co.uk",
    "com.au",
    MAIN,
    `verify.${MAIN}`,
    `a.b.${MAIN}`,
  ])("%j cannot be a tenant's", (text) => {
    const host = plainHost(text);
    expect(host === null || hostFault(host, MAIN)).not.toBeNull();
  });

  test("the name above the deployment's own can be a tenant's, because its DNS says so", () => {
    expect(hostFault("example.com", MAIN)).toBeNull();
    expect(hostFault("notage.example.com", MAIN)).toBeNull();
  });
});

test.each([
  ["verify.shop.example", "verify.shop.example"],
  ["Verify.Shop.Example:8443", "verify.shop.example"],
  ["verify.shop.example.", "verify.shop.example"],
  ["verify.shop.example.:443", "verify.shop.example"],
  ["verify.shop.example:", "verify.shop.example"],
  ["localhost:3000", null],
  ["127.0.0.1:3000", null],
  ["[::1]:3000", null],
  ["::1", null],
  ["verify.shop.example:80:90", null],
  ["user@verify.shop.example", null],
  ["", null],
  [undefined, null],
])("the Host header %j names %j", (header, host) => {
  expect(hostOfHeader(header)).toBe(host);
});

const SECRET = `vs_${"x".repeat(43)}`;

test.each([
  `/v/${SECRET}`,
  `/v/${SECRET}/data`,
  `/v/${SECRET}/key/ask`,
  "/v/idp/callback/idp_x",
  "/v/vendor/return",
  "/c/abc",
  "/c/abc/open",
  "/key",
  "/key/look",
  "/wallet/elsewhere",
  "/openid4vp/return/wtx_1",
  "/practice/ten_own",
  "/_next/static/chunks/a.js",
  "/robots.txt",
  "/icon.svg",
])("a tenant's host has %s", (path) => {
  expect(isOnTenantHost(path, "ten_own")).toBe(true);
});

test.each([
  "/",
  "/console",
  "/console/sign-in",
  "/docs",
  "/api/trpc/hosts.list",
  "/api/auth/session",
  "/verify/start",
  "/tokens/validate",
  "/admin/tenants",
  "/health",
  "/oidc/auth",
  "/.well-known/jwks.json",
  "/openapi.json",
  "/gate/gat_x/start",
  "/gate.js",
  "/embed.js",
  "/practice",
  "/practice/ten_other",
  "/openid4vp/request/wtx_1",
  "/openid4vp/response/wtx_1",
  "/v/vendor/vnd_1/callback",
  "/hosts/ask",
  "/v",
  "/v/../console",
  "/v/%2e%2e/console",
  "/v/x/../../console",
  "/v/\\..\\console",
  "//console/v/x",
  "/key/../admin/tenants",
  "/%76/vs_x",
  "/_next/image",
  "/_next/static/../../console",
])("a tenant's host does not have %s", (path) => {
  expect(isOnTenantHost(path, "ten_own")).toBe(false);
});

test("a host is off only days after its record was first missed", () => {
  const at = new Date("2026-11-26T12:00:00Z");
  const proven = { verifiedAt: at, missingSince: null, offAt: null };
  expect(hostState({ ...proven, verifiedAt: null })).toBe("pending");
  expect(hostState(proven)).toBe("on");
  expect(hostState({ ...proven, missingSince: at })).toBe("warned");
  expect(hostState({ ...proven, missingSince: at, offAt: at })).toBe("off");
  expect(hostEnd(at).getTime() - at.getTime()).toBe(HOSTS.graceDays * 86_400_000);
});

test("the record is below the host, so that a name with a CNAME can have it", () => {
  expect(proofRecord("verify.shop.example", "abc")).toEqual({
    name: "_lintel.verify.shop.example",
    value: "lintel-verification=abc",
  });
});
