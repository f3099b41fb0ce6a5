import { decodeJwt } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { appRouter } from "#trpc/root.ts";
import { serverContext } from "#trpc/server.ts";
import { ConsoleBrowser, consoleResponse } from "../support/console/browser.ts";
import { consoleCall } from "../support/console/call.ts";
import { AUDIENCE, consoleForFile, knownPerson } from "../support/sign-in/identity.ts";
import { BASE_URL } from "../support/world/service.ts";

// The provider runs by the real clock; the console's is set forward where time has to pass.
let aheadMs = 0;
const service = consoleForFile({ overrides: { now: () => new Date(Date.now() + aheadMs) } });
const MINUTE_MS = 60_000;
const answered = z.object({ accessToken: z.string(), expiresAt: z.iso.datetime(), memberId: z.string() });

const signedIn = async (subject: string): Promise<ConsoleBrowser> => {
  const browser = new ConsoleBrowser(service.get().deps);
  const { url } = await browser.signIn(subject);
  expect(url).toBe("https://age.test/console");
  return browser;
};

const bearerOf = async (browser: ConsoleBrowser): Promise<string> =>
  answered.parse(await (await browser.token()).json()).accessToken;

const later = async <Result>(ms: number, work: () => Promise<Result>): Promise<Result> => {
  aheadMs = ms;
  try {
    return await work();
  } finally {
    aheadMs = 0;
  }
};

describe("sign-in", () => {
  test("goes to the provider and comes back to where it began, with a bearer for the page", async () => {
    const browser = new ConsoleBrowser(service.get().deps);
    const { url } = await browser.signIn("ada", "/console/keys");
    expect(url).toBe("https://age.test/console/keys");
    const response = await browser.token();
    expect(response.headers.get("cache-control")).toBe("no-store");
    const { accessToken: bearer, memberId } = answered.parse(await response.json());
    expect(decodeJwt(bearer)).toMatchObject({
      aud: AUDIENCE,
      sub: "ada",
      iss: service.get().identity.issuer,
    });
    const me = await consoleCall(service.get().deps, "session.me", undefined, { bearer });
    expect(me.data).toMatchObject({ member: { id: memberId, name: "Ada" }, tenants: [] });
  });

  test("keeps the session in cookies that no script reads and no other site sends", async () => {
    const { deps } = service.get();
    const browser = new ConsoleBrowser(deps);
    const seen: string[] = [];
    const request = browser.request.bind(browser);
    browser.request = async (url, init) => {
      const response = await request(url, init);
      if (new URL(url, "https://age.test").host === "age.test") seen.push(...response.headers.getSetCookie());
      return response;
    };
    await browser.signIn("ada");
    const session = seen.filter((cookie) => cookie.includes("lintel-session"));
    expect(session).toHaveLength(1);
    expect(session[0]).toMatch(
      /^__Host-lintel-session=[A-Za-z0-9_-]{43}; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/i,
    );
    for (const cookie of seen) expect(cookie).toMatch(/^__Host-.*Path=\/;/);
    expect(seen.join()).not.toMatch(/domain=/i);
    expect(seen.join()).not.toMatch(/ey[A-Za-z0-9_-]+\.ey/); // no JWT can be seen in them
  });

  test("never sends the browser to another site, whatever callbackUrl says", async () => {
    const browser = new ConsoleBrowser(service.get().deps);
    const { url } = await browser.signIn("ada", "https://evil.example/console");
    expect(url).toBe("https://age.test/console");
  });

  test("refuses a callback that it did not ask for", async () => {
    const browser = new ConsoleBrowser(service.get().deps);
    const { url } = await browser.follow("/api/auth/callback/oidc?code=stolen&state=guessed");
    expect(url).toMatch(/\/console\/sign-in\?.*error=state_lost/);
    expect((await browser.token()).status).toBe(401);
  });
});

describe("the page's access token", () => {
  test.each([
    ["another site's page", { "sec-fetch-site": "cross-site" }],
    ["another host of the same site", { "sec-fetch-site": "same-site" }],
    ["a link or a form", { "sec-fetch-site": "none" }],
    ["an old browser at another site", { origin: "https://evil.example" }],
    ["nobody who says where they are", {}],
  ])("is not given to %s", async (_who, headers) => {
    const browser = await signedIn("ada");
    const response = await browser.token(headers);
    expect(response.status).toBe(403);
    expect(await response.text()).toContain("CROSS_SITE_REFUSED");
  });

  test("is given to an old browser on our page", async () => {
    const browser = await signedIn("ada");
    expect((await browser.token({ origin: "https://age.test" })).status).toBe(200);
  });

  test("is renewed before it runs out, once for all who ask at the same time", async () => {
    const browser = await signedIn("ada");
    const first = await bearerOf(browser);
    expect(await bearerOf(browser)).toBe(first);
    await later(4.5 * MINUTE_MS, async () => {
      const tabs = await Promise.all([bearerOf(browser), bearerOf(browser), bearerOf(browser)]);
      expect(new Set(tabs).size).toBe(1);
      expect(tabs[0]).not.toBe(first);
      expect(await service.get().deps.identity?.verify(tabs[0] ?? "")).toMatchObject({ subject: "ada" });
    });
  });

  test("is not given any more when the provider has ended the session", async () => {
    const { identity } = service.get();
    const browser = await signedIn("ben");
    await bearerOf(browser);
    identity.forget();
    await later(4.5 * MINUTE_MS, async () => {
      const response = await browser.token();
      expect(response.status).toBe(401);
      expect([...browser.cookies.keys()].filter((name) => name.includes("lintel-session"))).toEqual([]);
    });
  });
});

describe("server components", () => {
  test("call as the cookie's person, renew nothing, and are nobody when its bearer has run out", async () => {
    const { deps } = service.get();
    const browser = await signedIn("ada");
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const ask = async () => {
      const context = await serverContext(deps, new Headers({ cookie }), null);
      return context && appRouter.createCaller(context).session.me();
    };
    expect(await ask()).toMatchObject({ member: { name: "Ada" } });
    await later(4.5 * MINUTE_MS, async () => expect(await ask()).toMatchObject({ member: { name: "Ada" } }));
    expect(await later(6 * MINUTE_MS, ask)).toBeNull();
    // The refresh token was not used up by any of them.
    await later(4.5 * MINUTE_MS, async () => expect((await browser.token()).status).toBe(200));
    expect(await serverContext(deps, new Headers(), null)).toBeNull();
  });
});

describe("sign-out", () => {
  test("ends both sessions: here, and at the provider", async () => {
    const { deps, identity } = service.get();
    const browser = await signedIn("ada");
    const stolen = new Map(browser.cookies);
    const bearer = await bearerOf(browser);
    expect(await consoleCall(deps, "session.me", undefined, { bearer })).toMatchObject({ httpStatus: 200 });
    const response = await browser.request("/api/console/sign-out", {
      method: "POST",
      headers: { "sec-fetch-site": "same-origin" },
    });
    const { url } = z.object({ url: z.url() }).parse(await response.json());
    expect(url).toContain(identity.issuer);
    expect((await browser.token()).status).toBe(401);
    const confirm = await browser.follow(url);
    const form = await confirm.response.text();
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(form)?.[1] ?? "";
    const ended = await browser.form(`${identity.issuer}/session/end/confirm`, { xsrf, logout: "yes" });
    expect(ended.url).toContain("https://age.test/console/sign-in");
    // Signing in again asks who it is: the provider does not remember.
    const csrf = await (await browser.request("/api/auth/csrf")).json();
    const again = await browser.form("/api/auth/signin/oidc", {
      csrfToken: csrf.csrfToken,
      callbackUrl: "/console",
    });
    expect(again.url).toContain("/sign-in/");
    // A cookie and a bearer that were copied before are worth nothing from then on.
    const thief = new ConsoleBrowser(deps);
    for (const [name, value] of stolen) thief.cookies.set(name, value);
    expect((await thief.token()).status).toBe(401);
    expect(await consoleCall(deps, "session.me", undefined, { bearer })).toMatchObject({
      httpStatus: 401,
      errorCode: "UNAUTHENTICATED_MEMBER",
    });
  });

  test("is not to be had by another site", async () => {
    const browser = await signedIn("ada");
    const response = await browser.request("/api/console/sign-out", {
      method: "POST",
      headers: { "sec-fetch-site": "cross-site" },
    });
    expect(response.status).toBe(403);
    expect((await browser.token()).status).toBe(200);
  });
});

describe("calls", () => {
  beforeAll(async () => {
    await knownPerson(service.get(), "cyd");
  });

  test("a cookie alone is refused", async () => {
    const { deps } = service.get();
    const browser = await signedIn("ada");
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await consoleCall(deps, "session.me", undefined, { headers: { cookie } });
    expect(answer).toMatchObject({ httpStatus: 401, errorCode: "UNAUTHENTICATED_MEMBER" });
    expect(answer.requestId).toBe(answer.headers.get("x-request-id"));
  });

  test.each([
    ["another site's page", { "sec-fetch-site": "cross-site" }],
    ["an old browser at another site", { "sec-fetch-site": "same-site", origin: "https://evil.example" }],
  ])("a good bearer from %s is refused", async (_who, headers) => {
    const { deps, identity } = service.get();
    const bearer = await identity.bearer("cyd");
    const answer = await consoleCall(deps, "session.me", undefined, { bearer, headers });
    expect(answer).toMatchObject({ httpStatus: 403, errorCode: "CROSS_SITE_REFUSED" });
  });

  test("GET is not served: nothing of a call is ever in an address", async () => {
    const { deps, identity } = service.get();
    const bearer = await identity.bearer("cyd");
    const headers = { authorization: `Bearer ${bearer}`, "sec-fetch-site": "same-origin" };
    const response = await consoleResponse(deps, new Request(`${BASE_URL}/api/trpc/session.me`, { headers }));
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("POST");
  });

  test("an expired bearer is refused", async () => {
    const { deps, identity } = service.get();
    const bearer = await identity.bearer("cyd");
    expect(await consoleCall(deps, "session.me", undefined, { bearer })).toMatchObject({ httpStatus: 200 });
    const answer = await later(6 * MINUTE_MS, () => consoleCall(deps, "session.me", undefined, { bearer }));
    expect(answer).toMatchObject({ httpStatus: 401, errorCode: "UNAUTHENTICATED_MEMBER" });
  });

  test("the bearer of somebody who never signed in here is refused", async () => {
    const { deps, identity } = service.get();
    const answer = await consoleCall(deps, "session.me", undefined, { bearer: await identity.bearer("hal") });
    expect(answer).toMatchObject({ httpStatus: 401, errorCode: "UNAUTHENTICATED_MEMBER" });
  });
});
