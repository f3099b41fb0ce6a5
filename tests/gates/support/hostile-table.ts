import { type Door, type RawRequest, rawRequest } from "./raw.ts";
import { cookieValue, goodCookie, type TestGate } from "./test-gate.ts";

// Every pair of a method, an address, a cookie and a header, none of which proves anything: what each of them means alone is
// in hostile-requests.ts. The rest of each request is chosen by a generator with a seed, so each run sends the same.

const METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "PROPFIND", "get"] as const;

const TARGETS = (host: string): Record<string, string> => ({
  plain: "/secret.bin",
  root: "/",
  folder: "/films/",
  "open in the query": "/secret.bin?/health",
  "open in the fragment": "/secret.bin#/assets/app.css",
  "open and more": "/health/secret.bin",
  "open without its end": "/assetssecret.bin",
  "dots out of an open folder": "/assets/../secret.bin",
  "encoded dots": "/assets/%2e%2e/secret.bin",
  "encoded slash": "/assets/..%2fsecret.bin",
  "encoded twice": "/assets/%252e%252e%252fsecret.bin",
  backslash: "/assets/..\\secret.bin",
  "encoded backslash": "/assets/..%5csecret.bin",
  parameter: "/assets/..;/secret.bin",
  "double slash": "//secret.bin",
  "double slash and open": "//health/../secret.bin",
  "dot segment": "/./films/.//secret.bin",
  capitals: "/SECRET.BIN",
  "encoded letter": "/%73ecret.bin",
  "null byte": "/secret.bin%00.css",
  "trailing dots": "/secret.bin..",
  "encoded line break": "/secret.bin%0d%0aX-Original-URI:%20/health",
  absolute: `https://${host}/secret.bin`,
  "absolute, of another host": "http://evil.test/health/../secret.bin",
  "the gate's own": "/.well-known/lintel/../../secret.bin",
  long: `/secret.bin?q=${"a".repeat(3_000)}`,
});

/** Of other gates: one of another tenant, and this site's own test gate. */
const others = (gate: TestGate): { foreign: TestGate; practice: TestGate } => ({
  foreign: { ...gate, siteId: "gat_another", secret: `gs_${"B".repeat(43)}` },
  practice: { ...gate, siteId: "gat_practice", secret: `gs_${"C".repeat(43)}` },
});

const COOKIES = (gate: TestGate): Record<string, string> => {
  const { cookieName: name } = gate;
  const { foreign, practice } = others(gate);
  const good = cookieValue(gate);
  const now = Math.floor(Date.now() / 1_000);
  const forged = `${good.slice(0, -3)}${good.at(-3) === "A" ? "B" : "A"}${good.slice(-2)}`;
  const ended = cookieValue(gate, now - 60);
  return {
    none: "",
    "the site's own": "session=1; theme=dark",
    forged: `${name}=${forged}`,
    ended: `${name}=${ended}`,
    "good for too long": `${name}=${cookieValue(gate, now + 50_000)}`,
    "another tenant's": `${name}=${cookieValue(foreign)}`,
    "the test gate's": `${name}=${cookieValue(practice)}`,
    "another host's": `${name}=${cookieValue({ ...gate, host: "evil.test" })}`,
    "another age's": `${name}=${cookieValue({ ...gate, threshold: "16" })}`,
    truncated: `${name}=${good.slice(0, -1)}`,
    "under a neighbour's name": `${name.replace("__Host-", "")}=${good}`,
    "doubled, both bad": `${name}=${ended}; ${name}=${forged}`,
    "good as a part of another": `a=${name}=${good}`,
    "the fifth of its name": `${`${name}=x; `.repeat(4)}${name}=${good}`,
    "Apache's session": `mod_auth_openidc_session=${"a".repeat(36)}; x_csrf=1`,
    long: `a=${"b".repeat(3_000)}; ${name}=${forged}`,
  };
};

const HEADERS = (host: string): Record<string, readonly string[]> => ({
  none: [],
  "a person": ["Accept: text/html", "Sec-Fetch-Mode: navigate"],
  "a frame": ["Accept: text/html", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: iframe"],
  "a WebSocket": [
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
  ],
  h2c: ["Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAAP__"],
  "X-Forwarded-Uri": ["X-Forwarded-Uri: /health", "X-Forwarded-Method: OPTIONS"],
  "X-Original-URL": ["X-Original-URL: /health", "X-Original-URI: /health", "X-Rewrite-URL: /assets/app.css"],
  "X-Forwarded-Host": [
    "X-Forwarded-Host: evil.test",
    "X-Forwarded-Proto: http",
    "X-Forwarded-For: 127.0.0.1",
  ],
  "Lintel-Age": ["Lintel-Age: 99", "Lintel_Age: 99", "Lintel.Age: 99"],
  "OIDC claims": ["OIDC_CLAIM_age_over_18: 1", "OIDC_access_token: x", "REMOTE_USER: x"],
  "another method": ["X-HTTP-Method-Override: GET", "X-Method-Override: OPTIONS"],
  Range: ["Range: bytes=0-99", 'If-Range: "protected"'],
  "If-None-Match": ['If-None-Match: "protected"', "If-Modified-Since: Thu, 01 Jan 2099 00:00:00 GMT"],
  "a second Host": ["Host: evil.test"],
  "hop by hop": [`Connection: Cookie, X-Forwarded-Uri, Host`],
  "Expect and TE": ["TE: trailers, chunked", "Trailer: Lintel-Age"],
  chunked: ["Transfer-Encoding: chunked"],
  "both lengths": ["Transfer-Encoding: chunked", "Content-Length: 5"],
  "an odd encoding": ["Transfer-Encoding: xchunked", "Content-Length: 0"],
  "two lengths": ["Content-Length: 0", "Content-Length: 0"],
  "a request in a header's place": [`X-A: 1\r\n\r\nGET /secret.bin HTTP/1.1\r\nHost: ${host}`],
});

/** Where a body may be whole already, and another request behind it. */
const CHUNKED = /chunked|both lengths/;

/** A generator with a seed (Mulberry32): the same numbers on every machine. */
const numbers = (seed: number): ((below: number) => number) => {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
};

/** Every pair of values of two of these lists, with values of the others by chance. */
const pairsOf = (sizes: readonly number[], chance: (below: number) => number): number[][] => {
  const rows: number[][] = [];
  for (let one = 0; one < sizes.length; one += 1)
    for (let other = one + 1; other < sizes.length; other += 1)
      for (let i = 0; i < (sizes[one] ?? 0); i += 1)
        for (let j = 0; j < (sizes[other] ?? 0); j += 1)
          rows.push(sizes.map((size, at) => (at === one ? i : at === other ? j : chance(size))));
  return rows;
};

export type HostileRow = { name: string; bytes: string };

/** About 1,900 requests without proof, the same ones in each run. */
export const hostileTable = (gate: TestGate, door: Door): HostileRow[] => {
  const targets = Object.entries(TARGETS(door.host));
  const cookies = Object.entries(COOKIES(gate));
  const headers = Object.entries(HEADERS(door.host));
  const sizes = [METHODS.length, targets.length, cookies.length, headers.length];
  const rows = pairsOf(sizes, numbers(46));
  return rows.map(([m = 0, t = 0, c = 0, h = 0]) => {
    const method = METHODS[m] ?? "GET";
    const [targetName, target] = targets[t] ?? ["", "/"];
    const [cookieName, cookie] = cookies[c] ?? ["", ""];
    const [headerName, lines] = headers[h] ?? ["", []];
    const isUpgrade = lines.some((line) => line.startsWith("Upgrade:"));
    const request: RawRequest = {
      ...{ method, target },
      headers: [
        ...(cookie === "" ? [] : [`Cookie: ${cookie}`]),
        isUpgrade ? "Connection: Upgrade, close" : "Connection: close",
        ...lines,
      ],
    };
    const end = CHUNKED.test(headerName) ? "0\r\n\r\n" : "";
    return {
      name: [method, targetName, cookieName, headerName].join(" | "),
      bytes: rawRequest(door, request) + end,
    };
  });
};

/** What people and programs with proof ask, and what of the site comes back: all of it, a part, its head or that it is the same. */
export const honestTable = (
  gate: TestGate,
  door: Door,
): { name: string; bytes: string; statuses: readonly number[] }[] => {
  const targets = ["/secret.bin", "/films/a%20b.bin?x=1&y=%2F", `/secret.bin?q=${"a".repeat(3_000)}`, "/"];
  const cookies = [goodCookie(gate), `session=1; ${goodCookie(gate)}; theme=dark`];
  const kinds: [string, RawRequest, readonly number[]][] = [
    ["a page", { headers: HEADERS(door.host)["a person"] ?? [] }, [200]],
    ["a part", { headers: ["Range: bytes=0-99"] }, [206]],
    ["the same", { headers: ['If-None-Match: "protected"'] }, [304]],
    ["its head", { method: "HEAD" }, [200]],
    ["a form", { method: "POST", body: "a=1" }, [200]],
    ["a deletion", { method: "DELETE" }, [200]],
    ["a program", { headers: ["Accept: application/json"] }, [200]],
    ["a lie about its age", { headers: ["Lintel-Age: 99", "X-Forwarded-Uri: /health"] }, [200]],
  ];
  return targets.flatMap((target) =>
    cookies.flatMap((cookie) =>
      kinds.map(([kind, about, statuses]) => ({
        name: `${kind} | ${target.slice(0, 30)} | ${cookie.slice(0, 20)}`,
        bytes: rawRequest(door, {
          ...{ target, ...about },
          headers: [...(about.headers ?? []), `Cookie: ${cookie}`, "Connection: close"],
        }),
        statuses,
      })),
    ),
  );
};
