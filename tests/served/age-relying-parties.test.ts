import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { anyPort } from "../../scripts/local/ports.ts";
import { type Served, serveBuild } from "../support/http/served.ts";
import { Browser, CALLBACK, careful, newClient, relyingParty } from "../support/sign-in/age-provider.ts";
import { apacheMissing, startApache } from "../support/sign-in/relying-parties/apache.ts";
import { settingsToCopy } from "../support/sign-in/relying-parties/copied.ts";
import { startNextAuthSite } from "../support/sign-in/relying-parties/next-auth.ts";
import { visit } from "../support/sign-in/relying-parties/visit.ts";
import { eventually } from "../support/world/eventually.ts";

// Programs of others that sign people in with their age at the real program. Those with settings in
// docs/sign-in-with-age.md are given these, as a reader copies them.

if (apacheMissing !== null) console.warn(`Skipped: ${apacheMissing}`);

const SLOW = 120_000;

let served: Served;
let origin: string;
let issuer: string;
let tenantId: string;
beforeAll(async () => {
  const port = await anyPort();
  origin = `http://localhost:${port}`;
  issuer = `${origin}/oidc/test`;
  served = await serveBuild({ PORT: String(port), PUBLIC_URL: origin });
  tenantId = (await served.service.tenant({ plan: "scale" })).id;
}, SLOW);
afterAll(() => served[Symbol.asyncDispose]());
afterEach(() => void vi.unstubAllEnvs());

describe.skipIf(apacheMissing !== null)("Apache with mod_auth_openidc", () => {
  const FILM = `film for adults ${"x".repeat(2_000)}`;

  const serveFilm = async (more = "") => {
    const port = await anyPort();
    const redirectUri = `http://127.0.0.1:${port}/age/callback`;
    const client = await newClient(served.service, tenantId, { redirectUris: [redirectUri] });
    const settings = settingsToCopy("Apache (mod_auth_openidc)", { issuer, ...client, redirectUri });
    return startApache(port, settings + more, { "adults/film.txt": FILM, "index.html": "for everyone" });
  };

  /** Status and bytes of each answer that was sent for the file; Apache writes a line after its answer. */
  const sentForFilm = async ({ accessLog }: Awaited<ReturnType<typeof serveFilm>>) =>
    (await accessLog()).flatMap((line) => {
      const [request = "", status, bytes] = line.split("|");
      return request.startsWith("GET /adults/film.txt ") ? [[Number(status), Number(bytes)]] : [];
    });

  test(
    "gives an adult the file, and not one byte of it before the proof",
    async () => {
      await using apache = await serveFilm();
      const film = `${apache.origin}/adults/film.txt`;
      const { before, after, end } = await visit(new Browser(), film, "approve");
      expect(end).toEqual({ url: film, status: 200, body: FILM });
      const earlier = [...before, ...after.slice(0, -1)];
      expect(earlier.length).toBeGreaterThan(4);
      for (const { body } of earlier) expect(body).not.toContain("film for adults");
      await eventually(() => sentForFilm(apache)).toEqual([
        [302, before[0]?.body.length],
        [200, FILM.length],
      ]);
    },
    SLOW,
  );

  test(
    "asks by a form that the browser posts, if it is set so (OpenID Connect Core §3.1.2.1)",
    async () => {
      await using apache = await serveFilm("OIDCProviderAuthRequestMethod POST\n");
      const film = `${apache.origin}/adults/film.txt`;
      const browser = new Browser();
      const page = await (await browser.get(film)).text();
      const [, action = ""] = /<form method="post"[^>]* action="([^"]+)"/.exec(page) ?? [];
      expect(action).toBe(`${issuer}/authorize`);
      const fields = [...page.matchAll(/name="([^"]+)" value="([^"]*)"/g)];
      const form = Object.fromEntries(
        fields.map(([, name, value]) => [name, String(value).replaceAll("&amp;", "&")]),
      );
      const { end } = await visit(browser, action, "approve", form);
      expect(end).toEqual({ url: film, status: 200, body: FILM });
    },
    SLOW,
  );

  test(
    "refuses a person below the age, who gets nothing of the file",
    async () => {
      await using apache = await serveFilm();
      const film = `${apache.origin}/adults/film.txt`;
      const browser = new Browser();
      const { before, after, end } = await visit(browser, film, "under_age");
      expect(end).toMatchObject({ url: film, status: 401 });
      const again = await browser.get(film);
      expect(again.status).toBe(401);
      for (const body of [...before, ...after].map((step) => step.body).concat(await again.text())) {
        expect(body).not.toContain("film for adults");
      }
      const statuses = async () => (await sentForFilm(apache)).map(([status]) => status);
      await eventually(statuses).toEqual([302, 401, 401]);
    },
    SLOW,
  );

  test(
    "leads whoever forges or copies an answer to no file",
    async () => {
      await using apache = await serveFilm();
      const film = `${apache.origin}/adults/film.txt`;
      const { after } = await visit(new Browser(), film, "approve");
      const answer = after.find(({ url }) => url.includes("/age/callback?"))?.url ?? "";
      expect(answer).toContain("code=");
      const stranger = new Browser();
      expect((await stranger.get(answer)).status).toBeGreaterThanOrEqual(400);
      expect((await stranger.get(film)).status).toBe(302);
      expect(await (await stranger.get(`${apache.origin}/index.html`)).text()).toBe("for everyone");
    },
    SLOW,
  );
});

describe("next-auth", () => {
  test.each([
    { outcome: "approve", isAdult: true },
    { outcome: "under_age", isAdult: false },
  ] as const)(
    "with the guide's settings knows after $outcome: isAdult is $isAdult",
    async (person) => {
      const port = await anyPort();
      const at = `http://localhost:${port}`;
      const redirectUri = `${at}/api/auth/callback/age`;
      const { clientId, secret } = await newClient(served.service, tenantId, { redirectUris: [redirectUri] });
      vi.stubEnv("NEXTAUTH_URL", at);
      vi.stubEnv("AGE_CLIENT_ID", clientId);
      vi.stubEnv("AGE_CLIENT_SECRET", secret);
      await using _site = await startNextAuthSite(port, settingsToCopy("Auth.js (next-auth)", { issuer }));
      const browser = new Browser();
      const { csrfToken } = await (await browser.get(`${at}/api/auth/csrf`)).json();
      const form = { csrfToken: String(csrfToken), callbackUrl: `${at}/` };
      const { end } = await visit(browser, `${at}/api/auth/signin/age`, person.outcome, form);
      expect(end).toMatchObject({ url: `${at}/`, status: 200 });
      expect(JSON.parse(end.body)).toMatchObject({ isAdult: person.isAdult });
    },
    SLOW,
  );
});

const jwkOf = (key: KeyObject) => {
  const members = Object.entries(key.export({ format: "jwk" }));
  return {
    kty: "EC",
    ...Object.fromEntries(members.map(([name, value]) => [name, String(value)])),
    ...{ kid: "one", alg: "ES256", use: "sig" },
  };
};

describe("openid-client", () => {
  const byCode = async () => relyingParty({ origin }, await newClient(served.service, tenantId));

  const byAssertion = async () => {
    const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const { clientId } = await newClient(served.service, tenantId, {
      authMethod: "private_key_jwt",
      jwks: { keys: [jwkOf(pair.publicKey)] },
    });
    const metadata = {
      token_endpoint_auth_method: "private_key_jwt",
      token_endpoint_auth_signing_alg: "ES256",
    };
    return relyingParty({ origin }, { clientId }, metadata, { keys: [jwkOf(pair.privateKey)] });
  };

  test.each([
    { way: "code and PKCE", make: byCode, isPushed: false },
    { way: "a pushed request", make: byCode, isPushed: true },
    { way: "a signed assertion", make: byAssertion, isPushed: false },
    { way: "a pushed request and a signed assertion", make: byAssertion, isPushed: true },
  ])(
    "by $way tells an adult from a minor",
    async ({ make, isPushed }) => {
      const site = await make();
      for (const [outcome, isOver] of [["approve", true] as const, ["under_age", false] as const]) {
        const { sent, checks } = careful();
        const pushed = isPushed
          ? await site.pushedAuthorizationRequest({ ...sent, redirect_uri: CALLBACK })
          : null;
        const url = site.authorizationUrl(
          pushed ? { request_uri: pushed.request_uri, redirect_uri: CALLBACK } : sent,
        );
        const { end } = await visit(new Browser(), url, outcome);
        const answer = Object.fromEntries(new URL(end.url).searchParams);
        const tokens = await site.callback(CALLBACK, answer, checks);
        expect(tokens.claims()).toMatchObject({ iss: issuer, age_over_18: isOver });
        expect(await site.userinfo(tokens)).toMatchObject({ age_over_18: isOver });
      }
    },
    SLOW,
  );
});
