import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ConfigError, loadConfig, sessionUrlOf, signUpOf } from "#config/config.ts";

const SECRET = "not-to-be-told";

const load = (env: Record<string, string>) =>
  loadConfig({
    DATABASE_URL: "postgresql://u:p@localhost/lintel",
    PUBLIC_URL: "https://age.example.com",
    SECRETS_KEY: randomBytes(32).toString("base64"),
    KEY_PEPPER: randomBytes(32).toString("base64"),
    ADMIN_KEYS: "k".repeat(32),
    TOKEN_SIGNING_KEYS: "[]",
    CONSOLE_CLIENT_ID: "lintel",
    CONSOLE_CLIENT_SECRET: SECRET,
    ...env,
  });

const refusalOf = (env: Record<string, string>): string => {
  try {
    load(env);
    return "";
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
};

test("workers listen on DATABASE_SESSION_URL, on DATABASE_URL, or behind PgBouncer not at all", () => {
  const [url, session] = ["postgresql://u:p@bouncer/lintel", "postgresql://u:p@db/lintel"];
  const google = { CONSOLE_PROVIDER: "google" };
  const off = { ...google, DATABASE_URL: url, DATABASE_PREPARED_STATEMENTS: "off" };
  expect(sessionUrlOf(load({ ...google, DATABASE_URL: url }))).toBe(url);
  expect(sessionUrlOf(load({ ...off, DATABASE_SESSION_URL: session }))).toBe(session);
  expect(sessionUrlOf(load(off))).toBeNull();
});

test.each([["SECRETS_KEY"], ["KEY_PEPPER"]])("%s_PREVIOUS is another value, and never shown", (name) => {
  const value = randomBytes(32).toString("base64");
  const given = { SECRETS_KEY: value, KEY_PEPPER: value };
  const refusal = refusalOf({ ...given, CONSOLE_PROVIDER: "google", [`${name}_PREVIOUS`]: value });
  expect(refusal).toContain(`${name}_PREVIOUS: expected a `);
  expect(refusal).not.toContain(value);
  expect(refusalOf({ ...given, [`${name}_PREVIOUS`]: "too short" })).toContain(`${name}_PREVIOUS: expected`);
});

describe("status lists of wallets", () => {
  const google = { CONSOLE_PROVIDER: "google" };
  const on = {
    ...google,
    WALLET_STATUS_CREDENTIALS: "mdl",
    WALLET_STATUS_HOSTS: "Status.Example.com,10.0.0.1:8443",
  };

  test("are off by default, and refuse what cannot be known once they are on, within ten seconds", () => {
    expect(load(google)).toMatchObject({ WALLET_STATUS_CREDENTIALS: [], WALLET_STATUS_HOSTS: [] });
    expect(load(on)).toMatchObject({
      WALLET_STATUS_CREDENTIALS: ["mdl"],
      WALLET_STATUS_HOSTS: ["status.example.com", "10.0.0.1:8443"],
      WALLET_STATUS_UNREACHABLE: { otherwise: "refuse", byCredential: {} },
      WALLET_STATUS_MISSING: { otherwise: "refuse", byCredential: {} },
      WALLET_STATUS_MAX_AGE_SECONDS: 10,
    });
  });

  test.each([
    [
      "a credential that is not asked for",
      { WALLET_STATUS_CREDENTIALS: "pid_mdoc" },
      "WALLET_STATUS_CREDENTIALS",
    ],
    ["no host", { WALLET_STATUS_HOSTS: "" }, "WALLET_STATUS_HOSTS"],
    ["hosts alone", { WALLET_STATUS_CREDENTIALS: "" }, "WALLET_STATUS_HOSTS"],
    ["an address", { WALLET_STATUS_HOSTS: "https://status.example.com/" }, "WALLET_STATUS_HOSTS"],
    ["a pattern", { WALLET_STATUS_HOSTS: "*.example.com" }, "WALLET_STATUS_HOSTS"],
    ["no choice", { WALLET_STATUS_MISSING: "maybe" }, "WALLET_STATUS_MISSING"],
    ["exceptions alone", { WALLET_STATUS_MISSING: "mdl=accept" }, "WALLET_STATUS_MISSING"],
    [
      "an exception twice",
      { WALLET_STATUS_MISSING: "refuse,mdl=accept,mdl=refuse" },
      "WALLET_STATUS_MISSING",
    ],
    [
      "another's exception",
      { WALLET_STATUS_UNREACHABLE: "refuse,eu_av=accept" },
      "WALLET_STATUS_UNREACHABLE",
    ],
    ["a copy for ever", { WALLET_STATUS_MAX_AGE_SECONDS: "0" }, "WALLET_STATUS_MAX_AGE_SECONDS"],
  ])("%s is refused", (_name, env, key) => {
    expect(refusalOf({ ...on, ...env })).toContain(`  ${key}: `);
  });
});

describe("zero-knowledge proofs", () => {
  const google = { CONSOLE_PROVIDER: "google" };
  const hash = "8d079211715200ff06c5109639245502bfe94aa869908d31176aae4016182121";
  const own = "ab".repeat(32);

  test("are off by default", () => {
    expect(load(google)).toMatchObject({ WALLET_ZK: "off", WALLET_ZK_CIRCUITS: [] });
    expect(load(google)).not.toHaveProperty("WALLET_ZK_VERIFIER_URL");
  });

  test("circuits come by hash, in the order of preference, with parameters where they are given", () => {
    expect(
      load({ ...google, WALLET_ZK_CIRCUITS: ` ${hash.toUpperCase()}, ${own}:8:2:4307:2945` }),
    ).toMatchObject({
      WALLET_ZK_CIRCUITS: [
        { hash, parameters: null },
        { hash: own, parameters: { version: 8, attributes: 2, blockEncHash: 4307, blockEncSig: 2945 } },
      ],
    });
  });

  test.each([
    ["a name", "v7"],
    ["a hash that is too short", hash.slice(1)],
    ["some of the parameters", `${own}:8:2`],
    ["more elements than circuits have", `${own}:8:5:1:1`],
    ["one twice", `${hash},${hash}`],
    ["nothing between commas", `${hash},,${own}`],
    ["too many", Array.from({ length: 17 }, (_, at) => String(at).padStart(64, "0")).join()],
  ])("%s is no list of circuits", (_name, WALLET_ZK_CIRCUITS) => {
    expect(refusalOf({ ...google, WALLET_ZK_CIRCUITS })).toContain(
      "  WALLET_ZK_CIRCUITS: expected at most 16",
    );
  });

  test.each([
    "http://127.0.0.1:8888",
    "http://127.0.0.1:8888/",
    "http://127.8.0.1:8888",
    "http://[::1]:8888",
    "http://[::1]",
  ])("the verifier may be at %s", (url) => {
    const { WALLET_ZK_VERIFIER_URL } = load({ ...google, WALLET_ZK_VERIFIER_URL: url });
    expect(WALLET_ZK_VERIFIER_URL).toBe(url.replace(/\/$/, ""));
  });

  test.each([
    "http://10.0.0.1:8888",
    "http://0.0.0.0:8888",
    "http://127.0.0.1.example.com",
    "http://localhost.example.com",
    // A name can have two addresses, and another user of this machine could take the other one.
    "http://localhost:8888",
    "http://localhost",
    "http://127.0.0.256:8888",
    "http://127.1:8888",
    "http://127.0.0.010:8888",
    "http://user@localhost:8888",
    "http://localhost:8888@example.com",
    "http://localhost:99999",
    "http://localhost:8888/path",
    "http://localhost:8888/?a",
    "https://localhost:8888",
    "localhost:8888",
  ])("the verifier may not be at %s", (url) => {
    expect(refusalOf({ ...google, WALLET_ZK_VERIFIER_URL: url })).toContain(
      "  WALLET_ZK_VERIFIER_URL: expected an address on this machine",
    );
  });
});

describe("credentials of one's own", () => {
  const google = { CONSOLE_PROVIDER: "google" };
  const photoId = {
    docType: "org.iso.23220.photoid.1",
    namespace: "org.iso.23220.1",
    element: "age_over_NN",
  };
  const own = (credentials: object) => ({ ...google, WALLET_OWN_CREDENTIALS: JSON.stringify(credentials) });

  test("are none by default, and can have their status looked up, with exceptions of their own", () => {
    expect(load(google).WALLET_OWN_CREDENTIALS).toEqual({});
    const club = { vct: "https://club.example/card", claim: "over" };
    const aadhaar = { docType: "in.gov.uidai.aadhaar.1", namespace: "x", element: { age_above18: 18 } };
    const all = { photo_id: photoId, club, aadhaar };
    expect(load(own(all)).WALLET_OWN_CREDENTIALS).toEqual(all);
    const env = {
      ...own({ photo_id: photoId }),
      WALLET_STATUS_CREDENTIALS: "mdl, photo_id",
      WALLET_STATUS_HOSTS: "status.example.com",
      WALLET_STATUS_MISSING: "refuse, photo_id=accept",
    };
    expect(load(env).WALLET_STATUS_MISSING).toEqual({
      otherwise: "refuse",
      byCredential: { photo_id: "accept" },
    });
  });

  test.each([
    ["a name that is taken", { mdl: photoId }],
    ["a name of queries", { proof_of_age: photoId }],
    ["a name with a space", { "photo id": photoId }],
    ["a type that is known", { licence: { ...photoId, docType: "org.iso.18013.5.1.mDL" } }],
    ["the type of lists", { lists: { ...photoId, docType: "vical" } }],
    ["a type twice", { one: photoId, two: photoId }],
    ["an element without a threshold", { one: { ...photoId, element: "age_over_18" } }],
    ["an element with two", { one: { ...photoId, element: "NN_NN" } }],
    ["no element", { one: { ...photoId, element: {} } }],
    ["an age that is none", { one: { ...photoId, element: { adult: "yes" } } }],
    ["a field that is not known", { one: { ...photoId, format: "mso_mdoc" } }],
    [
      "nine",
      Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`t${i}`, { vct: `v${i}`, claim: "c" }])),
    ],
    ["a list", [photoId]],
  ])("%s is refused", (_name, credentials) => {
    expect(refusalOf(own(credentials))).toContain("  WALLET_OWN_CREDENTIALS: expected");
  });

  test("that became a preset can still be described, but not asked for twice", () => {
    const preset = { ...google, WALLET_CREDENTIALS: "mdl,photo_id" };
    expect(load(preset).WALLET_CREDENTIALS).toEqual(["mdl", "photo_id"]);
    expect(load(own({ passport: photoId })).WALLET_OWN_CREDENTIALS).toEqual({ passport: photoId });
    for (const described of [{ photo_id: photoId }, { passport: photoId }]) {
      expect(refusalOf({ ...own(described), ...preset })).toContain("  WALLET_OWN_CREDENTIALS: expected no");
    }
  });

  test("what is no JSON is refused", () => {
    expect(refusalOf({ ...google, WALLET_OWN_CREDENTIALS: "{" })).toContain(
      "WALLET_OWN_CREDENTIALS: expected",
    );
  });
});

describe("who signs people in to the console", () => {
  test.each([
    ["github", {}],
    ["github", { CONSOLE_ISSUER: "https://github.example.com" }],
    ["google", {}],
    ["microsoft", { CONSOLE_ISSUER: "https://login.microsoftonline.com/tenant/v2.0" }],
    ["oidc", { CONSOLE_ISSUER: "https://id.example.com", CONSOLE_AUDIENCE: "urn:console" }],
  ])("%s with %o is accepted", (provider, env) => {
    expect(load({ CONSOLE_PROVIDER: provider, ...env }).CONSOLE_PROVIDER).toBe(provider);
  });

  test.each([
    [
      "github with an audience",
      { CONSOLE_PROVIDER: "github", CONSOLE_AUDIENCE: "urn:x" },
      "CONSOLE_AUDIENCE",
    ],
    ["github over http", { CONSOLE_PROVIDER: "github", CONSOLE_ISSUER: "http://gh.test" }, "CONSOLE_ISSUER"],
    ["oidc without an issuer", { CONSOLE_PROVIDER: "oidc" }, "CONSOLE_ISSUER"],
    ["no provider for the client", {}, "CONSOLE_CLIENT_SECRET"],
    [
      "a support address that is a script",
      { CONSOLE_PROVIDER: "google", CONSOLE_SUPPORT_URL: "javascript:alert(1)" },
      "CONSOLE_SUPPORT_URL",
    ],
    [
      "a contact that says what only others may say",
      { CONSOLE_PROVIDER: "google", OPERATOR_CONTACT: "https://certified.example/help" },
      "OPERATOR_CONTACT",
    ],
    [
      "a contact over http",
      { CONSOLE_PROVIDER: "google", OPERATOR_CONTACT: "http://help.example" },
      "OPERATOR_CONTACT",
    ],
    [
      "no calls at all",
      { CONSOLE_PROVIDER: "google", CONSOLE_CALLS_PER_MINUTE: "0" },
      "CONSOLE_CALLS_PER_MINUTE",
    ],
  ])("%s is refused by the setting's name", (_what, env, name) => {
    const refusal = refusalOf(env);
    expect(refusal).toContain(`  ${name}: `);
    expect(refusal).not.toContain(SECRET);
  });

  // OpenID Connect Discovery 1.0 §3: neither query nor fragment.
  test.each([
    "https://id.example.com/?a=b",
    "https://id.example.com/?",
    "https://id.example.com/#",
    "https://a:b@id.example.com",
    "https://@id.example.com",
  ])("the issuer %s is refused", (issuer) => {
    expect(refusalOf({ CONSOLE_PROVIDER: "oidc", CONSOLE_ISSUER: issuer })).toContain("  CONSOLE_ISSUER: ");
  });
});

describe("who may sign up", () => {
  const production = { CONSOLE_PROVIDER: "google" };
  const development = { ...production, LINTEL_ENV: "development" };

  test.each([
    ["nobody in production, where nothing is said", production, false],
    ["anybody in development, where nothing is said", development, true],
    ["on in production", { ...production, CONSOLE_SIGN_UP: "on" }, true],
    ["true, as it was called before", { ...production, CONSOLE_SIGN_UP: "true" }, true],
    ["off in development", { ...development, CONSOLE_SIGN_UP: "off" }, false],
    ["false, as it was called before", { ...development, CONSOLE_SIGN_UP: "false" }, false],
  ])("%s", (_what, env, isOpen) => {
    expect(signUpOf(load(env))).toEqual({ isOpen, domains: [] });
  });

  test("only people of the given domains, which are read without regard to case and space", () => {
    const env = {
      ...production,
      CONSOLE_SIGN_UP: "on",
      CONSOLE_SIGN_UP_DOMAINS: "Example.com, xn--mnchen-3ya.example",
    };
    expect(signUpOf(load(env))).toEqual({
      isOpen: true,
      domains: ["example.com", "xn--mnchen-3ya.example"],
    });
  });

  test.each([
    ["yes", { CONSOLE_SIGN_UP: "yes" }, "CONSOLE_SIGN_UP"],
    [
      "an address",
      { CONSOLE_SIGN_UP: "on", CONSOLE_SIGN_UP_DOMAINS: "@example.com" },
      "CONSOLE_SIGN_UP_DOMAINS",
    ],
    [
      "a pattern",
      { CONSOLE_SIGN_UP: "on", CONSOLE_SIGN_UP_DOMAINS: "*.example.com" },
      "CONSOLE_SIGN_UP_DOMAINS",
    ],
    [
      "a trailing comma",
      { CONSOLE_SIGN_UP: "on", CONSOLE_SIGN_UP_DOMAINS: "a.example," },
      "CONSOLE_SIGN_UP_DOMAINS",
    ],
    ["a domain alone in production", { CONSOLE_SIGN_UP_DOMAINS: "example.com" }, "CONSOLE_SIGN_UP_DOMAINS"],
  ])("%s is refused by the setting's name", (_what, env, name) => {
    expect(refusalOf({ ...production, ...env })).toContain(`  ${name}: `);
  });
});
