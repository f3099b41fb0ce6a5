import { createHmac } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { returnOf } from "#core/gates/addresses.ts";
import { endedPage } from "#core/gates/configurations/ended-page.ts";
import worker from "../../../sdk/worker/worker.js";
import { readGateCookies, workerVariables } from "../../support/gates/cookie-vectors.ts";
import { CLOSED, OPEN, OPEN_PATHS } from "../../support/gates/open-paths.ts";
import { HOSTILE_RETURNS, RETURNS } from "../../support/gates/return-shapes.ts";

const vectors = readGateCookies();
const VARIABLES = workerVariables(vectors);
const [GOOD] = vectors.cases;
const SITE = "https://shop.example";
const START = `https://shop.example/.well-known/lintel/${vectors.siteId}/start?return=`;
const NAVIGATION = { Accept: "text/html,*/*;q=0.8", "Sec-Fetch-Mode": "navigate" };

let sent: Request[] = [];
let answer: () => Promise<Response>;
beforeEach(() => {
  sent = [];
  answer = () => Promise.resolve(new Response("of the site"));
  vi.stubGlobal("fetch", (request: Request) => {
    sent.push(request);
    return answer();
  });
  vi.useFakeTimers({ toFake: ["Date"], now: GOOD.now * 1_000 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

type Asked = { path?: string; url?: string; variables?: object } & RequestInit;
const ask = ({ path = "/wine", url, variables = {}, ...request }: Asked = {}): Promise<Response> =>
  worker.fetch(new Request(url ?? `https://shop.example${path}`, request), { ...VARIABLES, ...variables });
const withProof = (request: Asked = {}): Promise<Response> =>
  ask({ ...request, headers: { ...request.headers, Cookie: GOOD.cookieHeader } });

test.each(vectors.cases)("the cookie: $name", async ({ threshold, now, good, cookieHeader }) => {
  vi.setSystemTime(now * 1_000);
  const { status } = await ask({
    headers: { Cookie: cookieHeader },
    variables: { GATE_THRESHOLD: threshold },
  });
  expect([status, sent.length]).toEqual(good ? [200, 1] : [401, 0]);
});

test("a previous secret counts only while it is set", async () => {
  const previous = vectors.cases.find(({ name }) => name.includes("previous secret"));
  const headers = { Cookie: previous?.cookieHeader ?? "" };
  expect((await ask({ headers })).status).toBe(200);
  expect((await ask({ headers, variables: { GATE_PREVIOUS_SECRET: "" } })).status).toBe(401);
});

describe("without proof", () => {
  test("a person is led to the start, with the way back", async () => {
    const response = await ask({ path: "/wine/red?year=2019&x=%2F", headers: NAVIGATION });
    const address = `${START}%2Fwine%2Fred%3Fyear%3D2019%26x%3D%252F`;
    expect(response.status).toBe(302);
    expect(Object.fromEntries(response.headers)).toEqual({
      "cache-control": "no-store",
      "lintel-gate": address,
      location: address,
      vary: "Cookie",
    });
    expect([await response.text(), sent]).toEqual(["", []]);
  });

  test.each<[string, RequestInit]>([
    ["a fetch", { headers: { ...NAVIGATION, "Sec-Fetch-Mode": "cors" } }],
    ["a picture", { headers: { Accept: "image/*" } }],
    ["a form", { method: "POST", headers: NAVIGATION, body: "a=1" }],
    ["a WebSocket", { headers: { ...NAVIGATION, Upgrade: "websocket" } }],
    ["a service worker", { headers: { "Service-Worker": "script", "Sec-Fetch-Mode": "same-origin" } }],
    ["a preflight", { method: "OPTIONS", headers: NAVIGATION }],
  ])("%s gets 401 with the address", async (_name, request) => {
    const { status, headers } = await ask(request);
    expect([status, headers.get("Lintel-Gate"), headers.get("Location"), sent]).toEqual([
      401,
      `${START}%2Fwine`,
      null,
      [],
    ]);
  });

  test("a form that a person sends meets a page that leads back to it", async () => {
    const send = async (referer: string, headers: Record<string, string> = NAVIGATION) => {
      const sentForm = { method: "POST", body: "a=1", headers: { ...headers, Referer: referer } };
      const response = await ask({ path: "/order", ...sentForm });
      return [response.status, response.headers.get("Content-Type"), await response.text()];
    };
    const html = "text/html; charset=utf-8";
    expect(await send(`${SITE}/basket?step=2`)).toEqual([
      401,
      html,
      `${endedPage(`${START}%2Fbasket%3Fstep%3D2`)}\n`,
    ]);
    for (const other of ["", "https://evil.test/basket", `${SITE}.evil.test/`, "no address"])
      expect([other, ...(await send(other))]).toEqual([other, 401, html, `${endedPage(`${START}%2F`)}\n`]);
    const [, , marked] = await send(`${SITE}/"><script>`);
    expect(marked).not.toContain("<script>");
    expect(await send(`${SITE}/basket`, { Accept: "text/html" })).toEqual([401, null, ""]);
    expect(sent).toEqual([]);
  });

  test("an address leads back as the service reads it, and to no other host", async () => {
    const wayBack = async (target: string): Promise<string> => {
      const { headers } = await ask({ url: SITE + target });
      return returnOf(new URL(headers.get("Lintel-Gate") ?? "").search.slice(1), SITE);
    };
    for (const [asked, path] of RETURNS) expect([asked, await wayBack(asked)]).toEqual([asked, path]);
    // Others are no address of this site, so no request for them gets here.
    const shapes = HOSTILE_RETURNS.filter((shape) => URL.parse(SITE + shape)?.origin === SITE);
    expect(shapes.length).toBeGreaterThan(100);
    for (const shape of shapes)
      expect([shape, new URL(await wayBack(shape), SITE).origin]).toEqual([shape, SITE]);
  });

  test("a long address gets no longer, and of one that is too long the end of the check says so", async () => {
    const led = async (path: string) => (await ask({ path, headers: NAVIGATION })).headers.get("Location");
    const long = `/a?b=${"%20".repeat(1_200)}`;
    expect(await led(long)).toBe(`${START}${long}`);
    expect(await led(`/${"a".repeat(4_000)}`)).toBe(START.replace("return=", "kept=path&return=%2F"));
  });
});

describe("what is open", () => {
  test.each(["/health", "/health?x=/wine", "/assets/", "/assets/a/b.css?v=1", "/a%20b.txt"])(
    "%s",
    async (path) => {
      const response = await ask({ path });
      expect([response.status, response.headers.get("Cache-Control")]).toEqual([200, null]);
      expect(sent.map(({ url, cache }) => [url, cache])).toEqual([
        [`https://shop.example${path}`, "default"],
      ]);
    },
  );

  test.each([
    ["/", "/health/"],
    ["/healthy", "/HEALTH"],
    ["/assets", "/Assets/a.css"],
    ["/wine?/health", "/wine?x=/assets/"],
    ["/assets/..%2fwine", "/assets/%2fwine"],
    ["/assets//wine", "//assets/a.css"],
    ["/assets/a;b", "/assets/a..b"],
    ["/assets/.git/config", "/assets/a/.env"],
    ['/assets/a"b', "/assets/\u00e4"],
    ["/%68ealth", "/a b.txt/"],
  ])("not %s, nor %s", async (...paths) => {
    for (const path of paths) expect([path, (await ask({ path })).status]).toEqual([path, 401]);
    expect(sent).toEqual([]);
  });

  test("what every other server opens, and nothing that one of them keeps closed", async () => {
    const variables = { GATE_OPEN_PATHS: OPEN_PATHS.join(" ") };
    const isOpen = async (path: string): Promise<boolean> => (await ask({ path, variables })).status === 200;
    for (const path of OPEN) expect([path, await isOpen(path)]).toEqual([path, true]);
    // Browsers and Cloudflare take "." and ".." out, and turn "\\": the Worker, and the site, get what is left.
    const sent = CLOSED.filter((path) => new URL(path, SITE).href === SITE + path);
    expect(sent.length).toBeGreaterThan(15);
    for (const path of sent) expect([path, await isOpen(path)]).toEqual([path, false]);
  });

  test("a slash alone opens the home page, not the site", async () => {
    const variables = { GATE_OPEN_PATHS: "/" };
    expect((await ask({ path: "/", variables })).status).toBe(200);
    expect((await ask({ variables })).status).toBe(401);
  });
});

describe("what the site gets", () => {
  const lies = {
    "Lintel-Age": "99",
    lintel_age: "98",
    "LINTEL-Gate": "x",
    "X-Original-URI": "/health",
    X_Original_URL: "/health",
    "X-Rewrite-URL": "/wine",
    "X-Forwarded-Uri": "/wine",
    "X-Mine": "1",
  };
  const headersOf = (request: Request | undefined) => Object.fromEntries(request?.headers ?? []);

  test("with proof, the age in the service's words", async () => {
    await withProof({ headers: lies });
    expect(headersOf(sent[0])).toEqual({ "lintel-age": "18", "x-mine": "1" });
    expect([sent[0]?.cache, sent[0]?.redirect]).toEqual(["no-store", "manual"]);
  });

  test("on an open path, no age at all", async () => {
    await ask({ path: "/health", headers: lies });
    expect(headersOf(sent[0])).toEqual({ "x-mine": "1" });
  });

  test("its own cookies without the proof", async () => {
    await ask({ headers: { Cookie: `a="1;2"; ${GOOD.cookieHeader}; __Host-lintel_start_x=1; b=2` } });
    expect(headersOf(sent[0]).cookie).toBe('a="1;2"; b=2');
  });

  test("the body and the method", async () => {
    await withProof({ method: "POST", body: "bottles=6" });
    expect([sent[0]?.method, await sent[0]?.text()]).toEqual(["POST", "bottles=6"]);
  });
});

describe("what a visitor with proof gets", () => {
  const shown = async (headers: [string, string][]) => {
    answer = () => Promise.resolve(new Response("wine", { headers }));
    return (await withProof()).headers;
  };

  test("a page that no cache keeps", async () => {
    const headers = await shown([
      ["Content-Type", "text/html"],
      ["Cache-Control", "public, max-age=600"],
      ["Expires", "Thu, 01 Jan 2099 00:00:00 GMT"],
      ["CDN-Cache-Control", "max-age=600"],
      ["Cloudflare-CDN-Cache-Control", "max-age=600"],
      ["Surrogate-Control", "max-age=600"],
      ["Vary", "Accept-Language"],
      ["Set-Cookie", "a=1"],
      ["Set-Cookie", "b=2"],
    ]);
    expect([...headers]).toEqual([
      ["cache-control", "private, no-store"],
      ["content-type", "text/html"],
      ["set-cookie", "a=1"],
      ["set-cookie", "b=2"],
      ["vary", "Accept-Language, Cookie"],
    ]);
  });

  test.each([
    ["public, max-age=600", "private, no-cache"],
    ["no-store", "private, no-store"],
  ])("a picture with %s that a browser asks about again", async (before, after) => {
    const headers = await shown([
      ["Content-Type", "image/png"],
      ["Cache-Control", before],
    ]);
    expect([headers.get("Cache-Control"), headers.get("Vary")]).toEqual([after, "Cookie"]);
  });

  test("no order to forget a picture when the browser asks about it again", async () => {
    answer = () => Promise.resolve(new Response(null, { status: 304, headers: { ETag: '"1"' } }));
    const { status, headers } = await withProof({ headers: { "If-None-Match": '"1"' } });
    expect([status, headers.get("Cache-Control"), headers.get("ETag")]).toEqual([
      304,
      "private, no-cache",
      '"1"',
    ]);
  });

  test("502 while the site is away", async () => {
    answer = () => Promise.reject(new TypeError("no connection"));
    expect((await withProof()).status).toBe(502);
  });
});

describe("the pages of the check", () => {
  const own = `/.well-known/lintel/${vectors.siteId}/`;

  test("go to the service, with its own cookies and nothing of the site's", async () => {
    await ask({
      path: `${own}start?answer=cookie&return=/wine?a=1&b=2`,
      method: "POST",
      body: "return=/wine",
      headers: {
        Cookie: `session=1; ${GOOD.cookieHeader}; __Host-lintel_start_x=y`,
        Authorization: "Basic c2hvcDpzaG9w",
        Referer: "https://shop.example/wine",
        "Accept-Language": "de",
        "Content-Type": "application/x-www-form-urlencoded",
        "Lintel-Age": "18",
        "X-Forwarded-For": "192.0.2.66",
        "CF-Connecting-IP": "192.0.2.1",
      },
    });
    const [request] = sent;
    expect(request?.url).toBe(
      `https://age.example/gate/${vectors.siteId}/start?answer=cookie&return=/wine?a=1&b=2`,
    );
    expect([request?.method, request?.redirect, request?.cache]).toEqual(["POST", "manual", "no-store"]);
    expect(Object.fromEntries(request?.headers ?? [])).toEqual({
      "accept-language": "de",
      "content-type": "application/x-www-form-urlencoded",
      cookie: `${GOOD.cookieHeader}; __Host-lintel_start_x=y`,
      "x-forwarded-for": "192.0.2.1",
    });
    expect(await request?.text()).toBe("return=/wine");
  });

  test("bring back all cookies, and nothing about the service's host", async () => {
    answer = () =>
      Promise.resolve(
        new Response(null, {
          status: 303,
          headers: [
            ["Location", "/wine"],
            ["Set-Cookie", "__Host-lintel_gate_18=v1; Path=/; Secure"],
            ["Set-Cookie", "__Host-lintel_start_x=; Path=/; Max-Age=0"],
            ["Cache-Control", "max-age=60"],
            ["Strict-Transport-Security", "max-age=31536000; includeSubDomains"],
            ["Clear-Site-Data", '"cookies"'],
          ],
        }),
      );
    const { status, headers } = await ask({ path: `${own}callback?state=x` });
    expect([status, ...headers]).toEqual([
      303,
      ["cache-control", "no-store"],
      ["location", "/wine"],
      ["set-cookie", "__Host-lintel_gate_18=v1; Path=/; Secure"],
      ["set-cookie", "__Host-lintel_start_x=; Path=/; Max-Age=0"],
    ]);
  });

  test.each([
    [`${own}check`, "GET", 404],
    [`${own}start/`, "GET", 404],
    [`${own}..%2fcheck`, "GET", 404],
    [`${own}start`, "DELETE", 405],
    [`${own}callback`, "POST", 405],
    ["/.well-known/lintel/gat_another/start", "GET", 401],
  ])("%s by %s is answered here: %i", async (path, method, status) => {
    expect([(await ask({ path, method })).status, sent]).toEqual([status, []]);
  });

  test.each([
    ["no answer", () => Promise.reject(new TypeError("no connection"))],
    ["Cloudflare's 522", () => Promise.resolve(new Response("down", { status: 522 }))],
  ])("502 without a word of the site while the service is away: %s", async (_name, given) => {
    answer = given;
    const response = await ask({ path: `${own}start?return=/wine`, headers: NAVIGATION });
    expect([response.status, response.headers.get("Cache-Control")]).toEqual([502, "no-store"]);
    expect(sent.map(({ url }) => new URL(url).host)).toEqual(["age.example"]);
  });
});

describe("closed where it is not set up", () => {
  test.each([
    ["GATE_SECRET", ""],
    ["GATE_SECRET", "GATE_SECRET"],
    ["GATE_PREVIOUS_SECRET", "gs_short"],
    ["GATE_SITE", ""],
    ["GATE_SITE", "gat_x/../y"],
    ["GATE_ORIGIN", "shop.example"],
    ["GATE_ORIGIN", "http://shop.example"],
    ["GATE_SERVICE", ""],
    ["GATE_SERVICE", "javascript:alert(1)"],
    ["GATE_THRESHOLD", ""],
    ["GATE_THRESHOLD", "018"],
  ])("%s is “%s”", async (name, value) => {
    const response = await withProof({ variables: { [name]: value } });
    expect([response.status, sent]).toEqual([503, []]);
    expect(await response.text()).toContain(name.replace("PREVIOUS_", ""));
  });

  test("no variables at all", async () => {
    expect((await worker.fetch(new Request("https://shop.example/"), {})).status).toBe(503);
  });

  test.each(["https://www.shop.example/", "https://shop.example:8443/", "https://shop.example./"])(
    "%s is another site, for which no cookie counts",
    async (url) => {
      expect([(await withProof({ url })).status, sent]).toEqual([421, []]);
    },
  );

  test("a test site on this computer has its cookie without __Host-, which needs https", async () => {
    const url = "http://localhost:3000/wine";
    const variables = { GATE_ORIGIN: "http://localhost:3000" };
    const exp = GOOD.now + 600;
    const mac = createHmac("sha256", Buffer.from(vectors.secret.slice(3), "base64url"))
      .update(`lintel-gate.v1.${vectors.siteId}.localhost:3000.18.${exp}`)
      .digest("base64url");
    const statusOf = async (name: string) =>
      (await ask({ url, variables, headers: { Cookie: `${name}=v1.18.${exp}.${mac}; a=1` } })).status;
    expect([await statusOf("__Host-lintel_gate_18"), await statusOf("lintel_gate_18")]).toEqual([401, 200]);
    expect(sent[0]?.headers.get("Cookie")).toBe("a=1");
  });

  test("http leads to https before anything else", async () => {
    const { status, headers } = await withProof({ url: "http://shop.example/wine?a=1" });
    expect([status, headers.get("Location"), sent]).toEqual([308, "https://shop.example/wine?a=1", []]);
  });
});
