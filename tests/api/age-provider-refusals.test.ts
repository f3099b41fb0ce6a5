import { generateKeyPairSync, type KeyObject, randomUUID } from "node:crypto";
import { SignJWT, UnsecuredJWT } from "jose";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { patchTenant } from "../support/http/actions.ts";
import {
  type AgeProvider,
  Browser,
  CALLBACK,
  careful,
  newClient,
  serveAgeProvider,
  walk,
} from "../support/sign-in/age-provider.ts";

let world: AgeProvider;
let tenantId: string;
/** One client for each way to prove who it is, and one of another issuer. */
let clients: Record<
  "basic" | "other" | "live" | "public" | "lenient" | "keyed",
  { clientId: string; secret: string }
>;
const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
const stranger = generateKeyPairSync("ec", { namedCurve: "P-256" });

const publicJwk = () => {
  const members = Object.entries(pair.publicKey.export({ format: "jwk" }));
  return {
    kty: "EC",
    ...Object.fromEntries(members.map(([name, value]) => [name, String(value)])),
    alg: "ES256",
  };
};

beforeAll(async () => {
  world = await serveAgeProvider();
  tenantId = (await world.service.tenant({ plan: "scale" })).id;
  clients = {
    basic: await newClient(world, tenantId),
    other: await newClient(world, tenantId),
    live: await newClient(world, tenantId, { mode: "live" }),
    public: await newClient(world, tenantId, { authMethod: "none" }),
    lenient: await newClient(world, tenantId, { requiresPkce: false }),
    keyed: await newClient(world, tenantId, {
      authMethod: "private_key_jwt",
      jwks: { keys: [publicJwk()] },
    }),
  };
});
afterAll(() => world[Symbol.asyncDispose]());
afterEach(() => void vi.useRealTimers());

type Parameters_ = Record<string, string | undefined>;

const text = (parameters: Parameters_): URLSearchParams =>
  new URLSearchParams(
    Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

const base = (clientId = clients.basic.clientId): Parameters_ => ({
  client_id: clientId,
  redirect_uri: CALLBACK,
  response_type: "code",
  ...careful().sent,
});

const addressOf = (parameters: Parameters_, issuer = "/oidc/test"): string =>
  `${world.origin}${issuer}/authorize?${text(parameters)}`;

/** Where an authorization request ends: "site: <error>" if it is told to the site, "page: <error>" if to the person. */
const endOf = async (url: string, form?: Record<string, string>): Promise<string> => {
  const { at, response } = await new Browser().follow(url, world.origin, form);
  if (at.startsWith(`${world.origin}/v/`)) return "a check is started";
  if (!at.startsWith(world.origin)) {
    const site = new URL(at);
    return `site: ${site.searchParams.get("error") ?? new URLSearchParams(site.hash.slice(1)).get("error")}`;
  }
  expect(response.headers.get("location")).toBeNull();
  return `page: ${/<code>([^<]+)<\/code>/.exec(await response.text())?.[1]}`;
};

/** By GET and by POST, which end alike. */
const asks = async (change: Parameters_, issuer = "/oidc/test"): Promise<string> => {
  const parameters = { ...base(), ...change };
  const end = await endOf(addressOf(parameters, issuer));
  const form = Object.fromEntries(text(parameters));
  expect(await endOf(`${world.origin}${issuer}/authorize`, form)).toBe(end);
  return end;
};

const basicAuth = ({ clientId, secret }: { clientId: string; secret: string }) => ({
  authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString("base64")}`,
});

const post = async (path: string, body: Parameters_, headers: Record<string, string> = {}) => {
  const answer = await fetch(world.origin + path, { method: "POST", body: text(body), headers });
  return { status: answer.status, body: await answer.json().catch(() => ({})) };
};

/** A code, and what it is exchanged by. */
const newCode = async (client = clients.basic) => {
  const { sent, checks } = careful();
  const back = await walk(world, addressOf({ ...base(client.clientId), ...sent }), "approve");
  const code = back.searchParams.get("code") ?? "";
  expect(code).not.toBe("");
  return {
    grant_type: "authorization_code",
    code,
    redirect_uri: CALLBACK,
    code_verifier: checks.code_verifier,
  };
};

const spend = async (
  body: Parameters_,
  headers: Record<string, string> = basicAuth(clients.basic),
  issuer = "/oidc/test",
): Promise<string> => {
  const { status, body: answer } = await post(`${issuer}/token`, body, headers);
  return `${status} ${answer.error ?? Object.keys(answer).sort().join(" ")}`;
};

type Assertion = {
  key?: KeyObject | Uint8Array;
  alg?: string;
  aud?: string;
  jti?: string;
  iss?: string;
  exp?: number;
};

const assertion = ({ key = pair.privateKey, alg = "ES256", aud, jti, iss, exp = 60 }: Assertion = {}) =>
  new SignJWT({})
    .setProtectedHeader({ alg })
    .setIssuer(iss ?? clients.keyed.clientId)
    .setSubject(iss ?? clients.keyed.clientId)
    .setAudience(aud ?? `${world.origin}/oidc/test`)
    .setJti(jti ?? randomUUID())
    .setIssuedAt()
    .setExpirationTime(Math.floor(Date.now() / 1000) + exp)
    .sign(key);

/** Spends a good code with this assertion. */
const asserted = async (client_assertion: string, code?: Parameters_): Promise<string> =>
  spend(
    {
      ...(code ?? (await newCode(clients.keyed))),
      client_id: clients.keyed.clientId,
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      client_assertion,
    },
    {},
  );

const pushed = async (change: Parameters_ = {}): Promise<string> => {
  const { body } = await post("/oidc/test/par", { ...base(), ...change }, basicAuth(clients.basic));
  return body.request_uri ?? `par: ${body.error}`;
};

/** An authorization request by a pushed one. */
const byPushed = (request_uri: string, client_id = clients.basic.clientId) =>
  addressOf({ client_id, request_uri });

const GOOD = "200 access_token expires_in id_token scope token_type";
const unsecured = () =>
  new UnsecuredJWT({ jti: randomUUID() })
    .setIssuer(clients.keyed.clientId)
    .setSubject(clients.keyed.clientId)
    .setAudience(`${world.origin}/oidc/test`)
    .setExpirationTime("1m")
    .encode();

const later = (seconds: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + seconds * 1_000 });

const six = [13, 14, 15, 16, 18, 21].map((age) => `age_over:${age}`).join(" ");

const REFUSALS: [what: string, answer: string, run: () => Promise<string>][] = [
  // Where the answer would go.
  [
    "another redirect address",
    "page: invalid_redirect_uri",
    () => asks({ redirect_uri: "https://evil.example/" }),
  ],
  ["a longer path", "page: invalid_redirect_uri", () => asks({ redirect_uri: `${CALLBACK}/x` })],
  [
    "an added query",
    "page: invalid_redirect_uri",
    () => asks({ redirect_uri: `${CALLBACK}?next=//evil.example` }),
  ],
  [
    "another case",
    "page: invalid_redirect_uri",
    () => asks({ redirect_uri: "https://SHOP.example/callback" }),
  ],
  [
    "user info in front",
    "page: invalid_redirect_uri",
    () => asks({ redirect_uri: "https://shop.example@evil.example/callback" }),
  ],
  ["no redirect address", "page: invalid_request", () => asks({ redirect_uri: undefined })],
  ["an unknown client", "page: invalid_client", () => asks({ client_id: "cli_0123456789abcdefghjkmnpqrs" })],
  [
    "a duplicated parameter",
    "page: invalid_request",
    () => endOf(`${addressOf(base())}&client_id=${clients.other.clientId}`),
  ],
  ["a duplicated scope", "site: invalid_request", () => endOf(`${addressOf(base())}&scope=openid`)],
  // PKCE.
  [
    "no PKCE",
    "site: invalid_request",
    () => asks({ code_challenge: undefined, code_challenge_method: undefined }),
  ],
  [
    "no PKCE of a public client",
    "site: invalid_request",
    () =>
      asks({
        client_id: clients.public.clientId,
        code_challenge: undefined,
        code_challenge_method: undefined,
      }),
  ],
  ["PKCE in plain text", "site: invalid_request", () => asks({ code_challenge_method: "plain" })],
  ["PKCE without its method", "site: invalid_request", () => asks({ code_challenge_method: undefined })],
  [
    "a wrong verifier",
    "400 invalid_grant",
    async () => spend({ ...(await newCode()), code_verifier: careful().checks.code_verifier }),
  ],
  ["no verifier", "400 invalid_grant", async () => spend({ ...(await newCode()), code_verifier: undefined })],
  // What is asked.
  ["an age below 5", "site: invalid_scope", () => asks({ scope: "openid age_over:4" })],
  ["an age above 99", "site: invalid_scope", () => asks({ scope: "openid age_over:100" })],
  ["an age that is none", "site: invalid_scope", () => asks({ scope: "openid age_over:adult" })],
  ["six ages", "site: invalid_scope", () => asks({ scope: `openid ${six}` })],
  ["a claim for no age", "site: invalid_request", () => asks({ claims: '{"id_token":{"age_over_4":null}}' })],
  ["claims that are no object", "site: invalid_request", () => asks({ claims: "[]" })],
  [
    "oversized claims",
    "site: invalid_request",
    () => asks({ claims: JSON.stringify({ id_token: { x: { value: "x".repeat(3_000) } } }) }),
  ],
  ["no openid", "site: invalid_request", () => asks({ scope: "age_over:18" })],
  ["a country that is none", "site: invalid_request", () => asks({ country: "XX" })],
  ["a region of another country", "site: invalid_request", () => asks({ country: "DE", region: "US-NY" })],
  ["a negative max_age", "site: invalid_request", () => asks({ max_age: "-1" })],
  ["prompt=none", "site: interaction_required", () => asks({ prompt: "none" })],
  ["prompt=none with another", "site: invalid_request", () => asks({ prompt: "none login" })],
  ["an unknown prompt", "site: invalid_request", () => asks({ prompt: "create" })],
  // What is switched off.
  ["the implicit flow", "site: unsupported_response_type", () => asks({ response_type: "token" })],
  ["a token in front", "site: unsupported_response_type", () => asks({ response_type: "code id_token" })],
  ["a fragment", "site: invalid_request", () => asks({ response_mode: "fragment" })],
  [
    "an unknown response mode",
    "site: unsupported_response_mode",
    () => asks({ response_mode: "web_message" }),
  ],
  ["a request object", "site: request_not_supported", () => asks({ request: unsecured() })],
  [
    "a request object elsewhere",
    "site: request_uri_not_supported",
    () => asks({ request_uri: "https://evil.example/r" }),
  ],
  ["registration on the way", "site: registration_not_supported", () => asks({ registration: "{}" })],
  [
    "a refresh token",
    "400 unsupported_grant_type",
    () => spend({ grant_type: "refresh_token", refresh_token: "x" }),
  ],
  ["client credentials", "400 unsupported_grant_type", () => spend({ grant_type: "client_credentials" })],
  [
    "a password",
    "400 unsupported_grant_type",
    () => spend({ grant_type: "password", username: "a", password: "b" }),
  ],
  // Codes.
  [
    "a code that was spent",
    "400 invalid_grant",
    async () => {
      const code = await newCode();
      expect(await spend(code)).toBe(GOOD);
      return spend(code);
    },
  ],
  [
    "a code of another client",
    "400 invalid_grant",
    async () => spend(await newCode(), basicAuth(clients.other)),
  ],
  [
    "a code for another address",
    "400 invalid_grant",
    async () => spend({ ...(await newCode()), redirect_uri: "https://shop.example/other" }),
  ],
  [
    "a code after a minute",
    "400 invalid_grant",
    async () => {
      const code = await newCode();
      later(61);
      return spend(code);
    },
  ],
  [
    "a code that is none",
    "400 invalid_grant",
    () =>
      spend({
        grant_type: "authorization_code",
        code: "x",
        redirect_uri: CALLBACK,
        code_verifier: careful().checks.code_verifier,
      }),
  ],
  // Clients.
  [
    "a wrong secret",
    "401 invalid_client",
    async () => spend(await newCode(), basicAuth({ ...clients.basic, secret: "wrong" })),
  ],
  [
    "another client's secret",
    "401 invalid_client",
    async () => spend(await newCode(), basicAuth({ ...clients.basic, secret: clients.other.secret })),
  ],
  [
    "no secret",
    "401 invalid_client",
    async () => spend({ ...(await newCode()), client_id: clients.basic.clientId }, {}),
  ],
  ["an unsigned assertion", "401 invalid_client", async () => asserted(unsecured())],
  [
    "an assertion of a stranger",
    "401 invalid_client",
    async () => asserted(await assertion({ key: stranger.privateKey })),
  ],
  [
    "an assertion by the public key as a secret",
    "401 invalid_client",
    async () => asserted(await assertion({ alg: "HS256", key: Buffer.from(JSON.stringify(publicJwk())) })),
  ],
  [
    "an assertion for another service",
    "401 invalid_client",
    async () => asserted(await assertion({ aud: "https://other.example" })),
  ],
  [
    "an assertion for the live issuer",
    "401 invalid_client",
    async () => asserted(await assertion({ aud: `${world.origin}/oidc` })),
  ],
  [
    "an assertion of another client",
    "400 invalid_request",
    async () => asserted(await assertion({ iss: clients.basic.clientId })),
  ],
  ["an assertion that is over", "401 invalid_client", async () => asserted(await assertion({ exp: -60 }))],
  [
    "an assertion that was used",
    "401 invalid_client",
    async () => {
      const once = await assertion();
      expect(await asserted(once)).toBe(GOOD);
      return asserted(once);
    },
  ],
  // Pushed requests.
  [
    "a pushed request that was used",
    "page: invalid_request_uri",
    async () => {
      const uri = await pushed();
      await walk(world, byPushed(uri), "approve");
      return endOf(byPushed(uri));
    },
  ],
  [
    "a pushed request after ten minutes",
    "page: invalid_request_uri",
    async () => {
      const uri = await pushed();
      later(630);
      return endOf(byPushed(uri));
    },
  ],
  [
    "a pushed request of another client",
    "page: invalid_request_object",
    async () => endOf(byPushed(await pushed(), clients.other.clientId)),
  ],
  [
    "a pushed request that is none",
    "page: invalid_request_uri",
    () => endOf(byPushed("urn:ietf:params:oauth:request_uri:x")),
  ],
  [
    "pushing to another address",
    "par: invalid_request",
    () => pushed({ redirect_uri: "https://evil.example/" }),
  ],
  ["pushing six ages", "par: invalid_scope", () => pushed({ scope: `openid ${six}` })],
  [
    "pushing without PKCE",
    "par: invalid_request",
    () => pushed({ code_challenge: undefined, code_challenge_method: undefined }),
  ],
  // Test and live.
  [
    "a live client at the test issuer",
    "page: invalid_client",
    () => asks({ client_id: clients.live.clientId }),
  ],
  ["a test client at the live issuer", "page: invalid_client", () => asks({}, "/oidc")],
  [
    "a test code at the live issuer",
    "401 invalid_client",
    async () => spend(await newCode(), basicAuth(clients.basic), "/oidc"),
  ],
  [
    "a test code of a live client",
    "400 invalid_grant",
    async () => spend(await newCode(), basicAuth(clients.live), "/oidc"),
  ],
];

describe("the provider refuses", () => {
  test.each(REFUSALS)("%s: %s", async (_what, answer, run) => {
    const before = await world.deps.db.orm.verification.count({ where: { status: "pending" } });
    expect(await run()).toBe(answer);
    // A refused request starts no check.
    expect(await world.deps.db.orm.verification.count({ where: { status: "pending" } })).toBe(before);
  });

  test("nothing of a careful request, by which the table above is measured", async () => {
    expect(await asks({})).toBe("a check is started");
    expect(await endOf(byPushed(await pushed()))).toBe("a check is started");
    expect(await spend(await newCode())).toBe(GOOD);
    expect(await asserted(await assertion())).toBe(GOOD);
    const { code_challenge: _c, code_challenge_method: _m, ...plain } = base(clients.lenient.clientId);
    expect(await endOf(addressOf(plain))).toBe("a check is started");
  });
});

describe("a code that is spent twice", () => {
  test("takes back the access token that it was first exchanged for", async () => {
    const code = await newCode();
    const { body } = await post("/oidc/test/token", code, basicAuth(clients.basic));
    const ask = () =>
      fetch(`${world.origin}/oidc/test/userinfo`, {
        headers: { authorization: `Bearer ${body.access_token}` },
      });
    expect((await ask()).status).toBe(200);
    expect(await spend(code)).toBe("400 invalid_grant");
    expect((await ask()).status).toBe(401);
  });
});

describe("an access token", () => {
  test("is not taken from the address, and lasts five minutes", async () => {
    const { body } = await post("/oidc/test/token", await newCode(), basicAuth(clients.basic));
    const url = `${world.origin}/oidc/test/userinfo`;
    expect((await fetch(`${url}?access_token=${body.access_token}`)).status).toBe(400);
    const ask = () => fetch(url, { headers: { authorization: `Bearer ${body.access_token}` } });
    later(299);
    expect((await ask()).status).toBe(200);
    later(20);
    expect((await ask()).status).toBe(401);
  });
});

describe("an authorization", () => {
  test("belongs to the browser that began it", async () => {
    const began = new Browser();
    const { at } = await began.follow(addressOf(base()), world.origin);
    expect(at).toMatch(/\/v\//);
    const row = await world.deps.db.orm.verification.findFirstOrThrow({ orderBy: { id: "desc" } });
    const { response } = await new Browser().follow(row.callbackUrl ?? "", world.origin);
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringMatching(/age check is over/),
    ]);
  });

  test("waits at its page for the check, and starts no second one", async () => {
    const browser = new Browser();
    const { at } = await browser.follow(addressOf(base()), world.origin);
    const row = await world.deps.db.orm.verification.findFirstOrThrow({ orderBy: { id: "desc" } });
    expect((await browser.follow(row.callbackUrl ?? "", world.origin)).at).toBe(at);
    const newest = await world.deps.db.orm.verification.findFirstOrThrow({ orderBy: { id: "desc" } });
    expect(newest.id).toBe(row.id);
  });
});

describe("a tenant that is closed", () => {
  test("has no clients any more", async () => {
    const tenant = await world.service.tenant({ plan: "scale" });
    const client = await newClient(world, tenant.id);
    await patchTenant(world.service.call, tenant.id, { isActive: false });
    expect(await asks({ client_id: client.clientId })).toBe("page: invalid_client");
  });
});

test.each([
  "reg",
  "register",
  "session/end",
  "token/revocation",
  "token/introspection",
  "device/auth",
  "backchannel",
])("there is nothing at /oidc/%s", async (path) => {
  for (const method of ["GET", "POST"])
    expect((await fetch(`${world.origin}/oidc/${path}`, { method })).status).toBe(404);
});
