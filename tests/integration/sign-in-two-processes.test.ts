import { generateKeyPairSync, randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import type { Send } from "../support/console/browser.ts";
import { consoleCall } from "../support/console/call.ts";
import { type ConsoleProcess, startConsoleProcess } from "../support/console/process.ts";
import { type ShapedProvider, startShapedProvider } from "../support/sign-in/provider-shapes.ts";
import { Visitor } from "../support/sign-in/walk.ts";
import { createDatabase, type TestDatabase } from "../support/world/database.ts";
import { ADMIN_KEY, BASE_URL } from "../support/world/service.ts";

// Two processes on one database behind one address, and a provider whose refresh tokens are good once: a second use
// ends the grant (RFC 9700 §4.14.2).

const MINUTE_MS = 60_000;
const START_TIMEOUT_MS = 60_000;
const granted = z.object({ accessToken: z.string() });

let database: TestDatabase;
let provider: ShapedProvider;
let processes: ConsoleProcess[];
let aheadMs: number;

const signingKey = (): string =>
  JSON.stringify([generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" })]);

beforeEach(async () => {
  aheadMs = 0;
  provider = await startShapedProvider({ rotates: true });
  database = await createDatabase();
  const env = {
    ...provider.env,
    DATABASE_URL: database.url,
    PUBLIC_URL: BASE_URL,
    SECRETS_KEY: randomBytes(32).toString("base64"),
    KEY_PEPPER: randomBytes(32).toString("base64"),
    ADMIN_KEYS: ADMIN_KEY,
    TOKEN_SIGNING_KEYS: signingKey(),
    LOG_LEVEL: "error",
  };
  processes = await Promise.all([startConsoleProcess(env), startConsoleProcess(env)]);
}, START_TIMEOUT_MS);

afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(processes.map((process) => process.kill()));
  await database[Symbol.asyncDispose]();
  await provider.stop();
});

/** For everybody: the provider, which runs in this process, and both consoles. */
const passes = async (ms: number): Promise<void> => {
  aheadMs += ms;
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
  await Promise.all(processes.map((process) => process.setClock(aheadMs)));
};

/** One address, and the two processes by turns behind it. */
const balanced = (): Send => {
  let turn = 0;
  return (request) => {
    turn += 1;
    return (processes[turn % processes.length] as ConsoleProcess).send(request);
  };
};

const askToken = { method: "POST", headers: { "sec-fetch-site": "same-origin" } };

const bearersOfTabs = async (visitor: Visitor, count: number): Promise<Set<string>> => {
  const tabs = await Promise.all(
    Array.from({ length: count }, () => visitor.browser.request("/api/console/token", askToken)),
  );
  const texts = await Promise.all(tabs.map((response) => response.text()));
  expect(tabs.map(({ status }) => status)).toEqual(tabs.map(() => 200));
  return new Set(texts.map((text) => granted.parse(JSON.parse(text)).accessToken));
};

describe("20 tabs over two processes", { timeout: 60_000 }, () => {
  test("when the bearer is due: one refresh each time, one bearer for all, and the grant goes on", async () => {
    const ada = await new Visitor(balanced()).arrives({ subject: "ada" });
    const seen = new Set<string>();
    for (let due = 1; due <= 4; due += 1) {
      // Before it has run out, and after.
      await passes(due % 2 === 0 ? 4.5 * MINUTE_MS : 6 * MINUTE_MS);
      const bearers = await bearersOfTabs(ada, 20);
      expect(bearers.size).toBe(1);
      const [bearer = ""] = bearers;
      expect(seen.has(bearer)).toBe(false);
      seen.add(bearer);
      expect(provider.refreshes).toEqual(Array.from({ length: due }, () => "granted"));
      for (const { send } of processes) {
        expect(await consoleCall(send, "session.me", undefined, { bearer })).toMatchObject({
          httpStatus: 200,
          data: { member: { name: "Ada" } },
        });
      }
    }
    expect(provider.hasGrant("ada")).toBe(true);
  });

  test("signed out in one process is signed out in the other, at once", async () => {
    const [one, other] = processes as [ConsoleProcess, ConsoleProcess];
    const ben = await new Visitor(balanced()).arrives({ subject: "ben" });
    const bearer = await ben.bearer();
    for (const { send } of processes) {
      expect(await consoleCall(send, "session.me", undefined, { bearer })).toMatchObject({ httpStatus: 200 });
    }
    const headers = {
      ...askToken.headers,
      cookie: [...ben.browser.cookies].map((pair) => pair.join("=")).join("; "),
    };
    const ended = await one.send(new Request(`${BASE_URL}/api/console/sign-out`, { ...askToken, headers }));
    expect(ended.status).toBe(200);
    expect(await consoleCall(other.send, "session.me", undefined, { bearer })).toMatchObject({
      httpStatus: 401,
      errorCode: "UNAUTHENTICATED_MEMBER",
    });
    const token = await other.send(new Request(`${BASE_URL}/api/console/token`, { ...askToken, headers }));
    expect(token.status).toBe(401);
    expect(provider.hasGrant("ben")).toBe(false);
  });
});

describe("a process that dies while it refreshes", { timeout: 60_000 }, () => {
  /** Signed in, with a refresh on its way in the first process, which is then killed. */
  const dying = async (when: "before" | "after"): Promise<Visitor> => {
    const [first] = processes as [ConsoleProcess];
    const cyd = await new Visitor((request) => (processes.at(-1) as ConsoleProcess).send(request)).arrives({
      subject: "cyd",
    });
    const held = provider.holdRefresh(when);
    await passes(6 * MINUTE_MS);
    const cookie = [...cyd.browser.cookies].map((pair) => pair.join("=")).join("; ");
    const headers = { ...askToken.headers, cookie };
    const lost = first.send(new Request(`${BASE_URL}/api/console/token`, { ...askToken, headers }));
    const broken = expect(lost).rejects.toThrow();
    await held.isHeld;
    await first.kill();
    await broken;
    processes = processes.slice(1);
    if (when === "before") held.lose();
    else held.release();
    // As long as the dead one might still have come back.
    await passes(MINUTE_MS);
    return cyd;
  };

  test("before the provider saw it: the other process takes over, and the person notices nothing", async () => {
    const cyd = await dying("before");
    expect((await bearersOfTabs(cyd, 5)).size).toBe(1);
    expect(await cyd.calls("session.me")).toMatchObject({
      httpStatus: 200,
      data: { member: { name: "Cyd" } },
    });
  });

  test("after the provider has answered: the person is asked to sign in, and can", async () => {
    const cyd = await dying("after");
    const answers = [];
    for (let turn = 0; turn < 5; turn += 1) {
      answers.push((await cyd.browser.request("/api/console/token", askToken)).status);
    }
    // Not once 500, and no second refresh after the refused one.
    expect(answers).toEqual([401, 401, 401, 401, 401]);
    expect(provider.refreshes).toEqual(["granted", "refused"]);
    expect([...cyd.browser.cookies.keys()].filter((name) => name.includes("session"))).toEqual([]);
    await cyd.arrives({ subject: "cyd" });
    expect(await cyd.calls("session.me")).toMatchObject({ httpStatus: 200 });
  });
});
