import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { signInProblem } from "#console/sign-in/sign-in-problem.ts";
import { createLogger } from "#platform/log.ts";
import { ConsoleBrowser } from "../support/console/browser.ts";
import { CLIENT } from "../support/sign-in/identity.ts";
import {
  hashOf,
  type Script,
  type ScriptedProvider,
  signingKey,
  startScriptedProvider,
} from "../support/sign-in/scripted-provider.ts";
import { BASE_URL, createService, type TestService } from "../support/world/service.ts";

let provider: ScriptedProvider;
let service: TestService;
const lines: string[] = [];
const services: TestService[] = [];

const freshService = async (): Promise<TestService> => {
  const fresh = await createService({
    env: { ...provider.env, CONSOLE_SIGN_INS_PER_MINUTE: "10000" },
    overrides: {
      log: createLogger({ level: "info", now: () => new Date(), write: (line) => void lines.push(line) }),
    },
  });
  services.push(fresh);
  return fresh;
};

beforeAll(async () => {
  provider = await startScriptedProvider();
  service = await freshService();
});
afterAll(async () => {
  for (const running of services) await running.close();
  await provider.stop();
});
beforeEach(() => {
  provider.reset();
  lines.length = 0;
});

const DAY_SECONDS = 86_400;
const nowSeconds = () => Math.floor(Date.now() / 1000);
const withIdToken = (claims: object): Partial<Script> => ({
  idToken: (honest) => ({ ...honest, ...claims }),
});
const without = (name: string) => (honest: Record<string, unknown>) => {
  const { [name]: _gone, ...rest } = honest;
  return rest;
};
const withAccessToken = (claims: object): Partial<Script> => ({
  accessToken: (honest) => ({ ...honest, ...claims }),
});
const stranger = signingKey("RS256", "rsa");

// The logger withholds what is no code of ours; a refusal of another cause has another code.
const REFUSALS: readonly [why: string, code: string, script: Partial<Script>][] = [
  ["somebody cancels at the provider", "cancelled", { redirect: { code: null, error: "access_denied" } }],
  ["the provider is broken", "provider_error", { redirect: { code: null, error: "server_error" } }],
  ["the provider lets them not in", "provider_denied", { redirect: { code: null, error: "login_required" } }],
  ["the registration is wrong", "request_refused", { redirect: { code: null, error: "invalid_scope" } }],
  ["an error that nobody knows", "provider_denied", { redirect: { code: null, error: "<script>" } }],
  ["another state", "state_mismatch", { redirect: { state: "other" } }],
  ["no state", "state_mismatch", { redirect: { state: null } }],
  ["another issuer's answer (RFC 9207)", "response_issuer", { redirect: { iss: "https://evil.example" } }],
  ["no code", "response_invalid", { redirect: { code: null } }],
  ["a wrong client secret", "client_refused", { tokenAnswer: [401, '{"error":"invalid_client"}'] }],
  [
    "an error with a name that every object has",
    "token_refused",
    { tokenAnswer: [400, '{"error":"constructor"}'] },
  ],
  ["a 401 without words", "client_refused", { tokenAnswer: [401, "no"] }],
  ["a code that was used", "code_refused", { tokenAnswer: [400, '{"error":"invalid_grant"}'] }],
  ["another refusal", "token_refused", { tokenAnswer: [400, '{"error":"invalid_target"}'] }],
  ["no JSON", "token_response_invalid", { tokenAnswer: [200, "<html>"] }],
  ["a token endpoint that is away", "provider_away", { tokenAnswer: [503, "{}"] }],
  ["an endless answer", "provider_away", { tokenAnswer: [200, " ".repeat(2_000_000)] }],
  ["no id_token", "id_token_missing", { idToken: () => null }],
  ["an id_token that is none", "id_token_malformed", { forgeIdToken: () => "a.b.c" }],
  ["alg none", "id_token_algorithm", { forgeIdToken: (honest) => unsigned(honest) }],
  ["HS256 with the client's secret", "id_token_algorithm", { forgeIdToken: (honest) => hmac(honest) }],
  [
    "an algorithm that the provider does not announce",
    "id_token_algorithm",
    { discovery: { id_token_signing_alg_values_supported: ["ES256"] } },
  ],
  ["a key that is not published", "id_token_key", { keys: [signingKey("RS256", "other")] }],
  ["a stranger's signature", "id_token_signature", { forgeIdToken: (honest) => resigned(honest) }],
  ["another issuer", "id_token_issuer", withIdToken({ iss: "https://evil.example" })],
  ["another audience", "id_token_audience", withIdToken({ aud: "somebody-else" })],
  ["for us and others", "id_token_client", withIdToken({ aud: [CLIENT.id, "somebody-else"] })],
  ["for another client (azp)", "id_token_client", withIdToken({ azp: "somebody-else" })],
  ["a logout token", "id_token_type", withIdToken({ events: {} })],
  ["a logout token's type", "id_token_type", { idTokenHeader: { typ: "logout+jwt" } }],
  ["an expired one", "id_token_expired", withIdToken({ exp: nowSeconds() - 120 })],
  ["one of tomorrow (iat)", "id_token_not_yet_valid", withIdToken({ iat: nowSeconds() + DAY_SECONDS })],
  ["one for tomorrow (nbf)", "id_token_not_yet_valid", withIdToken({ nbf: nowSeconds() + DAY_SECONDS })],
  ["no expiry", "id_token_claims", { idToken: without("exp") }],
  ["no subject", "id_token_claims", { idToken: without("sub") }],
  ["another sign-in's nonce", "id_token_nonce", withIdToken({ nonce: "other" })],
  ["no nonce", "id_token_nonce", { idToken: without("nonce") }],
  ["another access token's hash", "id_token_at_hash", withIdToken({ at_hash: hashOf("other") })],
  ["a list as subject", "id_token_subject", withIdToken({ sub: ["ada"] })],
  ["a number as subject", "id_token_subject", withIdToken({ sub: 7 })],
  ["an empty subject", "id_token_subject", withIdToken({ sub: "" })],
  ["a subject of 256 characters", "id_token_subject", withIdToken({ sub: "a".repeat(256) })],
  ["a subject with NUL", "id_token_subject", withIdToken({ sub: "a\u0000" })],
  ["no access token", "access_token_missing", { accessToken: () => null }],
  ["an opaque access token", "access_token_opaque", { accessToken: () => "opaque" }],
  ["an access token for another API", "access_token_audience", withAccessToken({ aud: "urn:other" })],
  [
    "an access token of another issuer",
    "access_token_issuer",
    withAccessToken({ iss: "https://evil.example" }),
  ],
  ["an access token of another client", "access_token_client", withAccessToken({ client_id: "other" })],
  ["an access token that has expired", "access_token_expired", withAccessToken({ exp: nowSeconds() - 120 })],
  [
    "an access token of tomorrow",
    "access_token_not_yet_valid",
    withAccessToken({ iat: nowSeconds() + DAY_SECONDS }),
  ],
  ["an access token of no known type", "access_token_type", { accessTokenHeader: { typ: "secevent+jwt" } }],
  [
    "an access token that is an id_token",
    "access_token_type",
    { accessTokenHeader: { typ: "JWT" }, ...withAccessToken({ nonce: "x" }) },
  ],
  ["an access token without subject", "access_token_claims", { accessToken: without("sub") }],
  ["a list as the access token's subject", "access_token_subject", withAccessToken({ sub: ["ada"] })],
  ["an access token without client", "access_token_claims", { accessToken: without("client_id") }],
  ["two tokens about two people", "access_token_other_subject", withAccessToken({ sub: "ben" })],
  [
    "userinfo about somebody else",
    "userinfo_other_subject",
    { idToken: without("email"), userinfo: () => ({ sub: "ben", email: "ben@people.test" }) },
  ],
  ["NUL in the name", "profile_unusable", withIdToken({ name: "A\u0000da" })],
  ["half a character in the name", "profile_unusable", withIdToken({ name: "Ada \ud800" })],
];

const unsigned = (jwt: string): string => {
  const [, body] = jwt.split(".");
  return `${Buffer.from('{"alg":"none"}').toString("base64url")}.${body}.`;
};

const hmac = async (jwt: string): Promise<string> => {
  const { createHmac } = await import("node:crypto");
  const signed = `${Buffer.from('{"alg":"HS256"}').toString("base64url")}.${jwt.split(".")[1]}`;
  return `${signed}.${createHmac("sha256", CLIENT.secret).update(signed).digest("base64url")}`;
};

const resigned = (jwt: string): Promise<string> => {
  const claims = JSON.parse(Buffer.from(jwt.split(".")[1] ?? "", "base64url").toString());
  return provider.sign(claims, {}, stranger);
};

const codesLogged = (): string[] =>
  lines.map((line) => JSON.parse(line)).flatMap(({ message, code }) => (message === "sign-in" ? [code] : []));

describe("a sign-in is refused, and says why", () => {
  test.each(REFUSALS)("%s: %s", async (_why, code, script) => {
    Object.assign(provider.script, script);
    // What a service has read of its provider it keeps.
    const isRead = script.discovery !== undefined || script.keys !== undefined;
    const { deps } = isRead ? await freshService() : service;
    const browser = new ConsoleBrowser(deps);
    const { url } = await browser.signIn("ada", "/console/invitation");
    const page = new URL(url);
    expect(`${page.origin}${page.pathname}`).toBe(`${BASE_URL}/console/sign-in`);
    expect(page.searchParams.get("error")).toBe(code);
    expect(page.searchParams.get("callbackUrl")).toBe("/console/invitation");
    expect(codesLogged()).toEqual([code]);
    expect(lines.join()).not.toMatch(/eyJ|script|evil|people\.test/);
    expect(signInProblem(code).text).not.toBe(signInProblem("?").text);
    expect(signInProblem(code).isHarmless).toBe(code === "cancelled");
    expect((await browser.token()).status).toBe(401);
    expect([...browser.cookies.keys()].filter((name) => /state|pkce|nonce|session/.test(name))).toEqual([]);
  });

  test("a provider that is away before the sign-in begins", async () => {
    const fresh = await freshService();
    provider.isAway = true;
    const browser = new ConsoleBrowser(fresh.deps);
    const csrf = await (await browser.request("/api/auth/csrf")).json();
    const { url } = await browser.form("/api/auth/signin/oidc", { csrfToken: csrf.csrfToken });
    expect(url).toBe(`${BASE_URL}/console/sign-in?error=provider_away`);
  });

  test("a provider whose description is another issuer's", async () => {
    const fresh = await freshService();
    provider.script.discovery = { issuer: "https://evil.example" };
    const browser = new ConsoleBrowser(fresh.deps);
    const csrf = await (await browser.request("/api/auth/csrf")).json();
    const { url } = await browser.form("/api/auth/signin/oidc", { csrfToken: csrf.csrfToken });
    expect(url).toBe(`${BASE_URL}/console/sign-in?error=discovery_invalid`);
  });

  test("a browser without the cookies of the way", async () => {
    const { url } = await new ConsoleBrowser(service.deps).follow("/api/auth/callback/oidc?code=a&state=b");
    expect(url).toBe(`${BASE_URL}/console/sign-in?error=state_lost`);
    expect(codesLogged()).toEqual(["state_lost"]);
  });

  test("a form without the page's token", async () => {
    const browser = new ConsoleBrowser(service.deps);
    const { url } = await browser.form("/api/auth/signin/oidc", { csrfToken: "guessed" });
    expect(url).toBe(`${BASE_URL}/console/sign-in?error=state_lost`);
  });
});
