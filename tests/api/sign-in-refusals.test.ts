import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { SignIn } from "#console/sign-in/sign-in-screen.tsx";
import { SIGN_IN_REFUSALS, type SignInRefusalCode } from "#core/sign-in-refusal.ts";
import { createLogger } from "#platform/log.ts";
import { createRuntime, type Runtime } from "#runtime/runtime.ts";
import { ConsoleBrowser } from "../support/console/browser.ts";
import {
  ACCESS_TOKEN_LIES,
  ANSWER_LIES,
  ENDPOINT_LIES,
  ID_TOKEN_LIES,
  type LieCase,
  MARK,
} from "../support/sign-in/lies.ts";
import {
  answers,
  type Lies,
  type LyingProvider,
  startLyingProvider,
} from "../support/sign-in/lying-provider.ts";
import { type Landing, signInByForm, Visitor } from "../support/sign-in/walk.ts";
import { startReceiver } from "../support/webhooks/tls-receiver.ts";
import { createAuthority } from "../support/world/certificates.ts";
import { createDatabase, type TestDatabase } from "../support/world/database.ts";
import { testConfig } from "../support/world/service.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());
afterEach(() => void vi.useRealTimers());

type World = { provider: LyingProvider; runtime: Runtime; lines: string[]; browser: ConsoleBrowser };

/** A console that has just started, its log, and a provider that tells these lies. */
const inWorld = async <Result>(
  lies: Lies,
  work: (world: World) => Promise<Result>,
  env: Record<string, string> = {},
): Promise<Result> => {
  const provider = await startLyingProvider();
  provider.lies = lies;
  const lines: string[] = [];
  const log = createLogger({ level: "debug", write: (line) => lines.push(line), now: () => new Date() });
  const config = testConfig({ DATABASE_URL: database.url, ...provider.env, ...env });
  const runtime = await createRuntime(config, { log });
  try {
    return await work({ provider, runtime, lines, browser: new ConsoleBrowser(runtime.deps) });
  } finally {
    await runtime.deps.db.orm.consoleSession.deleteMany();
    await runtime.close();
    await provider.stop();
  }
};

const decoded = (html: string): string => html.replaceAll("&#x27;", "'").replaceAll("&amp;", "&");

/** What somebody reads who lands on the sign-in page. */
const pageAt = (url: string): string => {
  const error = new URL(url).searchParams.get("error");
  return decoded(
    renderToStaticMarkup(
      createElement(SignIn, { provider: "single sign-on", returnPath: "/console", error }),
    ),
  );
};

const codesIn = (lines: readonly string[]): unknown[] =>
  lines
    .map((line) => JSON.parse(line) as { message: string; code?: unknown })
    .filter(({ message, code }) => message === "sign-in" && code !== "signed_in")
    .map(({ code }) => code);

const expectRefused = async (world: World, landing: Landing, code: SignInRefusalCode): Promise<void> => {
  const { runtime, lines, browser } = world;
  expect(landing.url).toContain("https://age.test/console/sign-in?");
  expect(new URL(landing.url).searchParams.get("error")).toBe(code);
  expect(pageAt(landing.url)).toContain(SIGN_IN_REFUSALS[code]);
  expect(codesIn(lines)).toEqual([code]);
  for (const text of [lines.join(), landing.url, pageAt(landing.url)]) {
    expect(text).not.toContain(MARK);
    expect(text).not.toMatch(/ey[A-Za-z0-9_-]{8,}\./);
  }
  expect((await browser.token()).status).toBe(401);
  expect(await runtime.deps.db.orm.consoleSession.count()).toBe(0);
};

const refuses = ({ lies, code }: LieCase): Promise<void> =>
  inWorld(lies, async (world) => expectRefused(world, await signInByForm(world.browser, {}), code));

test("the provider of these tests signs people in as long as it tells the truth", () =>
  inWorld({}, async ({ runtime, lines }) => {
    const ada = await new Visitor(runtime.deps).arrives({});
    expect((await ada.calls("session.me")).data).toMatchObject({
      member: { name: "Ada", email: "ada@people.test" },
    });
    expect(codesIn(lines)).toEqual([]);
  }));

describe("refused with a code of its own in the log and its sentence on the page, and nothing kept", () => {
  test.each(ID_TOKEN_LIES)("$name: $code", refuses);
  test.each(ACCESS_TOKEN_LIES)("$name: $code", refuses);
  test.each(ANSWER_LIES)("answer: $name: $code", refuses);
  test.each(ENDPOINT_LIES)("$name: $code", refuses);
});

test("a certificate that is not trusted: provider_certificate, and the log says what to do about it", async () => {
  const certificate = createAuthority().issue(["localhost"]);
  const provider = await startReceiver({ kind: "tls", certificate });
  try {
    await inWorld(
      {},
      async (world) => {
        await expectRefused(world, await signInByForm(world.browser, {}), "provider_certificate");
        expect(world.lines.join()).toContain("name the authority's file as EXTRA_CA_FILE");
      },
      { CONSOLE_ISSUER: `https://localhost:${provider.port}` },
    );
    expect(provider.requests).toEqual([]);
  } finally {
    await provider.close();
  }
});

describe("the way back", () => {
  test("in a browser that did not begin: state_lost", () =>
    inWorld({}, async (world) => {
      const landing = await world.browser.follow("/api/auth/callback/oidc?code=stolen&state=guessed");
      await expectRefused(world, landing, "state_lost");
    }));

  test("taken a second time: state_lost", () =>
    inWorld({}, async (world) => {
      const { browser, lines } = world;
      const callbacks: string[] = [];
      const request = browser.request.bind(browser);
      browser.request = (url, init) => {
        if (url.includes("/api/auth/callback/")) callbacks.push(url);
        return request(url, init);
      };
      await signInByForm(browser, {});
      const again = await browser.follow(callbacks[0] ?? "");
      expect(new URL(again.url).searchParams.get("error")).toBe("state_lost");
      expect(codesIn(lines)).toEqual(["state_lost"]);
    }));
});

// What OpenID Connect Core 1.0 §5.4 leaves to userinfo.
const thinIdToken: Lies["idToken"] = (draft) =>
  draft.sign({
    claims: { ...draft.claims, name: undefined, email: undefined, email_verified: undefined },
  });

describe("what only delays, or only leaves something out, lets people in", () => {
  test("keys that were rotated since they were read", () =>
    inWorld({}, async ({ provider, runtime }) => {
      await new Visitor(runtime.deps).arrives({});
      provider.rotate();
      // Unknown keys are looked up every ten seconds at most.
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 15_000 });
      await new Visitor(runtime.deps).arrives({});
      expect(provider.asked.get("jwks")).toBe(2);
    }));

  test.each([
    ["500", answers.status(500, MARK)],
    ["a page", answers.status(200, `<html>${MARK}`, "text/html")],
    ["endless", answers.endless],
    ["away", answers.hangUp],
    ["a list", answers.status(200, `["${MARK}"]`)],
  ])("userinfo is %s: signed in, with the name and address of before", (_name, userinfo) =>
    inWorld({ idToken: thinIdToken }, async ({ provider, runtime, lines }) => {
      await new Visitor(runtime.deps).arrives({});
      provider.lies = { idToken: thinIdToken, userinfo };
      const ada = await new Visitor(runtime.deps).arrives({});
      expect((await ada.calls("session.me")).data).toMatchObject({
        member: { name: "Ada", email: "ada@people.test" },
      });
      expect(lines.join()).not.toContain(MARK);
      expect(codesIn(lines)).toEqual(["userinfo_unavailable"]);
    }),
  );

  test("tokens with 500 kB of groups", () =>
    inWorld(
      {
        idToken: (draft) => draft.sign({ claims: { ...draft.claims, groups: ["g".repeat(500_000)] } }),
      },
      async ({ runtime }) => {
        const ada = await new Visitor(runtime.deps).arrives({});
        expect(await ada.calls("session.me")).toMatchObject({ httpStatus: 200 });
        expect([...ada.browser.cookies.values()].join("").length).toBeLessThan(1_000);
      },
    ));
});

describe("an endpoint that never answers is given up, and nobody waits for ever", { timeout: 60_000 }, () => {
  test("provider_away for discovery, tokens and keys", async () => {
    const never: Lies[] = [{ discovery: answers.never }, { token: answers.never }, { jwks: answers.never }];
    await Promise.all(
      never.map((lies) =>
        inWorld(lies, async (world) =>
          expectRefused(world, await signInByForm(world.browser, {}), "provider_away"),
        ),
      ),
    );
  });

  test("signed in without userinfo", () =>
    inWorld({ idToken: thinIdToken, userinfo: answers.never }, async ({ runtime, lines }) => {
      await new Visitor(runtime.deps).arrives({});
      expect(codesIn(lines)).toEqual(["userinfo_unavailable"]);
    }));
});
