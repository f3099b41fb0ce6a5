import { existsSync } from "node:fs";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { TENANT_HEADER } from "#core/member.ts";
import { start } from "../support/http/actions.ts";
import {
  type Flood,
  flood,
  type Outcome,
  residentMiB,
  servedAddresses,
  watchPeak,
} from "../support/http/flood.ts";
import { type Served, serveBuild } from "../support/http/served.ts";
import { knownPerson } from "../support/sign-in/identity.ts";
import { eventually } from "../support/world/eventually.ts";
import { ADMIN_KEY } from "../support/world/service.ts";

// Everybody can send everything to every address, whatever it serves. What it must not do: fill the memory, or the
// log with words of theirs. `npm run test:memory` prints what each address did.

const MIB = 1024 * 1024;
const BODY_BYTES = 400 * MIB;
const AT_ONCE = 6;
// Addresses that are attacked at the same time, under the bound of one: most of an attack is waiting.
const TOGETHER = 4;
// Twelve photos of the most that one may have, at once, and the slack of a collector that has no time on a busy
// machine: less than one of the bodies. An address that keeps what is sent grows by four times that.
const MOST_MIB = 300;
// What one address is sent in sum before the bodies break off: four times what it may grow by. More proves no more,
// and an address that reads and drops to the end took most of this test's time.
const ENOUGH_BYTES = 4 * MOST_MIB * MIB;
const WITHIN_MS = 20_000;

/** In bodies, values of parameters and headers; nowhere else. */
const CANARY = "canary-7f3a9c";
const TYPES = [
  "application/json",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=b",
  "application/octet-stream",
  "text/plain",
  "application/json",
];
// Every other method that Node takes; some addresses serve them, and a body may come with any.
const OTHERS = ["GET", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];
const HEADERS = {
  "user-agent": CANARY,
  referer: `https://${CANARY}.example/`,
  cookie: `a=${CANARY}; next-auth.session-token=${CANARY}; __Host-session=${CANARY}`,
  "accept-language": CANARY,
  "next-action": CANARY,
  "next-router-state-tree": CANARY,
  "x-forwarded-for": CANARY,
  "idempotency-key": CANARY,
  [CANARY]: CANARY,
};
const ELSEWHERE = [
  "/nothing/here",
  "/_next/static/chunks/none.js",
  "/_next/data/none.json",
  "/_next/image",
  "/favicon.ico",
];

const postTo = (path: string, bytes: number): string =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: ${bytes}\r\n\r\n${"x".repeat(bytes)}`;

let served: Served;
let credentials: Record<string, string> = {};
let addresses: string[] = [];

const secretOf = (sessionUrl: string): string => new URL(sessionUrl).pathname.split("/")[2] ?? "";

beforeAll(async () => {
  served = await serveBuild({
    LOG_LEVEL: "info",
    AUTH_FAILURES_PER_MINUTE: "100000",
    CONSOLE_CALLS_PER_MINUTE: "100000",
  });
  const { service, identity } = served;
  const tenant = await service.tenant({ overrides: { rateLimitPerMinute: 100_000 } });
  await knownPerson(service, "ada", { tenantId: tenant.id, role: "owner" });
  const { sessionUrl } = await start(service.call, tenant.liveKey);
  addresses = [
    ...servedAddresses({
      secret: secretOf(String(sessionUrl)),
      method: ["document", "wallet"],
      tenantId: tenant.id,
      trpc: ["session.me", "keys.create", "settings.setLogo", "nothing"],
      nextauth: ["signin/oidc", "callback/oidc", "session", "csrf", "signout", "_log"],
      month: "2026-10",
    }),
    ...ELSEWHERE,
  ];
  credentials = {
    "x-tenant-api-key": tenant.liveKey,
    "x-admin-key": ADMIN_KEY,
    authorization: `Bearer ${await identity.bearer("ada")}`,
    [TENANT_HEADER]: tenant.id,
    "sec-fetch-site": "same-origin",
  };
}, 300_000);
afterAll(() => served[Symbol.asyncDispose]());

const floodOf = (path: string, index: number, more: Partial<Flood>): Promise<Outcome> =>
  flood({
    port: served.port,
    method: "POST",
    target: `${path}?q=${CANARY}&error=${CANARY}&callbackUrl=${CANARY}`,
    headers: { "content-type": TYPES[index % TYPES.length] ?? "", ...HEADERS, ...more.headers },
    text: `{"${CANARY}`,
    bytes: BODY_BYTES,
    withinMs: WITHIN_MS,
    ...more,
  });

const six = <Result>(make: (index: number) => Promise<Result>): Promise<Result>[] =>
  Array.from({ length: AT_ONCE }, (_, index) => make(index));

/** Short bodies that are no input anywhere: they reach every parser, and what it says of them reaches the log. */
const warmUp = async (path: string): Promise<void> => {
  const short = (index: number, more: Partial<Flood>) => floodOf(path, index, { bytes: 1, ...more });
  await Promise.all([
    ...six((index) => short(index, { headers: { ...HEADERS, ...credentials } })),
    ...OTHERS.map((method, index) => short(index, { method })),
  ]);
};

type Sent = { address: string; sentMiB: number; answers: string };
type Row = Sent & {
  /** Of the process, while these addresses were attacked. */
  grownMiB: number;
};

const attack = async (path: string): Promise<Sent> => {
  const budget = { leftBytes: ENOUGH_BYTES };
  const outcomes = await Promise.all([
    ...six((index) => floodOf(path, index, { budget, headers: { ...HEADERS, ...credentials } })),
    ...six((index) => floodOf(path, index, { budget })),
  ]);
  const sent = outcomes.reduce((sum, { sentBytes }) => sum + sentBytes, 0);
  return {
    address: path.replace(/[\w-]{30,}/g, "…"),
    sentMiB: Math.round(sent / MIB),
    answers: [...new Set(outcomes.map(({ status }) => status ?? "cut"))].sort().join(" "),
  };
};

const attackTogether = async (paths: readonly string[]): Promise<Row[]> => {
  const beforeMiB = residentMiB(served.pid());
  const peak = watchPeak(served.pid());
  const sent = await Promise.all(paths.map(attack));
  const grownMiB = Math.round(peak() - beforeMiB);
  return sent.map((each) => ({ ...each, grownMiB }));
};

test("bodies that are in sum more than their address takes all get an answer on one connection", async () => {
  const socket = connect(served.port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  let text = "";
  socket.on("data", (data) => {
    text += String(data);
  });
  const answers = () => text.match(/HTTP\/1\.1 \d+/g) ?? [];
  for (let sent = 1; sent <= 20; sent += 1) {
    socket.write(postTo("/tokens/validate", 10_000)); // its end is there before it is answered
    await eventually(() => answers().length).toBe(sent);
  }
});

const isMeasured = existsSync("/proc/self/clear_refs");

test.skipIf(!isMeasured)(
  `${AT_ONCE} bodies of 400 MB at once to every address leave the memory and the log as they were`,
  { timeout: 1_800_000 },
  async () => {
    const { deps } = served.service;
    for (const path of addresses) await warmUp(path);
    const baseline = residentMiB(served.pid());
    const rows: Row[] = [];
    for (let at = 0; at < addresses.length; at += TOGETHER)
      rows.push(...(await attackTogether(addresses.slice(at, at + TOGETHER))));
    const after = residentMiB(served.pid());
    console.table(rows);
    console.log(`resident before: ${Math.round(baseline)} MiB, after all: ${Math.round(after)} MiB`);
    expect(rows.length).toBeGreaterThan(50);
    expect(rows.filter(({ grownMiB }) => grownMiB >= MOST_MIB)).toEqual([]);
    // Cut by the server, not by the end of what is sent; but a browser reads why its photo is refused after the last byte.
    const readOn = rows.filter(({ sentMiB }) => sentMiB >= ENOUGH_BYTES / MIB);
    expect(readOn.filter(({ address }) => address !== "/v/…/document")).toEqual([]);
    // What each leaves behind must not add up either.
    expect(after).toBeLessThan(baseline + MOST_MIB);

    const log = await served.log();
    expect(log.split("\n").filter((line) => line.includes(CANARY))).toEqual([]);
    const logged = await deps.db.pool.query("select count(*)::int as lines from request_log");
    expect(logged.rows[0].lines).toBeGreaterThan(100);
    const told = await deps.db.pool.query("select * from request_log r where r::text like $1", [
      `%${CANARY}%`,
    ]);
    expect(told.rows).toEqual([]);
  },
);
