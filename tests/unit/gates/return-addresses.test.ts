import { describe, expect, test } from "vitest";
import { fieldOf, isGateCallback, returnOf, returnPathOf, startAddress } from "#core/gates/addresses.ts";
import { cookieNameOf, openPathFault, originFault } from "#core/gates/gate.ts";

const SITE = "https://shop.example";

// Ways to another host that redirect checks of others let through, each written plainly and in every form below.
const HOSTS = [
  "evil.example",
  "evil.example/",
  "shop.example.evil.example",
  "shop.example@evil.example",
  "[::1]",
];
const LEADS = [
  ...["//", "///", "////", "/\\", "\\/", "\\\\", "/\\/", "/\t/", "/\n/", "/\r/", "/\r\n/", "/ /", "/\u0000/"],
  ...[
    "/.//",
    "/..//",
    "/%2e//",
    "/%2e%2e//",
    "/a/..//",
    "/./..//",
    "/%2F",
    "/%5C",
    "/%09/",
    "/%0a/",
    "/%0d/",
  ],
  ...[
    "/%00/",
    "/%2f%2f",
    "/%5c%5c",
    "%2f%2f",
    "%5c%5c",
    "/%252f",
    "/%255c",
    "http://",
    "https://",
    "HTTPS:",
    "https:",
  ],
  ...[
    "ftp://",
    "ws://",
    "https:/",
    "javascript://",
    "data:text/html,//",
    "@",
    ".",
    "",
    "?//",
    "#//",
    "\u2028//",
  ],
  ...["\ufeff//", "/\u3000/", "/\uff0f", "\u2215\u2215"],
];
const OTHERS = [
  ...[
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "mailto:a@b",
    "about:blank",
  ],
  ...[
    "/a\r\nSet-Cookie: x=1",
    "/a\nLocation: //x",
    "/a\u0000b",
    "/a\u007fb",
    "/a b",
    "/a\tb",
    '/a"b',
    "/a<b>",
    "/a\\b",
  ],
  ...[
    "/a%0d%0aSet-Cookie:x",
    "/a%00b",
    "/a%5cb",
    "/a%255cb",
    "/é",
    "/\ud800",
    `/${"a".repeat(1000)}`,
    "/{a}",
    "/a`b",
    "/a^b",
  ],
];
const SHAPES = [...new Set([...LEADS.flatMap((lead) => HOSTS.map((host) => lead + host)), ...OTHERS])];

describe("a return address", () => {
  test("is refused in more than 200 hostile shapes, raw and encoded", () => {
    expect(SHAPES.length).toBeGreaterThan(200);
    const taken = SHAPES.map((shape) => [shape, returnPathOf(shape, SITE)]).filter(
      ([, path]) => path !== null,
    );
    // A path that only looks odd stays on the site: what follows the first ? is a question to it.
    expect(taken).toEqual([]);
  });

  test.each([
    ["nginx writes it as it was asked for", (shape: string) => `return=${shape}`],
    ["others encode it", (shape: string) => `return=${encodeURIComponent(shape.toWellFormed())}`],
  ])("leads to the site's own host, whatever is given: %s", (_, write) => {
    for (const shape of SHAPES) {
      const path = returnOf(write(shape), SITE);
      const url = new URL(SITE + path);
      expect([shape, url.origin, path.startsWith("//")]).toEqual([shape, SITE, false]);
      // As a browser on the site would read the path alone.
      expect([shape, new URL(path, SITE).origin]).toEqual([shape, SITE]);
    }
  });

  test.each([
    ["/", "/"],
    ["/wine", "/wine"],
    ["/wine?year=2019&sort=price", "/wine?year=2019&sort=price"],
    ["/a//b", "/a//b"],
    ["/caf%C3%A9", "/caf%C3%A9"],
    ["/a;v=1,2(3)*'!$+:@~_-.", "/a;v=1,2(3)*'!$+:@~_-."],
    ["/search?q=a%20b%0a%2F%2Fx", "/search?q=a%20b%0a%2F%2Fx"],
    ["/go?to=https://other.example//x", "/go?to=https://other.example//x"],
    ["/a/../b", "/b"],
    ["/a#part", "/a"],
    ["/[x]|y", "/[x]|y"],
  ])("%s stays", (given, path) => {
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
    ["http://localhost:3000", "live", false],
    ["http://shop.example", "test", false],
    ["https://shop.example/wine", "live", false],
    ["https://shop.example?x", "live", false],
    ["https://user:word@shop.example", "live", false],
    ["https://*.shop.example", "live", false],
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
