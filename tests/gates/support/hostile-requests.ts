import { type Door, rawRequest } from "./raw.ts";
import { cookieValue, forgedCookies, goodCookie, type TestGate } from "./test-gate.ts";

/**
 * How a gate answers: `start` leads a person to the age check, `refusal` is 401 with the address of it, `any` is anything
 * that is no success (a server may call a request malformed), `open` is an open path's own answer.
 */
export type Expected = "start" | "refusal" | "any" | "open";

export type HostileRequest = {
  name: string;
  bytes: string;
  /** Of each request in `bytes`, in turn. */
  answers: readonly Expected[];
};

const NAVIGATION = ["Accept: text/html,application/xhtml+xml,*/*;q=0.8", "Sec-Fetch-Mode: navigate"];
const CLOSE = "Connection: close";
const SECRET = "/secret.bin";

/** Headers with which others' gates let people in, or wrote what they sent into what the site believes. */
const FORGED_HEADERS: Record<string, readonly string[]> = {
  "X-Original-URI, an open path": ["X-Original-URI: /health"],
  "X-Original-URI, an open prefix": ["X-Original-URI: /assets/app.css"],
  "X-Forwarded-Uri (CVE-2026-40575)": ["X-Forwarded-Uri: /health"],
  "X-Original-URL and X-Rewrite-URL": ["X-Original-URL: /health", "X-Rewrite-URL: /health"],
  "X-Forwarded-Method OPTIONS": ["X-Forwarded-Method: OPTIONS"],
  "X-Forwarded-Host of another site": ["X-Forwarded-Host: age.test", "X-Forwarded-Proto: https"],
  "X-Forwarded-For of this machine": ["X-Forwarded-For: 127.0.0.1", "X-Real-IP: 127.0.0.1"],
  Forwarded: ["Forwarded: for=127.0.0.1;host=age.test;proto=https"],
  "Lintel-Age": ["Lintel-Age: 18", "Lintel-Age: 99"],
  "Lintel_Age (GO-2026-5346)": ["Lintel_Age: 18", "LINTEL_AGE: 18"],
  "Lintel-Gate": ["Lintel-Gate: https://evil.test/"],
  "Lintel-anything": [
    "Lintel-Pass: 1",
    "Lintel-Site: gat_1",
    "Lintel-Status: 204",
    "X-Lintel-Verified: true",
  ],
  "kube-probe (CVE-2026-34457)": ["User-Agent: kube-probe/1.31"],
  "a health check of Google's": ["User-Agent: GoogleHC/1.0"],
  "a health check of Amazon's": ["User-Agent: ELB-HealthChecker/2.0"],
  "a search engine": ["User-Agent: Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"],
  "no User-Agent but an empty one": ["User-Agent:"],
  "Authorization of any kind": ["Authorization: Basic YWRtaW46YWRtaW4=", "Remote-User: admin"],
  "X-Accel-Redirect": ["X-Accel-Redirect: /secret.bin", "X-Sendfile: /secret.bin"],
  "an If-None-Match that fits": ['If-None-Match: "protected"'],
  "an If-None-Match of anything": ["If-None-Match: *"],
  "an If-Modified-Since": ["If-Modified-Since: Thu, 01 Jan 2099 00:00:00 GMT"],
  "a Range": ["Range: bytes=0-9"],
  "a Range of many parts": ["Range: bytes=0-1,5-6,9-", 'If-Range: "protected"'],
  "Cache-Control: only-if-cached": ["Cache-Control: only-if-cached, max-stale"],
  "a service worker's script": ["Service-Worker: script", "Sec-Fetch-Mode: same-origin"],
  "a fetch": ["Sec-Fetch-Mode: cors", "Sec-Fetch-Dest: empty", "Accept: */*"],
  "a fetch that accepts HTML": ["Sec-Fetch-Mode: cors", "Accept: text/html"],
  "a CORS preflight's headers": ["Origin: https://shop.test", "Access-Control-Request-Method: GET"],
  "a prefetch": ["Purpose: prefetch", "Sec-Purpose: prefetch;prerender"],
  "an HTTP/2 upgrade": [
    "Connection: Upgrade, HTTP2-Settings",
    "Upgrade: h2c",
    "HTTP2-Settings: AAMAAABkAAQAAP__",
  ],
  "hop-by-hop names in Connection": [
    "Connection: close, Cookie, X-Original-URI, X-Forwarded-Uri, Lintel-Age",
  ],
};

/** Addresses of closed things that look open, or that another program may read as another address. */
const ODD_TARGETS: Record<string, string> = {
  "an open path as query (CVE-2025-54576)": "/secret.bin?/health",
  "an open prefix as query": "/secret.bin?/assets/app.css",
  "an open path as value": "/secret.bin?x=/assets/",
  "an open path as fragment": "/secret.bin#/health",
  "an open path encoded as query": "/secret.bin%3f/health",
  "out of an open prefix": "/assets/../secret.bin",
  "out of an open prefix, dots encoded": "/assets/%2e%2e/secret.bin",
  "out of an open prefix, one dot encoded": "/assets/.%2E/secret.bin",
  "out of an open prefix, slash encoded": "/assets/..%2fsecret.bin",
  "out of an open prefix, slashes encoded": "/assets%2f..%2fsecret.bin",
  "out of an open prefix, all encoded": "/assets/%2e%2e%2fsecret.bin",
  "out of an open prefix, encoded twice": "/assets/%252e%252e/secret.bin",
  "out of an open prefix, slash encoded twice": "/assets/..%252fsecret.bin",
  "out of an open prefix, encoded three times": "/assets/%25252e%25252e%25252fsecret.bin",
  "out of an open prefix by a backslash": "/assets/..\\secret.bin",
  "out of an open prefix by an encoded backslash": "/assets/..%5csecret.bin",
  "out of an open prefix, with a parameter": "/assets/..;/secret.bin",
  "out of an open prefix, with an encoded parameter": "/assets/..%3b/secret.bin",
  "out of an open prefix, a dot segment between": "/assets/./../secret.bin",
  "out of an open prefix, a double slash between": "/assets//../secret.bin",
  "out of an open prefix, three dots": "/assets/.../secret.bin",
  "out of an open prefix, a null between": "/assets/..%00/secret.bin",
  "out of an open prefix and the site": "/assets/../../secret.bin",
  "out of the gate's own address": "/.well-known/lintel/../../secret.bin",
  "out of the gate's own address, encoded": "/.well-known/lintel/%2e%2e/%2e%2e/secret.bin",
  "an open path and more": "/health/secret.bin",
  "an open path that goes on": "/healthy",
  "an open path with a parameter": "/health;/../secret.bin",
  "an open prefix without its slash": "/assets",
  "an open prefix that goes on": "/assetssecret.bin",
  "in capitals": "/SECRET.BIN",
  "an open prefix in capitals": "/ASSETS/../secret.bin",
  "a double slash": "//secret.bin",
  "a double slash and an open path": "//health/../secret.bin",
  "a dot segment": "/./secret.bin",
  "a trailing dot": "/secret.bin.",
  "a trailing slash": "/secret.bin/",
  "a trailing space": "/secret.bin%20",
  "a parameter": "/secret.bin;x=/health",
  "an encoded letter": "/%73ecret.bin",
  "a null byte": "/secret.bin%00",
  "a null byte and an open name": "/secret.bin%00.css",
  "an encoded line break": "/secret.bin%0d%0aX-Original-URI:%20/health",
  "overlong UTF-8": "/assets/%c0%ae%c0%ae/secret.bin",
  "wide dots": "/assets/%ef%bc%8e%ef%bc%8e/secret.bin",
  "an incomplete encoding": "/assets/%2",
  "no slash before": "secret.bin",
  "a star": "*",
};

/** Shapes that a server may refuse as malformed, in place of asking for proof. */
const MAY_BE_MALFORMED =
  /^(no slash|a star|an incomplete|a null|out of|overlong|wide|an encoded line|an open path (as fragment|with)|an open prefix in)/;

const wholeRequests = (door: Door): HostileRequest[] => {
  const raw = (about: Parameters<typeof rawRequest>[1] = {}): string => rawRequest(door, about);
  const one = (name: string, bytes: string, expected: Expected = "refusal"): HostileRequest => ({
    name,
    bytes,
    answers: [expected],
  });
  const method = (name: string, headers: readonly string[] = [CLOSE]): HostileRequest =>
    one(name, raw({ method: name, headers }));
  const webSocket = [
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
  ];
  return [
    one("a person", raw({ headers: [...NAVIGATION, CLOSE] }), "start"),
    one("a person at the root", raw({ target: "/", headers: [...NAVIGATION, CLOSE] }), "start"),
    one("an old browser", raw({ headers: ["Accept: text/html", CLOSE] }), "start"),
    one("a program", raw({ headers: ["Accept: application/json", CLOSE] })),
    one("nothing but a host", raw({ headers: [CLOSE] })),
    one("HEAD of a person", raw({ method: "HEAD", headers: [...NAVIGATION, CLOSE] }), "start"),
    method("HEAD"),
    ...["OPTIONS", "DELETE", "PATCH", "PROPFIND"].map((name) => method(name)),
    one("TRACE", raw({ method: "TRACE", headers: [CLOSE] }), "any"),
    one("a method of its own", raw({ method: "SECRET", headers: [CLOSE] }), "any"),
    one("a method in lower case", raw({ method: "get", headers: [CLOSE] }), "any"),
    one("POST of a form by a person", raw({ method: "POST", headers: [...NAVIGATION, CLOSE], body: "a=1" })),
    one("PUT", raw({ method: "PUT", headers: [CLOSE], body: "a=1" })),
    one(
      "POST that says GET",
      raw({ method: "POST", headers: ["X-HTTP-Method-Override: GET", CLOSE], body: "a" }),
    ),
    one(
      "POST with a body that looks like a request",
      raw({ method: "POST", headers: [CLOSE], body: raw({ target: "/health" }) }),
    ),
    one("a WebSocket", raw({ target: "/socket", headers: webSocket })),
    one("a WebSocket of a person", raw({ target: "/socket", headers: [...NAVIGATION, ...webSocket] })),
    one(
      "a WebSocket's headers by POST",
      raw({ method: "POST", target: "/socket", headers: webSocket, body: "a" }),
    ),
    one("HTTP/1.0", raw({ version: "1.0", headers: [] })),
    one("HTTP/1.0 of a person", raw({ version: "1.0", headers: NAVIGATION }), "start"),
    one("HTTP/1.0 without a host", "GET /secret.bin HTTP/1.0\r\n\r\n", "any"),
    one("HTTP/1.1 without a host", `GET /secret.bin HTTP/1.1\r\n${CLOSE}\r\n\r\n`, "any"),
    one("HTTP/0.9", "GET /secret.bin\r\n\r\n", "any"),
    one("the absolute form", raw({ target: `https://${door.host}/secret.bin`, headers: [CLOSE] })),
    one(
      "the absolute form of another site",
      raw({ target: "http://evil.test/health/../secret.bin", headers: [CLOSE] }),
      "any",
    ),
    one("another host", raw({ host: "evil.test", headers: [CLOSE] }), "any"),
    one("the host of the age check", raw({ host: "age.test", headers: [CLOSE] }), "any"),
    one("this machine as host", raw({ host: "localhost", headers: [CLOSE] }), "any"),
    one("a host with a path", raw({ host: `${door.host}/health`, headers: [CLOSE] }), "any"),
    one("two hosts", raw({ headers: ["Host: evil.test", CLOSE] }), "any"),
    one(
      "the host in capitals with a dot",
      raw({ host: door.host.toUpperCase().replace(/(:|$)/, ".$1"), headers: [CLOSE] }),
      "any",
    ),
    one(
      "no encoding in a body by pieces",
      `${raw({ method: "POST", headers: ["Transfer-Encoding: chunked", CLOSE] })}0\r\n\r\n`,
    ),
    one(
      "both lengths",
      `${raw({ method: "POST", headers: ["Content-Length: 4", "Transfer-Encoding: chunked", CLOSE] })}0\r\n\r\n`,
      "any",
    ),
    one(
      "a length that hides a request",
      `${raw({ method: "POST", target: "/health", headers: ["Content-Length: 0", "Transfer-Encoding: xchunked"] })}${raw()}`,
      "any",
    ),
    one(
      "a header that goes on in the next line",
      raw({ headers: ["X-A: 1", " X-Original-URI: /health", CLOSE] }),
      "any",
    ),
    one("a space before a header's colon", raw({ headers: ["X-Original-URI : /health", CLOSE] }), "any"),
    one("a cookie of 7,000 characters", raw({ headers: [`Cookie: a=${"b".repeat(7_000)}`, CLOSE] }), "any"),
    one("a cookie of 40,000 characters", raw({ headers: [`Cookie: a=${"b".repeat(40_000)}`, CLOSE] }), "any"),
    one("a thousand cookies", raw({ headers: [`Cookie: ${"a=1; ".repeat(1_000)}b=2`, CLOSE] }), "any"),
    one(
      "300 headers",
      raw({ headers: [...Array.from({ length: 300 }, (_, i) => `X-${i}: 1`), CLOSE] }),
      "any",
    ),
    {
      name: "behind an open path, in the same connection",
      bytes: raw({ target: "/health" }) + raw({ headers: [CLOSE] }),
      answers: ["open", "refusal"],
    },
    {
      name: "behind an open path that is asked for by HTTP/1.0 with keep-alive",
      bytes:
        raw({ target: "/health", version: "1.0", headers: ["Connection: keep-alive"] }) +
        raw({ headers: [CLOSE] }),
      answers: ["open", "any"],
    },
  ];
};

/** The good value where no cookie is. */
const misplacedProofs = (gate: TestGate): Record<string, Parameters<typeof rawRequest>[1]> => {
  const good = goodCookie(gate);
  const value = cookieValue(gate);
  return {
    "the proof in the query": { target: `/secret.bin?${good}` },
    "the proof in Authorization": { headers: [`Authorization: Bearer ${value}`] },
    "the proof in X-Cookie and Cookie2": { headers: [`X-Cookie: ${good}`, `Cookie2: ${good}`] },
    "the proof in Set-Cookie": { headers: [`Set-Cookie: ${good}; Path=/; Secure`] },
    "the proof in Lintel headers": { headers: [`Lintel-Cookie: ${good}`, `Lintel-Proof: ${value}`] },
    "the proof in the body": { method: "POST", body: good },
  };
};

/** Attempts to get what is protected without proof, each as the bytes that go to the gate. */
export const hostileRequests = (gate: TestGate, door: Door): HostileRequest[] => {
  const get = (about: Parameters<typeof rawRequest>[1] = {}): string =>
    rawRequest(door, { ...about, headers: [...(about?.headers ?? []), CLOSE] });
  const named = <Value>(table: Record<string, Value>, make: (value: Value, name: string) => HostileRequest) =>
    Object.entries(table).map(([name, value]) => make(value, name));
  return [
    ...wholeRequests(door),
    ...named(FORGED_HEADERS, (headers, name) => ({
      name: `header: ${name}`,
      bytes: get({ target: SECRET, headers }),
      answers: ["refusal"],
    })),
    ...named(ODD_TARGETS, (target, name) => ({
      name: `address: ${name}`,
      bytes: get({ target }),
      answers: [MAY_BE_MALFORMED.test(name) ? "any" : "refusal"],
    })),
    ...named(forgedCookies(gate), (cookie, name) => ({
      name: `cookie: ${name}`,
      bytes: get({ headers: [`Cookie: ${cookie}`] }),
      answers: ["refusal"],
    })),
    ...named(misplacedProofs(gate), (about, name) => ({
      name: `misplaced: ${name}`,
      bytes: get(about),
      answers: ["refusal"],
    })),
  ];
};
