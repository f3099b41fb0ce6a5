import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { purgeSessions } from "#data/members/console-sessions.ts";
import { createRuntime, type Runtime } from "#runtime/runtime.ts";
import { ConsoleBrowser } from "../support/console/browser.ts";
import { consoleCall } from "../support/console/call.ts";
import { type ScriptedProvider, startScriptedProvider } from "../support/sign-in/scripted-provider.ts";
import { createService, type TestService } from "../support/world/service.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const refused = { httpStatus: 401, errorCode: "UNAUTHENTICATED_MEMBER" };
const answered = z.object({ accessToken: z.string() });

let provider: ScriptedProvider;
let service: TestService;
/** A second process: the same database and settings, nothing else shared. */
let other: Runtime;
let aheadMs = 0;
const now = () => new Date(Date.now() + aheadMs);

beforeAll(async () => {
  provider = await startScriptedProvider();
  service = await createService({ env: provider.env, overrides: { now } });
  other = await createRuntime(service.runtime.config, { now });
});
afterAll(async () => {
  await other.close();
  await service.close();
  await provider.stop();
});
beforeEach(() => {
  provider.reset();
  aheadMs = 0;
});

const signedIn = async (subject = "ada", userAgent = ""): Promise<ConsoleBrowser> => {
  const browser = new ConsoleBrowser(service.deps);
  const request = browser.request.bind(browser);
  browser.request = (url, init = {}) => {
    const headers = new Headers(init.headers);
    if (userAgent !== "") headers.set("user-agent", userAgent);
    return request(url, { ...init, headers });
  };
  expect((await browser.signIn(subject)).url).toBe("https://age.test/console");
  return browser;
};

const bearerOf = async (browser: ConsoleBrowser): Promise<string> =>
  answered.parse(await (await browser.token()).json()).accessToken;

const call = (bearer: string, path = "session.me", input?: unknown) =>
  consoleCall(service.deps, path, input, { bearer });

const copyOf = (browser: ConsoleBrowser, deps = service.deps): ConsoleBrowser => {
  const copy = new ConsoleBrowser(deps);
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
  return copy;
};

const listed = z.array(
  z.object({ id: z.string(), client: z.string(), isCurrent: z.boolean(), createdAt: z.date() }).loose(),
);

describe("renewal", () => {
  test("two processes use a refresh token once, with a provider that ends the grant at a second use", async () => {
    const browser = await signedIn();
    const first = await bearerOf(browser);
    for (const minutes of [4.5, 9, 13.5]) {
      // The provider's tokens last five minutes by the real clock; each round is about a new one.
      aheadMs = minutes * MINUTE_MS;
      provider.script.accessTokenSeconds = 300 + minutes * 60;
      const tabs = [service.deps, other.deps, other.deps, service.deps].map((deps) => copyOf(browser, deps));
      const bearers = await Promise.all(tabs.map(bearerOf));
      expect(new Set(bearers).size).toBe(1);
      expect(bearers[0]).not.toBe(first);
    }
    expect(provider.refreshes).toEqual(["granted", "granted", "granted"]);
  });

  test("a process that died while it renewed holds the others up until its lease ends", async () => {
    const browser = await signedIn();
    await bearerOf(browser);
    aheadMs = 4.5 * MINUTE_MS;
    const leaseUntil = new Date(now().getTime() + 1_000);
    await service.deps.db.orm.consoleSession.updateMany({
      where: { endedAt: null },
      data: { leaseId: "dead", leaseUntil },
    });
    const waiting = bearerOf(browser);
    aheadMs += 2_000;
    await waiting;
    expect(provider.refreshes).toEqual(["granted"]);
  });

  test("a provider that is away ends nothing, and is asked once by all who wait", async () => {
    const browser = await signedIn();
    const first = await bearerOf(browser);
    provider.isAway = true;
    aheadMs = 4.5 * MINUTE_MS;
    expect(await bearerOf(browser)).toBe(first);
    aheadMs = 6 * MINUTE_MS;
    expect((await browser.token()).status).toBe(503);
    provider.isAway = false;
    provider.script.accessTokenSeconds = 900;
    expect(await bearerOf(browser)).not.toBe(first);
  });

  test("tokens about somebody else end the session", async () => {
    const browser = await signedIn();
    provider.script.accessToken = (claims) => ({ ...claims, sub: "ben" });
    aheadMs = 4.5 * MINUTE_MS;
    expect((await browser.token()).status).toBe(401);
  });
});

describe("a session ends", () => {
  test("after twelve hours without use, and after seven days of it", async () => {
    provider.script.accessTokenSeconds = 30 * 24 * 3_600;
    const [idle, used] = [await signedIn(), await signedIn()];
    const bearer = await bearerOf(used);
    for (aheadMs = 0; aheadMs < 7 * DAY_MS - HOUR_MS; aheadMs += 11 * HOUR_MS) {
      expect(await call(bearer), `${aheadMs / HOUR_MS} h`).toMatchObject({ httpStatus: 200 });
    }
    aheadMs = 7 * DAY_MS + MINUTE_MS;
    expect(await call(bearer)).toMatchObject(refused);
    expect((await used.token()).status).toBe(401);
    aheadMs = 12 * HOUR_MS + MINUTE_MS;
    expect((await idle.token()).status).toBe(401);
    expect(await call(bearer)).toMatchObject({ httpStatus: 200 });
  });

  test("with its row, once no bearer of it can be shown any more", async () => {
    const browser = await signedIn("gus");
    const { id } = await service.deps.db.orm.member.findFirstOrThrow({ where: { subject: "gus" } });
    const rows = () => service.deps.db.orm.consoleSession.count({ where: { memberId: id } });
    await call(await bearerOf(browser), "session.endAllSessions");
    await purgeSessions(service.deps.db.orm, now(), 100);
    expect(await rows()).toBe(1);
    aheadMs = 13 * HOUR_MS;
    await purgeSessions(service.deps.db.orm, now(), 100);
    expect(await rows()).toBe(0);
  });

  test("and with it the session that the browser had before", async () => {
    const browser = await signedIn("hal");
    const before = copyOf(browser);
    await browser.signIn("hal");
    expect((await before.token()).status).toBe(401);
    expect((await browser.token()).status).toBe(200);
  });
});

describe("one's sessions", () => {
  test("are listed in our words, without what the browser said of itself", async () => {
    const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0 <script>";
    const first = await signedIn("cyd", firefox);
    await signedIn("cyd", "curl/8");
    await signedIn("dee");
    const { data } = await call(await bearerOf(first), "session.sessions");
    const sessions = listed.parse(data);
    expect(sessions.map(({ client, isCurrent }) => [client, isCurrent]).sort()).toEqual([
      ["Firefox on Linux", true],
      ["Unknown browser", false],
    ]);
    expect(JSON.stringify(data)).not.toMatch(/script|Mozilla|curl|sealed/i);
  });

  test("can be ended singly, all others, and all: cookie, bearer and refresh token", async () => {
    const browsers = [await signedIn("eve"), await signedIn("eve"), await signedIn("eve")];
    const stranger = await signedIn("fay");
    const [mine, second, third] = await Promise.all(browsers.map(bearerOf));
    const sessions = listed.parse((await call(mine ?? "", "session.sessions")).data);
    expect(sessions).toHaveLength(3);
    const current = sessions.find(({ isCurrent }) => isCurrent);
    const theirs = listed.parse((await call(await bearerOf(stranger), "session.sessions")).data)[0];
    // Somebody else's is like none.
    const foreign = await call(mine ?? "", "session.endSession", { sessionId: theirs?.id });
    const unknown = await call(mine ?? "", "session.endSession", { sessionId: "ses_unknown" });
    expect([foreign.httpStatus, foreign.message]).toEqual([404, unknown.message]);
    const one = listed
      .parse((await call(second ?? "", "session.sessions")).data)
      .find((each) => each.isCurrent);
    await call(mine ?? "", "session.endSession", { sessionId: one?.id });
    expect(await call(second ?? "")).toMatchObject(refused);
    expect(await call(third ?? "")).toMatchObject({ httpStatus: 200 });
    expect(provider.revoked).toHaveLength(1);
    expect((await call(mine ?? "", "session.endOtherSessions")).data).toEqual({ ended: 1 });
    expect(await call(third ?? "")).toMatchObject(refused);
    expect(listed.parse((await call(mine ?? "", "session.sessions")).data).map(({ id }) => id)).toEqual([
      current?.id,
    ]);
    expect((await call(mine ?? "", "session.endAllSessions")).data).toEqual({ ended: 1 });
    expect(await call(mine ?? "")).toMatchObject(refused);
    for (const browser of browsers) expect((await browser.token()).status).toBe(401);
    expect((await stranger.token()).status).toBe(200);
  });
});

test("the database holds neither cookie, nor bearer, nor refresh token in the open", async () => {
  const browser = await signedIn();
  const bearer = await bearerOf(browser);
  const cookie = browser.cookies.get("__Host-lintel-session") ?? "";
  const { rows } = await service.deps.db.pool.query(
    "select s::text as row from console_session s union all select b::text from console_bearer b",
  );
  const all = JSON.stringify(rows);
  for (const secret of [cookie, bearer, ...bearer.split("."), Buffer.from(cookie).toString("hex")]) {
    expect(all).not.toContain(secret);
  }
});

test.each([[120], [200]])("%i groups in both tokens lock nobody out", async (count) => {
  const groups = Array.from(
    { length: count },
    (_, at) => `/departments/${at}/f6c36b28-1d4b-4a59-9f0d-0c7f5b2a`,
  );
  provider.script.idToken = (claims) => ({ ...claims, groups });
  provider.script.accessToken = (claims) => ({ ...claims, groups });
  const browser = await signedIn();
  const bytes = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ").length;
  expect(bytes).toBeLessThan(1_024);
  const bearer = await bearerOf(browser);
  expect(bearer.length).toBeLessThanOrEqual(4_096);
  expect(await call(bearer)).toMatchObject({ httpStatus: 200, data: { member: { name: "Ada" } } });
  aheadMs = 4.5 * MINUTE_MS;
  expect(await bearerOf(browser)).not.toBe(bearer);
});

test("cookies of earlier versions are taken away", async () => {
  const browser = new ConsoleBrowser(service.deps);
  const former = ["__Secure-next-auth.session-token.0", "__Host-next-auth.csrf-token", "next-auth.state"];
  for (const name of former) browser.cookies.set(name, "old");
  expect((await browser.token()).status).toBe(401);
  expect([...browser.cookies.keys()]).toEqual([]);
});
