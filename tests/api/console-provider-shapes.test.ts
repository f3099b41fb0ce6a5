import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createLogger } from "#platform/log.ts";
import { emailHashOf } from "#services/members/members.ts";
import { ConsoleBrowser } from "../support/console/browser.ts";
import { consoleCall } from "../support/console/call.ts";
import { CLIENT } from "../support/sign-in/identity.ts";
import {
  hashOf,
  type Script,
  type ScriptedProvider,
  signingKey,
  startScriptedProvider,
} from "../support/sign-in/scripted-provider.ts";
import { createService, type TestService } from "../support/world/service.ts";

let provider: ScriptedProvider;
const services: TestService[] = [];
const lines: string[] = [];

beforeAll(async () => {
  provider = await startScriptedProvider();
});
afterAll(async () => {
  await provider.stop();
});
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()));
});
beforeEach(() => {
  provider.reset();
  lines.length = 0;
});

const fresh = async (env: Record<string, string> = {}): Promise<TestService> => {
  const log = createLogger({ level: "info", now: () => new Date(), write: (line) => void lines.push(line) });
  const service = await createService({ env: { ...provider.env, ...env }, overrides: { log } });
  services.push(service);
  return service;
};

/** Signs somebody in and says who the console takes them for. */
const memberAfter = async (service: TestService, subject = "ada") => {
  const browser = new ConsoleBrowser(service.deps);
  expect((await browser.signIn(subject)).url).toBe("https://age.test/console");
  const { accessToken } = await (await browser.token()).json();
  const me = await consoleCall(service.deps, "session.me", undefined, { bearer: accessToken });
  expect(me.httpStatus).toBe(200);
  const member = await service.deps.db.orm.member.findFirstOrThrow({ where: { subject } });
  const hash = Buffer.from(emailHashOf(service.deps, `${subject}@people.test`));
  return {
    name: member.name,
    hasVerifiedEmail: member.emailHash !== null && hash.equals(Buffer.from(member.emailHash)),
    bearer: String(accessToken),
  };
};

const thin =
  (...kept: string[]): Script["idToken"] =>
  (claims) =>
    Object.fromEntries(
      Object.entries(claims).filter(
        ([name]) => !["name", "email", "email_verified"].includes(name) || kept.includes(name),
      ),
    );

describe("signatures", () => {
  test.each(["RS256", "PS256", "ES256", "ES384", "ES512", "EdDSA", "Ed25519"])("%s", async (alg) => {
    provider.script.key = signingKey(alg);
    provider.script.discovery = { id_token_signing_alg_values_supported: [alg] };
    const service = await fresh();
    expect(await memberAfter(service)).toMatchObject({ name: "Ada", hasVerifiedEmail: true });
  });

  test("two keys of one kind, and a token that does not say which", async () => {
    provider.script.keys = [signingKey("ES256"), signingKey("ES256")];
    provider.script.key = provider.script.keys[1] ?? provider.script.key;
    provider.script.idTokenHeader = { kid: undefined };
    expect(await memberAfter(await fresh())).toMatchObject({ name: "Ada" });
  });

  test("an access token's hash that is right", async () => {
    provider.script.accessToken = () => "opaque";
    provider.script.idToken = (claims) => ({ ...claims, at_hash: hashOf("opaque") });
    expect(await memberAfter(await fresh({ CONSOLE_AUDIENCE: "" }))).toMatchObject({ name: "Ada" });
  });
});

describe("who somebody is", () => {
  test.each([
    ["as JSON", false],
    ["signed", true],
  ])("is asked at userinfo where the id_token is thin: %s", async (_how, isSigned) => {
    Object.assign(provider.script, { idToken: thin(), isUserinfoSigned: isSigned });
    expect(await memberAfter(await fresh())).toMatchObject({ name: "Ada", hasVerifiedEmail: true });
    expect(provider.asked.filter((path) => path === "/userinfo")).toHaveLength(1);
  });

  test("is not asked where the id_token says it", async () => {
    await memberAfter(await fresh());
    expect(provider.asked).not.toContain("/userinfo");
  });

  test("may stay unknown: the sign-in goes on, and the log says so", async () => {
    Object.assign(provider.script, { idToken: thin("email"), userinfo: () => null });
    expect(await memberAfter(await fresh())).toMatchObject({
      name: "ada@people.test",
      hasVerifiedEmail: false,
    });
    expect(lines.map((line) => JSON.parse(line).code)).toEqual(["userinfo_unavailable", "signed_in"]);
  });

  test("is the preferred name where there is no other", async () => {
    const claims = { preferred_username: "ada.l", email: "ada@people.test", email_verified: false };
    Object.assign(provider.script, { idToken: thin(), userinfo: () => ({ sub: "ada", ...claims }) });
    expect(await memberAfter(await fresh())).toMatchObject({ name: "ada.l", hasVerifiedEmail: false });
  });

  test.each([
    [true, true],
    [1, true],
    ["1", true],
    ["true", true],
    [false, false],
    [undefined, false],
  ])("at Microsoft, xms_edov %j means verified: %j", async (edov, isVerified) => {
    provider.script.idToken = (claims) => {
      const { email_verified: _never, ...rest } = claims;
      return edov === undefined ? rest : { ...rest, xms_edov: edov };
    };
    const service = await fresh({ CONSOLE_PROVIDER: "microsoft", CONSOLE_AUDIENCE: "" });
    expect((await memberAfter(service)).hasVerifiedEmail).toBe(isVerified);
  });

  test("xms_edov is Microsoft's word, and nobody else's", async () => {
    provider.script.idToken = (claims) => ({ ...claims, email_verified: false, xms_edov: true });
    expect((await memberAfter(await fresh())).hasVerifiedEmail).toBe(false);
  });
});

describe("the provider", () => {
  test("is asked for its description once, by a crowd of strangers", async () => {
    const service = await fresh();
    const start = async () => {
      const browser = new ConsoleBrowser(service.deps);
      const csrf = await (await browser.request("/api/auth/csrf")).json();
      return browser.form("/api/auth/signin/oidc", { csrfToken: csrf.csrfToken });
    };
    await Promise.all(Array.from({ length: 20 }, start));
    await memberAfter(service);
    expect(provider.asked.filter((path) => path.includes("well-known"))).toHaveLength(1);
    expect(provider.asked.filter((path) => path === "/jwks")).toHaveLength(1);
  });

  test("gets the client's secret in the form where it takes it no other way", async () => {
    provider.script.discovery = { token_endpoint_auth_methods_supported: ["client_secret_post"] };
    expect(await memberAfter(await fresh())).toMatchObject({ name: "Ada" });
  });

  test("says in its answer who it is, where it has promised to (RFC 9207)", async () => {
    provider.script.discovery = { authorization_response_iss_parameter_supported: true };
    const service = await fresh();
    const { url } = await new ConsoleBrowser(service.deps).signIn("ada");
    expect(url).toContain("error=response_issuer");
    provider.script.redirect = { iss: provider.issuer };
    expect(await memberAfter(service)).toMatchObject({ name: "Ada" });
  });
});

describe("a bearer", () => {
  const nowSeconds = () => Math.floor(Date.now() / 1000);
  let service: TestService;
  beforeAll(async () => {
    provider.reset();
    service = await fresh({ CONSOLE_CLIENT_IDS: "reports" });
    services.pop(); // this one is for all of them
    await memberAfter(service);
  });
  afterAll(() => service.close());

  test.each([
    ["an access token (RFC 9068)", {}, {}, 200],
    ["the same with the long name of its type", {}, { typ: "application/at+jwt" }, 200],
    ["one of before that RFC", { client_id: undefined, azp: CLIENT.id }, { typ: "JWT" }, 200],
    ["Keycloak's", { client_id: undefined, azp: CLIENT.id, typ: "Bearer", nonce: "n" }, { typ: "JWT" }, 200],
    ["another client's that may", { client_id: "reports" }, {}, 200],
    ["another client's", { client_id: "other" }, {}, 401],
    ["a logout token", { events: {} }, { typ: "logout+jwt" }, 401],
    ["a logout token without a type", { events: {} }, { typ: undefined }, 401],
    ["an id_token for the API", { nonce: "n" }, { typ: "JWT" }, 401],
    ["Keycloak's id_token", { typ: "ID" }, { typ: "JWT" }, 401],
    ["anything else's type", {}, { typ: "secevent+jwt" }, 401],
    ["one of tomorrow", { iat: nowSeconds() + 86_400, exp: nowSeconds() + 90_000 }, {}, 401],
    ["a list as subject", { sub: ["ada"] }, {}, 401],
    ["a number as subject", { sub: 1 }, {}, 401],
    ["no client", { client_id: undefined }, {}, 401],
  ])("%s", async (_what, claims, header, status) => {
    const bearer = await provider.bearer(claims, header);
    const answer = await consoleCall(service.deps, "session.me", undefined, { bearer });
    expect(answer.httpStatus).toBe(status);
  });
});
