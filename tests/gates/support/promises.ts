import { once } from "node:events";
import { connect } from "node:http2";
import { expect } from "vitest";
import { type Expected, hostileRequests } from "./hostile-requests.ts";
import { ask, type Door, exchange, openSocket, type RawAnswer, rawRequest } from "./raw.ts";
import type { Service } from "./service.ts";
import { FROM_THE_SITE, leaked, PROTECTED, type Site } from "./site.ts";
import { cookieValue, goodCookie, type TestGate } from "./test-gate.ts";

/** A site behind a server that has the gate's configuration. */
export type Guarded = { gate: TestGate; door: Door; site: Site };

/** Where a visitor begins: the start address at the site's own host, with the way back. */
export const startAddress = ({ gate }: Guarded, wayBack: string): RegExp => {
  const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const encoded = encodeURIComponent(wayBack);
  // Raw where the server writes it itself, percent-encoded where the age check does.
  const back = [wayBack, encoded, encodeURI(wayBack), encoded.replaceAll("%2F", "/")].map(literal).join("|");
  return new RegExp(
    `^${literal(`${gate.origin}/.well-known/lintel/${gate.siteId}/start?return=`)}(${back})$`,
  );
};

type Options = {
  /** Cookies only, addresses only, …: a part of a name. */
  only?: RegExp;
  /** Names for which this server's answer is another one, with the statuses it may have. The rest stays: nothing leaves. */
  otherStatuses?: Record<string, readonly number[]>;
};

type Judged = { expected: Expected; statuses: readonly number[] | undefined; said: string; guarded: Guarded };

const expectAnswer = (
  answer: RawAnswer | undefined,
  { expected, statuses, said, guarded: { gate } }: Judged,
): void => {
  const usual = { open: [200], start: [302], refusal: [401], any: null }[expected];
  const allowed = statuses ?? usual;
  if (allowed) expect(allowed, said).toContain(answer?.status);
  if (statuses || expected === "open" || expected === "any") return;
  const address = answer?.headers.get(expected === "start" ? "location" : "lintel-gate");
  expect(address, said).toContain(`${gate.origin}/.well-known/lintel/${gate.siteId}/start?return=`);
  expect(answer?.headers.get("cache-control"), said).toContain("no-store");
};

/**
 * Sends every hostile request. Of each: not one byte of the protected content is in the answer, no request for anything
 * but an open path reached the site, and a well-formed one is told where the age check begins.
 * @returns how many were sent
 */
export const expectNothingLeaves = async (
  guarded: Guarded,
  { only = /./, otherStatuses = {} }: Options = {},
): Promise<number> => {
  const { gate, door, site } = guarded;
  const wanted = hostileRequests(gate, door).filter(({ name }) => only.test(name));
  for (const { name, bytes, answers } of wanted) {
    const before = site.requests.length;
    const got = await exchange(door, bytes, answers.length);
    const said = `${name}: ${got.bytes.toString("latin1").slice(0, 300)}`;
    expect(leaked(got.bytes), said).toBe(0);
    const reached = site.requests.slice(before).map(({ target }) => target);
    const open = reached.filter((target) => target === "/health" || target === "/assets/app.css");
    expect(reached, said).toEqual(open);
    if (!answers.includes("open"))
      expect(got.bytes.includes(`${FROM_THE_SITE}: 1`), said).toBe(open.length > 0);
    for (const [i, expected] of answers.entries())
      expectAnswer(got.answers[i], { expected, statuses: otherStatuses[name], said, guarded });
  }
  return wanted.length;
};

/** With proof all is as if there were no gate: whole, in part, by HEAD, by POST, and over a WebSocket. */
export const expectExactWithProof = async ({ gate, door, site }: Guarded): Promise<void> => {
  const cookie = `Cookie: ${goodCookie(gate)}`;
  const closing = [cookie, "Connection: close"];
  const whole = await ask(door, { headers: closing });
  expect(whole.status).toBe(200);
  expect(whole.body.equals(PROTECTED)).toBe(true);
  const part = await ask(door, { headers: [...closing, "Range: bytes=1000-1999"] });
  expect([part.status, part.headers.get("content-range")]).toEqual([206, "bytes 1000-1999/100000"]);
  expect(part.body.equals(PROTECTED.subarray(1_000, 2_000))).toBe(true);
  const head = await ask(door, { method: "HEAD", headers: closing });
  expect([head.status, head.headers.get("content-length")]).toEqual([200, "100000"]);
  const fresh = await ask(door, { headers: [...closing, 'If-None-Match: "protected"'] });
  expect(fresh.status).toBe(304);
  const posted = await ask(door, { method: "POST", headers: closing, body: "a=1" });
  expect([posted.status, posted.body.equals(PROTECTED)]).toEqual([200, true]);
  // What the site's application gets is the address as the visitor wrote it.
  const before = site.requests.length;
  await ask(door, { target: "/a%20b/%C3%BC?x=/health&y=%2F", headers: closing });
  expect(site.requests.slice(before).map(({ target }) => target)).toEqual(["/a%20b/%C3%BC?x=/health&y=%2F"]);
  await expectWebSocket(door, cookie);
};

const expectWebSocket = async (door: Door, cookie: string): Promise<void> => {
  const socket = await openSocket(door);
  const heard: Buffer[] = [];
  socket.on("data", (part: Buffer) => heard.push(part));
  const upgrade = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"];
  const key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";
  socket.write(rawRequest(door, { target: "/socket", headers: [...upgrade, key, cookie] }), "latin1");
  const all = (): Buffer => Buffer.concat(heard);
  await expect.poll(() => all().includes(PROTECTED.subarray(0, 1_000))).toBe(true);
  expect(all().toString("latin1")).toMatch(/^HTTP\/1\.1 101 [\s\S]*s3pPLMBiTxaQ9kYGzzhZRbK\+xOo=/);
  socket.write("and back");
  await expect.poll(() => all().toString("latin1").endsWith("and back")).toBe(true);
  socket.destroy();
};

/** Any of the first four cookies of the name counts, and other cookies do not disturb. */
export const expectAnyGoodCookieCounts = async ({ gate, door }: Guarded): Promise<void> => {
  const good = goodCookie(gate);
  const bad = `${gate.cookieName}=v1.18.1.x`;
  for (const cookie of [
    `a=1; ${good}; b=2`,
    `a=1;${good};b=2`,
    `${bad}; ${good}`,
    `${good}; ${bad}`,
    `${bad}; ${bad}; ${bad}; ${good}`,
    `${gate.cookieName}=; a=1; ${gate.cookieName}=v1.x; b=2; ${good}; ${bad}`,
    `${gate.cookieName}=${cookieValue(gate, Math.floor(Date.now() / 1000) + 600)}; theme="dark mode"`,
  ]) {
    const { status } = await ask(door, { headers: [`Cookie: ${cookie}`, "Connection: close"] });
    expect(status, cookie).toBe(200);
  }
};

/** What a client says about its age or the gate never reaches the site, in whatever spelling. */
export const expectOwnWordsDoNotCount = async ({ gate, door }: Guarded): Promise<void> => {
  const lies = ["Lintel-Age: 99", "Lintel_Age: 98", "LINTEL-AGE: 97", "Lintel-Gate: x", "Lintel_Gate: x"];
  const echo = async (target: string, headers: readonly string[]) => {
    const { body } = await ask(door, { target, headers: [...headers, ...lies, "Connection: close"] });
    const seen: Record<string, string> = JSON.parse(body.toString());
    return Object.entries(seen).filter(([name]) => name.startsWith("HTTP_LINTEL"));
  };
  const seen = await echo("/echo", [`Cookie: ${goodCookie(gate)}`]);
  expect(seen).toEqual([["HTTP_LINTEL_AGE", gate.threshold]]);
};

/** Open paths are open without proof, with or without a query, and only they. */
export const expectOpenPaths = async ({ door, site }: Guarded): Promise<void> => {
  const before = site.requests.length;
  for (const target of ["/health", "/health?x=1", "/assets/app.css", "/assets/app.css?v=2"]) {
    const { status, headers } = await ask(door, {
      target,
      headers: ["Lintel-Age: 99", "Lintel_Age: 98", ...OTHER_ADDRESSES, "Connection: close"],
    });
    expect([target, status, headers.get(FROM_THE_SITE)]).toEqual([target, 200, "1"]);
  }
  const told = site.requests.slice(before).flatMap(({ headers }) => Object.keys(headers));
  expect(told.filter((name) => /^(lintel|x-(original|rewrite)|x-forwarded-uri)/.test(name))).toEqual([]);
  await expectNoOtherUpgrade({ door, site });
};

/** Some frameworks believe these more than the request line (CVE-2018-14773). */
const OTHER_ADDRESSES = ["X-Original-URI", "X-Original-URL", "X-Rewrite-URL", "X-Forwarded-Uri"].map(
  (name) => `${name}: /secret.bin`,
);

/**
 * Behind an upgrade to HTTP/2 in plain text, a site reads further requests that no server in front of it sees. An open path
 * must not be the way there.
 */
const expectNoOtherUpgrade = async ({ door, site }: Pick<Guarded, "door" | "site">): Promise<void> => {
  const before = site.requests.length;
  const settings = ["Connection: Upgrade, HTTP2-Settings", "HTTP2-Settings: AAMAAABkAAQAAP__"];
  for (const upgrade of [["h2c"], ["H2C"], ["h2c", "websocket"], ["websocket", "h2c"], ["websocket, h2c"]]) {
    const headers = [...settings, ...upgrade.map((name) => `Upgrade: ${name}`)];
    await exchange(door, rawRequest(door, { target: "/health", headers }));
  }
  const upgrades = site.requests.slice(before).map(({ headers }) => headers.upgrade ?? "websocket");
  expect(upgrades.filter((name) => name !== "websocket")).toEqual([]);
};

/** The age check gets no request for another protocol, which it might end: a socket of the site, or of one of its pages. */
export const expectNoUpgradeAtTheCheck = async ({
  gate,
  door,
  service,
}: Guarded & { service: Service }): Promise<void> => {
  const socket = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"];
  const headers = [...socket, "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="];
  const statusAt = async (target: string) =>
    (await exchange(door, rawRequest(door, { target, headers }))).answers[0]?.status;
  expect(await statusAt("/socket")).toBe(401);
  expect(await statusAt(`/.well-known/lintel/${gate.siteId}/start?return=/`)).toBe(200);
  await expectWebSocket(door, `Cookie: ${goodCookie(gate)}`);
  expect(service.requests.filter((request) => request.headers.upgrade !== undefined)).toEqual([]);
};

/** HTTP/2 has its own ways to say path, host and WebSocket (RFC 9113 §8.3, RFC 8441). */
export const expectClosedOverHttp2 = async ({ gate, door, site }: Guarded): Promise<void> => {
  const session = connect(`https://127.0.0.1:${door.port}`, {
    ...(door.ca ? { ca: door.ca } : {}),
    servername: gate.host.replace(/:\d+$/, ""),
  });
  session.on("error", () => undefined);
  const get = async (headers: Record<string, string | string[]>) => {
    const stream = session.request({ ":authority": gate.host, ":path": "/secret.bin", ...headers });
    const parts: Buffer[] = [];
    let status = 0;
    stream.on("response", (answer) => {
      status = answer[":status"] ?? 0;
    });
    stream.on("data", (part: Buffer) => parts.push(part));
    stream.on("error", () => undefined);
    stream.end();
    await once(stream, "close");
    return { status, body: Buffer.concat(parts) };
  };
  const good = goodCookie(gate);
  try {
    const before = site.requests.length;
    for (const headers of [
      {},
      { ":path": "/assets/../secret.bin" },
      { ":path": "/secret.bin?/health" },
      { ":authority": "evil.test" },
      { "x-original-uri": "/health", "lintel-age": "18" },
      { ":method": "POST" },
      { cookie: ["a=1", `x${good}`] },
    ]) {
      const { status, body } = await get(headers);
      // For a host that it does not have, Caddy answers 200 and nothing.
      const isClosed = status >= 400 || status === 0 || body.length === 0;
      expect([headers, isClosed, leaked(body)]).toEqual([headers, true, 0]);
    }
    expect(site.requests.length).toBe(before);
    // Browsers send each cookie as a header of its own (§8.2.3).
    const { status, body } = await get({ cookie: ["a=1", good, "b=2"] });
    expect([status, body.equals(PROTECTED)]).toEqual([200, true]);
  } finally {
    session.destroy();
  }
};

/** The addresses of the age check that a site forwards show its own gate, and no other tenant's on this host. */
export const expectOwnGateAlone = async (
  { gate, door, service }: Guarded & { service: Service },
  other = "gat_another",
): Promise<void> => {
  const own = `/.well-known/lintel/${gate.siteId}`;
  const before = service.requests.length;
  for (const target of [
    `/.well-known/lintel/${other}/start`,
    `${own}/../${other}/start`,
    `${own}/%2e%2e/${other}/start`,
    `${own}/..%2f${other}/start`,
    `${own}/%2e%2e%2f${other}%2fstart`,
    `${own}/start/../../${other}/start`,
    `${own}/..\\${other}\\start`,
    `${own}/..;/${other}/start`,
    `${own}/start?return=/../../${other}/start`,
    `${own}x/start`,
  ])
    await exchange(door, rawRequest(door, { target, headers: ["Connection: close"] }));
  const asked = service.requests.slice(before).map(({ target }) => target.split("?")[0] ?? "");
  expect(asked).toContain(`/gate/${gate.siteId}/start`);
  const isOwn = (path: string): boolean =>
    path.startsWith(`/gate/${gate.siteId}/`) && !/\/\.\.\/|\\|%2f|%5c|%2e/i.test(path);
  expect(asked.filter((path) => !isOwn(path))).toEqual([]);
};
