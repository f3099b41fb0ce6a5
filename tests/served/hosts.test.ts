import { request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { VENDOR_RETURN } from "#core/identity/vendor.ts";
import { insertHost, updateHost } from "#data/tenants/tenant-hosts.ts";
import { noteOf } from "#services/hosts/site.ts";
import { newId } from "#services/ids.ts";
import { anyPort } from "../../scripts/local/ports.ts";
import { secretOf, start } from "../support/http/actions.ts";
import { type Served, serveBuild } from "../support/http/served.ts";
import { ADMIN_KEY } from "../support/world/service.ts";

// Two tenants' hosts at the real program, asked as a browser, a script and an attacker would.

const OWN = "verify.own.test";
const OTHER = "verify.other.test";
const OFF = "verify.off.test";
/** Another tenant's, and below the first one's. */
const BELOW = `shop.${OWN}`;

type Tenant = Awaited<ReturnType<Served["service"]["tenant"]>>;

let served: Served;
let main: string;
let own: Tenant;
let other: Tenant;
let secrets: { own: string; other: string };

const give = async (tenantId: string, host: string, more: { offAt?: Date } = {}): Promise<string> => {
  const { deps } = served.service;
  const now = deps.now();
  const id = newId(deps, "host");
  await insertHost(deps.db.orm, { id, tenantId, host, txtToken: "x", createdAt: now });
  await updateHost(deps.db.orm, tenantId, id, { verifiedAt: now, checkedAt: now, ...more });
  return id;
};

/** What stands behind an id in the address to come back to, as a page at that host makes it. */
const noteAt = ({ id: tenantId }: Tenant, host: string, id: string, path: string): string => {
  const { deps } = served.service;
  const until = new Date(deps.now().getTime() + 60_000);
  const site = { tenantId, host, origin: `http://${host}` };
  return noteOf({ deps, site }, { id, path, until });
};
const encoded = (host: string): string => Buffer.from(host).toString("base64url");

beforeAll(async () => {
  const port = await anyPort();
  main = `localhost:${port}`;
  served = await serveBuild({ PORT: String(port), PUBLIC_URL: `http://${main}` });
  own = await served.service.tenant();
  other = await served.service.tenant();
  await give(own.id, OWN);
  await give(other.id, OTHER);
  await give(other.id, BELOW);
  await give(own.id, OFF, { offAt: new Date() });
  const begin = async ({ testKey }: Tenant) => secretOf(await start(served.service.call, testKey));
  secrets = { own: await begin(own), other: await begin(other) };
}, 120_000);
afterAll(() => served[Symbol.asyncDispose]());

type Asked = { method?: string; headers?: Record<string, string>; body?: string };
type Answered = { status: number; location: string | undefined; body: string; cookies: string[] };

/** A request whose Host header and path are written exactly so. */
const ask = (
  host: string,
  path: string,
  { method = "GET", headers = {}, body }: Asked = {},
): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const sent = request(
      {
        host: "127.0.0.1",
        port: served.port,
        path,
        method,
        headers: { accept: "text/html", ...headers, host },
      },
      async (response) => {
        const { statusCode: status = 0, headers: got } = response;
        const cookies = got["set-cookie"] ?? [];
        resolve({ status, location: got.location, body: await text(response), cookies });
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });

/** Bytes as they are, for what node:http would not write. */
const raw = (head: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(served.port, "127.0.0.1", () =>
      socket.end(`${head}\r\nConnection: close\r\n\r\n`),
    );
    text(socket).then(resolve, reject);
  });

/** Without what is new in each answer, and without the words that the request itself brought. */
const plain = ({ status, location, body }: Answered, brought: string) => ({
  status,
  location: location?.replaceAll(brought, "…"),
  body: body
    .replaceAll(brought, "…")
    .replaceAll(/nonce(="|\\":\\"|":")[^"\\]+/g, "nonce")
    .replaceAll(/req_[0-9a-z]{26}/g, "req"),
});

const UNKNOWN = `vs_${"x".repeat(43)}`;
const form = (body: string): Asked => ({
  method: "POST",
  body,
  headers: {
    "content-type": "application/x-www-form-urlencoded",
    origin: "null",
    "sec-fetch-site": "same-origin",
  },
});
const script = (host: string, body = ""): Asked => ({
  method: "POST",
  body,
  headers: { accept: "application/json", origin: `http://${host}:${served.port}` },
});

describe("on a tenant's host", () => {
  test("its own page is there, in the forms that name it", async () => {
    const forms = [OWN, OWN.toUpperCase(), `${OWN}:8443`, `${OWN}.`, `${OWN}.:80`];
    for (const host of forms) {
      const { status, body } = await ask(host, `/v/${secrets.own}`);
      expect([host, status, body.includes(secrets.own)]).toEqual([host, 200, true]);
    }
    expect((await ask(OWN, "/key")).status).toBe(200);
    expect((await ask(main, `/v/${secrets.own}`)).status).toBe(200);
    expect((await ask(main, `/v/${secrets.other}`)).status).toBe(200);
  });

  // What another tenant's secret gets here is what a secret gets that nobody has.
  const ATTEMPTS: readonly [
    what: string,
    path: (secret: string) => string,
    asked?: (host: string) => Asked,
  ][] = [
    ["page", (secret) => `/v/${secret}`],
    ["page with a query", (secret) => `/v/${secret}?method=document`],
    ["page of kept data", (secret) => `/v/${secret}/data`],
    ["copy of its data", (secret) => `/v/${secret}/data/copy`],
    ["erasure", (secret) => `/v/${secret}/data/erasure`, () => form("")],
    ["state", (secret) => `/v/${secret}/state`, () => ({ headers: { accept: "application/json" } })],
    ["sandbox", (secret) => `/v/${secret}/sandbox`, (host) => script(host, "approve")],
    ["photo", (secret) => `/v/${secret}/document`, (host) => script(host, "not a photo")],
    ["voucher", (secret) => `/v/${secret}/voucher`, (host) => script(host, "AAAAA-BBBBB")],
    ["cancelling", (secret) => `/v/${secret}/cancel`, (host) => script(host)],
    ["other methods", (secret) => `/v/${secret}/others`, (host) => script(host)],
    ["return", (secret) => `/v/${secret}/return`],
    ["appeal", (secret) => `/v/${secret}/appeal`, (host) => script(host)],
    ["hand-over", (secret) => `/v/${secret}/handoff`, () => form("intent=start")],
    ["taking back", (secret) => `/v/${secret}/handoff`, () => form("intent=take_back")],
    ["age key's question", (secret) => `/v/${secret}/key/ask`, (host) => script(host)],
    ["age key's answer", (secret) => `/v/${secret}/key/use`, (host) => script(host, "{}")],
    ["age key's offer", (secret) => `/v/${secret}/key/offer`, (host) => script(host)],
    ["age key to keep", (secret) => `/v/${secret}/key/keep`, (host) => script(host, "{}")],
    ["wallet's link", (secret) => `/v/${secret}/wallet/start`, () => form("channel=link&app=eu")],
    ["wallet's code", (secret) => `/v/${secret}/wallet/start`, () => form("channel=qr&app=openid4vp")],
    ["wallet's requests", (secret) => `/v/${secret}/wallet/requests`, (host) => script(host)],
    [
      "wallet's answer",
      (secret) => `/v/${secret}/wallet/credential/wtx_${"0".repeat(40)}`,
      (host) => script(host, "{}"),
    ],
    ["identity provider", (secret) => `/v/${secret}/idp`, () => form("provider=eid")],
    ["vendor", (secret) => `/v/${secret}/vendor`, () => form("provider=stripe")],
  ];

  test.each(ATTEMPTS)("another tenant's %s is unknown, byte for byte", async (_what, path, asked) => {
    const sent = asked?.(OWN);
    const foreign = await ask(OWN, path(secrets.other), sent);
    expect(foreign.status).not.toBe(200);
    expect(plain(foreign, secrets.other)).toEqual(plain(await ask(OWN, path(UNKNOWN), sent), UNKNOWN));
  });

  test.each([
    ["GET", "/"],
    ["GET", "/console"],
    ["GET", "/console/sign-in"],
    ["GET", "/console/invitation"],
    ["GET", "/console/device"],
    ["GET", "/docs"],
    ["GET", "/docs/reference"],
    ["GET", "/docs/search.json"],
    ["GET", "/llms.txt"],
    ["GET", "/openapi.json"],
    ["GET", "/api/auth/session"],
    ["GET", "/api/auth/signin"],
    ["POST", "/api/trpc/session.me"],
    ["POST", "/api/console/token"],
    ["POST", "/verify/start"],
    ["GET", "/verify/status"],
    ["POST", "/tokens/validate"],
    ["GET", "/usage"],
    ["GET", "/admin/tenants"],
    ["GET", "/admin/metrics"],
    ["GET", "/health"],
    ["GET", "/health/ready"],
    ["GET", "/health/serving"],
    ["GET", "/.well-known/jwks.json"],
    ["GET", "/oidc/.well-known/openid-configuration"],
    ["GET", "/oidc/auth"],
    ["GET", "/gate/gat_x/start"],
    ["GET", "/gate.js"],
    ["GET", "/embed.js"],
    ["GET", "/practice"],
    ["GET", "/practice/ten_of_others"],
    ["POST", "/openid4vp/request/wtx_1"],
    ["POST", "/openid4vp/response/wtx_1"],
    ["POST", "/v/vendor/vnd_1/callback"],
    ["GET", `/hosts/ask?domain=${OWN}`],
    ["GET", "/%63onsole/sign-in"],
    ["GET", "//console/sign-in"],
    ["GET", "/nothing/of/the/kind"],
  ])("%s %s is not there, with any key", async (method, path) => {
    const keys = { "x-admin-key": ADMIN_KEY, "x-tenant-api-key": own.testKey };
    const headers = method === "GET" ? keys : { ...keys, "content-type": "application/json" };
    const { status, body, cookies } = await ask(OWN, path, {
      method,
      headers,
      ...(method === "POST" && { body: "{}" }),
    });
    expect(status).toBe(404);
    expect(cookies).toEqual([]);
    if (method !== "GET") return;
    const [asJson, asPage] = [{ headers }, {}];
    expect(JSON.parse(body)).toMatchObject({ code: "NOT_FOUND" });
    for (const asked of [asJson, asPage])
      expect(plain(await ask(OWN, path, asked), "\0")).toEqual(
        plain(await ask(OWN, "/nothing", asked), "\0"),
      );
  });

  test.each([
    "/v/../console/sign-in",
    "/v/%2e%2e/console/sign-in",
    "/v/x/../../console/sign-in",
    "/key/../admin/tenants",
    "/_next/static/../../console/sign-in",
  ])("GET %s is read at no host, with any key: its proxy may have read another address", async (path) => {
    const headers = { "x-admin-key": ADMIN_KEY, "x-tenant-api-key": own.testKey };
    const { status, body, cookies } = await ask(OWN, path, { headers });
    expect([status, JSON.parse(body), cookies]).toEqual([
      ...[400, expect.objectContaining({ code: "INVALID_PARAMETERS" }), []],
    ]);
  });

  test("another tenant's code for a phone opens nothing", async () => {
    await ask(OTHER, `/v/${secrets.other}/handoff`, form("intent=start"));
    const page = await ask(OTHER, `/v/${secrets.other}`);
    expect(page.body).toContain("data:image/svg+xml");
    const unknown = "A".repeat(24);
    const { status, location } = await ask(OWN, `/c/${unknown}/open`, form(""));
    expect([status, location]).toEqual([303, `/c/${unknown}`]);
  });
});

describe("spoofed hosts", () => {
  test.each([
    ["its own page, at a host that was switched off", () => ask(OFF, `/v/${secrets.own}`)],
    ["the console, at a host that was switched off", () => ask(OFF, "/console/sign-in")],
    ["the interface, at a host that was switched off", () => ask(OFF, "/health")],
    [
      "another tenant's page, with the other's host in X-Forwarded-Host",
      () => ask(OWN, `/v/${secrets.other}`, { headers: { "x-forwarded-host": OTHER } }),
    ],
    [
      "the console, with the main host in X-Forwarded-Host",
      () => ask(OWN, "/console/sign-in", { headers: { "x-forwarded-host": main } }),
    ],
    [
      "the console, with the main host in Forwarded",
      () => ask(OWN, "/console/sign-in", { headers: { forwarded: `host=${main}` } }),
    ],
    ...[
      { "x-matched-path": "/console/sign-in" },
      { "x-invoke-path": "/console/sign-in" },
      { "x-middleware-subrequest": Array(5).fill("src/proxy").join(":") },
      { "x-original-url": "/console/sign-in", "x-rewrite-url": "/console/sign-in" },
      { rsc: "1", "next-url": "/console" },
    ].flatMap((headers): [string, () => Promise<Answered>][] => [
      [`the console, with ${Object.keys(headers)}`, () => ask(OWN, "/console/sign-in", { headers })],
      [
        `another tenant's page, with ${Object.keys(headers)}`,
        () => ask(OWN, `/v/${secrets.other}`, { headers }),
      ],
    ]),
    ["its own page, at a host below it that is another tenant's", () => ask(BELOW, `/v/${secrets.own}`)],
    ["another tenant's page, at a host above it", () => ask(OWN, `/v/${secrets.other}`)],
    ["the console, in upper case", () => ask(OWN.toUpperCase(), "/console/sign-in")],
    ["the console, with a port", () => ask(`${OWN}:${served.port}`, "/console/sign-in")],
    ["the console, with the root's dot", () => ask(`${OWN}.`, "/console/sign-in")],
    ["the console, with the root's dot and a port", () => ask(`${OWN}.:1`, "/console/sign-in")],
  ])("%s: 404", async (_what, attempt) => {
    expect((await attempt()).status).toBe(404);
  });

  test("two Host headers, and an absolute address, are bad requests", async () => {
    expect(await raw(`GET /console/sign-in HTTP/1.1\r\nHost: ${OWN}\r\nHost: ${main}`)).toMatch(
      /^HTTP\/1.1 400/,
    );
    expect(await raw(`GET http://${main}/console/sign-in HTTP/1.1\r\nHost: ${OWN}`)).toMatch(
      /^HTTP\/1.1 400/,
    );
    expect(await raw(`GET http://${OWN}/v/${secrets.own} HTTP/1.1\r\nHost: ${main}`)).toMatch(
      /^HTTP\/1.1 400/,
    );
  });

  test("names that are nobody's, and addresses, get what they got before", async () => {
    for (const host of [main, `127.0.0.1:${served.port}`, "[::1]:80", "lintel", "claimed.example"])
      expect([host, (await ask(host, "/health")).status]).toEqual([host, 200]);
  });

  test("a form and a script of another site are refused, also of the main one", async () => {
    const headers = { accept: "application/json", origin: `http://${main}` };
    const asked = await ask(OWN, `/v/${secrets.own}/key/ask`, { method: "POST", headers });
    expect([asked.status, JSON.parse(asked.body).code]).toEqual([403, "CROSS_SITE_REFUSED"]);
    const back = { accept: "application/json", origin: `http://${OWN}:${served.port}` };
    const other = await ask(main, `/v/${secrets.own}/key/ask`, { method: "POST", headers: back });
    expect([other.status, JSON.parse(other.body).code]).toEqual([403, "CROSS_SITE_REFUSED"]);
  });
});

describe("links and what follows them", () => {
  test("cookies are of the host alone, and a redirect stays on it", async () => {
    const { headers } = form("");
    const answer = await ask(OWN, `/v/${secrets.own}/others`, {
      method: "POST",
      headers: headers ?? {},
      body: "",
    });
    expect([answer.status, answer.location?.startsWith("/v/")]).toEqual([303, true]);
    const page = await ask(OWN, `/v/${secrets.own}?lang=de`);
    expect(page.cookies.join()).not.toMatch(/domain/i);
  });

  test("a host that goes off in the middle of a check: not found there, and the page goes on at the main host", async () => {
    const host = "verify.middle.test";
    const id = await give(own.id, host);
    const secret = secretOf(await start(served.service.call, own.testKey));
    expect((await ask(host, `/v/${secret}`)).status).toBe(200);
    await updateHost(served.service.deps.db.orm, own.id, id, { offAt: new Date() });
    await expect
      .poll(async () => (await ask(host, `/v/${secret}`)).status, { timeout: 20_000, interval: 250 })
      .toBe(404);
    const done = await ask(main, `/v/${secret}/sandbox`, {
      method: "POST",
      body: "approve",
      headers: { accept: "application/json" },
    });
    expect(JSON.parse(done.body)).toMatchObject({ status: "completed" });
  });

  test("what another site sends back to the main host goes on to the host that was left", async () => {
    const id = "s".repeat(43);
    const state = id + noteAt(own, OWN, id, "/v/idp/callback/idp_x");
    const sent = await ask(main, `/v/idp/callback/idp_x?code=c&state=${state}`);
    // Sealed for that host, because its tenant can read what comes there.
    const onward = `http://${OWN}:${served.port}/v/idp/callback/idp_x?for=${"s".repeat(16)}`;
    expect([sent.status, sent.location?.startsWith(onward)]).toEqual([303, true]);
    const posted = await ask(
      main,
      "/v/idp/callback/idp_x",
      form(`answer=${encodeURIComponent(`code=c&state=${state}`)}`),
    );
    expect(posted.body).toContain(`url=${onward}`);
    for (const shown of [sent.location, posted.body]) expect(shown).toMatch(/[;&]answer=v1\./);
    for (const shown of [sent.location, posted.body]) expect(shown).not.toMatch(/code=c|s{43}/);
    const ref = `vse_1${noteAt(own, OWN, "vse_1", VENDOR_RETURN)}`;
    const vendor = await ask(main, `/v/vendor/return?ref=${ref}`);
    expect(vendor.location).toBe(`http://${OWN}:${served.port}/v/vendor/return?ref=${ref}`);
  });

  // Whoever changes the address leads nobody to a host: not another tenant's, not one that is off, and not back and forth.
  test.each<[what: string, query: (id: string, path: string) => string]>([
    ["another tenant's host, by name", (id) => `${id}&at=${OTHER}`],
    ["its own host, by name", (id) => `${id}&at=${OWN}`],
    ["a host that is nobody's", (id) => `${id}&at=evil.example`],
    ["another tenant's host, noted", (id) => `${id}.${encoded(OTHER)}`],
    [
      "another tenant's host in its own note",
      (id, path) => id + noteAt(own, OWN, id, path).replace(encoded(OWN), encoded(OTHER)),
    ],
    ["a note for another id", (id, path) => id + noteAt(other, OTHER, "another", path)],
    ["a note of a host that is another tenant's", (id, path) => id + noteAt(own, OTHER, id, path)],
    ["a note of a host that is off", (id, path) => id + noteAt(own, OFF, id, path)],
    ["a note of a host that nobody has", (id, path) => id + noteAt(own, "evil.example", id, path)],
    ["a note of the main host", (id, path) => id + noteAt(own, "localhost", id, path)],
    ["a note for another address", (id) => id + noteAt(own, OWN, id, "/v/idp/callback/idp_y")],
    ["two notes", (id, path) => id + noteAt(own, OWN, id, path) + noteAt(other, OTHER, id, path)],
    ["a note without its end", (id, path) => id + noteAt(other, OTHER, id, path).slice(0, -1)],
  ])("a way back that was changed leads nowhere: %s", async (_what, query) => {
    const { location: vendor } = await ask(main, `${VENDOR_RETURN}?ref=${query("vse_1", VENDOR_RETURN)}`);
    const callback = "/v/idp/callback/idp_x";
    const { location: provider } = await ask(main, `${callback}?code=c&state=${query("s1", callback)}`);
    expect([vendor, provider]).toEqual(Array(2).fill("/wallet/elsewhere?by=provider"));
  });

  test("a tenant's host sends nobody on, whatever note comes there", async () => {
    const id = "vse_1";
    const path = VENDOR_RETURN;
    for (const note of [noteAt(other, OTHER, id, path), noteAt(own, OWN, id, path), `&at=${OTHER}`])
      expect((await ask(OWN, `/v/vendor/return?ref=${id}${note}`)).location).toBe(
        "/wallet/elsewhere?by=provider",
      );
  });
});

test("a proxy that asks directly hears yes for a host that is on, without a body, and others hear no", async () => {
  const direct = `127.0.0.1:${served.port}`;
  const statusOf = async (host: string, domain: string, headers: Record<string, string> = {}) => {
    const { status, body } = await ask(host, `/hosts/ask?domain=${domain}`, { headers });
    return body === "" ? status : `${status} with a body`;
  };
  expect(await statusOf(direct, OWN)).toBe(200);
  expect(await statusOf(direct, OWN.toUpperCase())).toBe(200);
  for (const domain of [OFF, "claimed.example", "localhost", "127.0.0.1", `${OWN}:443`, "", "%00"])
    expect([domain, await statusOf(direct, domain)]).toEqual([domain, 404]);
  expect(await statusOf(main, OWN)).toBe(404);
  for (const name of ["x-forwarded-for", "x-forwarded-host", "forwarded", "via"])
    expect([name, await statusOf(direct, OWN, { [name]: "203.0.113.9" })]).toEqual([name, 404]);
});
