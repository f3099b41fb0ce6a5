import { describe, expect, test } from "vitest";
import {
  fieldOf,
  isGateCallback,
  returnOf,
  returnPathOf,
  shortStartAddress,
  startAddress,
  wantedIn,
} from "#core/gates/addresses.ts";
import { cookieNameOf, openPathFault, originFault } from "#core/gates/gate.ts";
import { HOSTILE_RETURNS, RETURNS } from "../../support/gates/return-shapes.ts";

const SITE = "https://shop.example";

describe("a return address", () => {
  test("is refused in more than 200 hostile shapes, raw and encoded", () => {
    expect(HOSTILE_RETURNS.length).toBeGreaterThan(200);
    const taken = HOSTILE_RETURNS.map((shape) => [shape, returnPathOf(shape, SITE)]).filter(
      ([, path]) => path !== null,
    );
    // A path that only looks odd stays on the site: what follows the first ? is a question to it.
    expect(taken).toEqual([]);
  });

  test("is refused with a hidden character or a backslash in its path: raw, encoded once, encoded twice", () => {
    const codes = [...Array(0x20).keys(), 0x5c, 0x7f];
    const taken = codes.flatMap((code) => {
      const encoded = `%${code.toString(16).padStart(2, "0")}`;
      return [String.fromCharCode(code), encoded, encoded.toUpperCase(), encoded.replace("%", "%25")]
        .map((form) => `/wine${form}/2019`)
        .filter((path) => returnPathOf(path, SITE) !== null);
    });
    expect(taken).toEqual([]);
  });

  test.each([
    ["nginx writes it as it was asked for", (shape: string) => `return=${shape}`],
    ["others encode it", (shape: string) => `return=${encodeURIComponent(shape.toWellFormed())}`],
  ])("leads to the site's own host, whatever is given: %s", (_, write) => {
    for (const shape of HOSTILE_RETURNS) {
      const path = returnOf(write(shape), SITE);
      const url = new URL(SITE + path);
      expect([shape, url.origin, path.startsWith("//")]).toEqual([shape, SITE, false]);
      // As a browser on the site would read the path alone.
      expect([shape, new URL(path, SITE).origin]).toEqual([shape, SITE]);
    }
  });

  test.each(RETURNS)("%s stays", (given, path) => {
    expect(returnPathOf(given, SITE)).toBe(path);
    expect(returnOf(`return=${given}`, SITE)).toBe(path);
    expect(returnOf(`answer=code&return=${encodeURIComponent(given)}`, SITE)).toBe(path);
  });

  test("is everything after return=, also what looks like another field", () => {
    expect(returnOf("answer=code&return=/a?x=1&answer=cookie&return=/b", SITE)).toBe(
      "/a?x=1&answer=cookie&return=/b",
    );
    expect(fieldOf("answer=code&return=/a?answer=cookie", "answer")).toBe("code");
    expect(fieldOf("return=/a&answer=code", "answer")).toBe(null);
    expect(returnOf("", SITE)).toBe("/");
    expect(startAddress("https://x.example", "/a?b=c&d")).toBe(
      "https://x.example/start?return=%2Fa%3Fb%3Dc%26d",
    );
  });
});

describe("a long return address", () => {
  const long = (characters: number) => `/search?q=${"a".repeat(characters - "/search?q=".length)}`;

  test("is carried up to 1,000 characters, kept by the tab up to 4,000, and said to be too long beyond", () => {
    for (const write of [
      (path: string) => `return=${path}`,
      (path: string) => `return=${encodeURIComponent(path)}`,
    ]) {
      expect(wantedIn(write(long(1_000)), SITE)).toEqual({
        returnPath: long(1_000),
        kept: null,
        longPath: null,
      });
      expect(wantedIn(write(long(1_001)), SITE)).toEqual({
        returnPath: "/",
        kept: "path",
        longPath: long(1_001),
      });
      expect(wantedIn(write(long(4_000)), SITE)).toEqual({
        returnPath: "/",
        kept: "path",
        longPath: long(4_000),
      });
      expect(wantedIn(write(long(4_001)), SITE)).toEqual({ returnPath: "/", kept: "path", longPath: null });
    }
  });

  test("gets no longer by encoding, and is left out where there is no room", () => {
    const percent = `/${"%20".repeat(1_333)}`;
    expect(startAddress(SITE, percent).length).toBeLessThanOrEqual(4_100);
    expect(wantedIn(startAddress(SITE, percent).split("?", 2)[1] ?? "", SITE).longPath).toBe(percent);
    expect(wantedIn(startAddress(SITE, long(3_999)).replace(/^[^?]*\?/, ""), SITE).longPath).toBe(
      long(3_999),
    );
    for (const none of [long(1_001), null]) {
      const query = shortStartAddress(SITE, none).replace(/^[^?]*\?/, "");
      expect(wantedIn(query, SITE)).toEqual({ returnPath: "/", kept: "path", longPath: null });
    }
    expect(shortStartAddress(SITE, long(900))).toBe(startAddress(SITE, long(900)));
  });

  test("what a tab has kept is one of two words, and stands before the address", () => {
    expect(wantedIn("kept=hash&return=/a", SITE)).toEqual({ returnPath: "/a", kept: "hash", longPath: null });
    for (const query of ["kept=x&return=/a", "return=/a?kept=hash", "kept=__proto__&return=/a"])
      expect(wantedIn(query, SITE).kept).toBe(null);
  });
});

test("a gate's callback is told from a tenant's own address", () => {
  const id = "gat_01k9aaaaaaaaaaaaaaaaaaaaaa";
  expect(isGateCallback(`https://shop.example/.well-known/lintel/${id}/callback?state=x`)).toBe(true);
  expect(isGateCallback(`https://age.example/below/gate/${id}/callback?state=x`)).toBe(true);
  for (const other of [`/gate/${id}/start`, "/gate/gat_x/callback", "/callback", `/gate/${id}/callback/x`])
    expect(isGateCallback(`https://shop.example${other}`)).toBe(false);
  expect(isGateCallback("no address")).toBe(false);
});

describe("what a site is", () => {
  test.each([
    ["https://shop.example", "live", true],
    ["https://shop.example:8443", "live", true],
    ["https://SHOP.example", "live", true],
    ["https://shop.example/", "live", true],
    ["http://localhost:3000", "test", true],
    ["http://127.0.0.1:3000", "test", true],
    ["http://shop.localhost:3000", "test", true],
    ["http://127.0.0.2", "test", true],
    ["http://[::1]:3000", "test", true],
    ["http://shop.localhost:3000", "live", false],
    ["http://localhost.example", "test", false],
    ["http://*.localhost", "test", false],
    ["http://localhost:3000", "live", false],
    ["http://shop.example", "test", false],
    ["https://shop.example/wine", "live", false],
    ["https://shop.example?x", "live", false],
    ["https://user:word@shop.example", "live", false],
    ["https://*.shop.example", "live", false],
    ["https://shop_1.example", "live", true],
    ["https://münchen.example", "live", true],
    ["https://[2001:db8::1]", "live", true],
    ...["a;b", "a$b", 'a"b', "a'b", "a{b}", "a(b)", "a`b", "a,b", "a&b", "a=b", "a!b", "a~b", "a+b"].map(
      (host) => [`https://${host}.example`, "live", false] as const,
    ),
    ["shop.example", "live", false],
    ["javascript:alert(1)", "test", false],
    ["", "test", false],
  ] as const)("%s (%s): %s", (origin, mode, isTaken) => {
    expect(originFault(origin, mode) === null).toBe(isTaken);
  });

  test.each([
    ["/health", true],
    ["/assets/", true],
    ["/a/b.c-d_e~f/", true],
    ...[
      "/",
      "",
      "health",
      "/a//b",
      "/a/../b",
      "/a/./b",
      "/a%2fb",
      "/a?b",
      "/a b",
      "/é",
      "/a;b",
      "/..",
      "/a\\b",
      "/*",
    ].map((path) => [path, false] as const),
  ] as const)("an open path %s: %s", (path, isTaken) => {
    expect(openPathFault(path) === null).toBe(isTaken);
  });

  test("its cookie is the host's own, wherever there is https", () => {
    expect(cookieNameOf({ origin: SITE, minimumAge: 18 })).toBe("__Host-lintel_gate_18");
    expect(cookieNameOf({ origin: SITE, minimumAge: null })).toBe("__Host-lintel_gate_policy");
    expect(cookieNameOf({ origin: "http://localhost:1", minimumAge: 18 })).toBe("lintel_gate_18");
  });
});
