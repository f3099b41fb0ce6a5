import { ConsoleBrowser } from "../console/browser.ts";
import { answerTo } from "../http/serve-routes.ts";
import type { TestIdentity } from "../sign-in/identity.ts";
import { answerOf } from "../world/service.ts";
import type { Group } from "./recording.ts";
import type { RecordedWorld } from "./world.ts";

// The way to the identity provider and back, the page's access token, and the way out.

const OWN_PAGE = { "sec-fetch-site": "same-origin" };
const FORM = { ...OWN_PAGE, "content-type": "application/x-www-form-urlencoded" };

/** A browser whose requests to the console are recorded under the names that are set; others go unrecorded. */
const newBrowser = (world: RecordedWorld) => {
  const names: string[] = [];
  const browser = new ConsoleBrowser(async (request) => {
    const { pathname, search } = new URL(request.url);
    world.later(1);
    if (pathname.startsWith("/console")) return new Response("a page");
    const response = await answerTo(request);
    const what = names.shift();
    if (what === undefined) return response;
    const answer = await answerOf(response.clone());
    await world.note(what, `${request.method} ${pathname}${search}`, answer);
    return response;
  });
  return { browser, name: (...next: string[]) => names.push(...next) };
};

const way = (identity: () => TestIdentity): Group => ({
  name: "in and out",
  identity,
  run: async (world) => {
    const { browser, name } = newBrowser(world);
    name("csrf", "start", "callback");
    await browser.signIn("ada");
    name("token", "token, again", "token for another site");
    await browser.token();
    await browser.token();
    await browser.token({ "sec-fetch-site": "cross-site" });
    name("sign out from another site", "sign out", "sign out, again", "token after it");
    for (const headers of [{ "sec-fetch-site": "cross-site" }, OWN_PAGE, OWN_PAGE])
      await browser.request("/api/console/sign-out", { method: "POST", headers });
    await browser.token();
  },
});

const refusals = (identity: () => TestIdentity): Group => ({
  name: "refused",
  identity,
  run: async (world) => {
    const { record } = world;
    const form = (fields: Record<string, string>) => ({
      headers: FORM,
      body: new URLSearchParams(fields).toString(),
    });
    await record("start without csrf", "POST", "/api/auth/signin/oidc", form({ callbackUrl: "/console" }));
    await record(
      "start without csrf, by script",
      "POST",
      "/api/auth/signin/oidc",
      form({ callbackUrl: "/console", json: "true" }),
    );
    await record("start by GET", "GET", "/api/auth/signin/oidc");
    await record("an unknown provider", "POST", "/api/auth/signin/nobody", form({}));
    await record("another action of next-auth", "GET", "/api/auth/session");
    await record("csrf by POST", "POST", "/api/auth/csrf", form({}));
    await record(
      "a form that is too large",
      "POST",
      "/api/auth/signin/oidc",
      form({ pad: "x".repeat(17 * 1024) }),
    );
    await record(
      "a callback that was not asked for",
      "GET",
      "/api/auth/callback/oidc?code=stolen&state=guessed",
    );
    for (const error of ["access_denied", "login_required", "server_error", "nonsense"])
      await record(`the provider's ${error}`, "GET", `/api/auth/callback/oidc?error=${error}`);
    await record(
      "a callback by form",
      "POST",
      "/api/auth/callback/oidc",
      form({ code: "stolen", state: "guessed" }),
    );
    await record("token without a session", "POST", "/api/console/token", { headers: OWN_PAGE });
    await record("token for nobody who says where they are", "POST", "/api/console/token");
    await record("sign out without a session", "POST", "/api/console/sign-out", { headers: OWN_PAGE });
  },
});

const limited = (identity: () => TestIdentity): Group => ({
  name: "too many sign-ins",
  identity,
  env: { CONSOLE_SIGN_INS_PER_MINUTE: "1" },
  run: async ({ record, service }) => {
    const headers = { ...FORM, "x-forwarded-for": "203.0.113.9" };
    await service.call("GET", "/api/auth/callback/oidc?error=access_denied", { headers });
    await record("by link", "GET", "/api/auth/callback/oidc?error=access_denied", { headers });
    await record("by form", "POST", "/api/auth/signin/oidc", { headers, body: "" });
  },
});

const notConfigured: Group = {
  name: "without a provider",
  run: async ({ record }) => {
    await record("csrf", "GET", "/api/auth/csrf");
    await record("start", "POST", "/api/auth/signin/oidc", { headers: FORM, body: "" });
    await record("token", "POST", "/api/console/token", { headers: OWN_PAGE });
    await record("sign out", "POST", "/api/console/sign-out", { headers: OWN_PAGE });
    await record("a call", "POST", "/api/trpc/session.me", { headers: OWN_PAGE, body: "{}" });
    await record("export", "POST", "/api/console/export/verifications", { headers: OWN_PAGE, body: "{}" });
  },
};

export const signInGroups = (identity: () => TestIdentity): readonly Group[] => [
  way(identity),
  refusals(identity),
  limited(identity),
  notConfigured,
];
