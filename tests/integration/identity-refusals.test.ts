import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createLogger } from "#platform/log.ts";
import { systemCtx } from "#runtime/runtime.ts";
import type { Deps } from "#services/context.ts";
import { startHandoff } from "#services/hosted/handoff.ts";
import { addIdentityProvider, switchIdentityProvider } from "#services/identity/providers.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { patchTenant, secretOf, start, statusOf } from "../support/http/actions.ts";
import { viewPage } from "../support/http/hosted.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { addProvider, comeBack, goThere, press, proveAt, signInAt } from "../support/identity/walk.ts";
import { CLIENT } from "../support/sign-in/identity.ts";
import {
  type Script,
  type ScriptedProvider,
  signingKey,
  startScriptedProvider,
} from "../support/sign-in/scripted-provider.ts";
import { BASE_URL } from "../support/world/service.ts";

// Against a provider that lies, by hand: each lie is refused by its own reason, costs no attempt and leaves nothing.
const service = promisedServiceForFile({ env: { WEBHOOK_ALLOW_LOOPBACK: "true" } });

let provider: ScriptedProvider;
let other: ScriptedProvider;
let tenant = { id: "", liveKey: "" };
let lines: string[] = [];
let deps: Deps;

beforeAll(async () => {
  provider = await startScriptedProvider();
  other = await startScriptedProvider();
  const write = (line: string) => void lines.push(line);
  deps = { ...service.get().deps, log: createLogger({ level: "debug", now: () => new Date(), write }) };
  tenant = await service.get().tenant({ plan: "scale" });
  await addProvider(deps, tenant.id, { issuer: provider.issuer });
  await addProvider(deps, tenant.id, { issuer: provider.issuer, slug: "strict", minAcr: "high" });
  await addProvider(deps, tenant.id, { issuer: provider.issuer, slug: "info", preset: "itsme" });
  await addProvider(deps, tenant.id, { issuer: provider.issuer, slug: "stranger", clientSecret: "wrong" });
  await addProvider(deps, tenant.id, { issuer: other.issuer, slug: "other" });
  const methods = [
    "document",
    ...["eid", "strict", "info", "stranger", "other"].map((slug) => `oidc:${slug}`),
  ];
  await patchTenant(service.get().call, tenant.id, { methods });
});

afterAll(async () => {
  await provider.stop();
  await other.stop();
});

const OLD_ENOUGH = { age_over_18: true, acr: "high" };

beforeEach(() => {
  provider.reset();
  other.reset();
  provider.script.idToken = (claims) => ({ ...claims, ...OLD_ENOUGH });
  other.script.idToken = (claims) => ({ ...claims, ...OLD_ENOUGH });
  lines = [];
});

// A line outlives the erasure of the check that it names.
afterEach(() => expect(lines.filter((line) => /ver_[0-9a-z]{26}/.test(line))).toEqual([]));

const begin = async (input: Record<string, unknown> = {}) => {
  const started = await start(service.get().call, tenant.liveKey, input);
  return { id: started.verificationId, secret: secretOf(started) };
};

const reasonIn = (): string | null => {
  const line = lines.find((text) => text.includes("decided nothing"));
  const logged: unknown = line === undefined ? null : JSON.parse(line);
  return typeof logged === "object" && logged !== null && "reason" in logged ? String(logged.reason) : null;
};

const standing = async (id: string, secret: string) => {
  const attempts = await deps.db.orm.methodAttempt.count({ where: { verificationId: id } });
  const view = await viewPage(deps, secret);
  return { attempts, attemptsLeft: view?.attemptsLeft, status: view?.status };
};

const UNTOUCHED = { attempts: 0, attemptsLeft: 3, status: "in_progress" };

const claims =
  (changed: Record<string, unknown>): Script["idToken"] =>
  (honest) => ({ ...honest, ...OLD_ENOUGH, ...changed });

const now = () => Math.floor(Date.now() / 1000);
const segment = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const payloadOf = (jwt: string): string => jwt.split(".")[1] ?? "";
const pem = (): string => String(provider.script.key.publicKey.export({ type: "spki", format: "pem" }));

type Lie = [name: string, reason: string, problem: string, lie: Partial<Script>, slug?: string];

const REFUSED = "IDENTITY_PROVIDER_REFUSED";
const AWAY = "IDENTITY_PROVIDER_UNAVAILABLE";

const LIES: Lie[] = [
  ["another nonce", "id_token_nonce", REFUSED, { idToken: claims({ nonce: "n" }) }],
  ["no nonce", "id_token_nonce", REFUSED, { idToken: claims({ nonce: undefined }) }],
  [
    "another issuer in the token",
    "id_token_issuer",
    REFUSED,
    { idToken: claims({ iss: "https://evil.example" }) },
  ],
  ["another issuer in the answer", "response_issuer", REFUSED, { redirect: { iss: "https://evil.example" } }],
  [
    "no issuer in the answer of one that promises it",
    "response_issuer",
    REFUSED,
    { discovery: { authorization_response_iss_parameter_supported: true } },
    "strict",
  ],
  ["another audience", "id_token_audience", REFUSED, { idToken: claims({ aud: "another" }) }],
  [
    "a second audience without azp",
    "id_token_client",
    REFUSED,
    { idToken: claims({ aud: [CLIENT.id, "another"] }) },
  ],
  ["another azp", "id_token_client", REFUSED, { idToken: claims({ azp: "another" }) }],
  ["expired", "id_token_expired", REFUSED, { idToken: claims({ exp: now() - 120 }) }],
  ["issued in the future", "id_token_not_yet_valid", REFUSED, { idToken: claims({ iat: now() + 600 }) }],
  ["without a time of issue", "id_token_claims", REFUSED, { idToken: claims({ iat: undefined }) }],
  [
    "alg none",
    "id_token_algorithm",
    REFUSED,
    { forgeIdToken: (jwt) => `${segment({ alg: "none" })}.${payloadOf(jwt)}.` },
  ],
  [
    "HS256 with the public key as the secret",
    "id_token_algorithm",
    REFUSED,
    {
      forgeIdToken: (jwt) => {
        const signed = `${segment({ alg: "HS256", kid: "rsa" })}.${payloadOf(jwt)}`;
        return `${signed}.${createHmac("sha256", pem()).update(signed).digest("base64url")}`;
      },
    },
  ],
  ["a key that is not published", "id_token_key", REFUSED, { keys: [signingKey("RS256", "rotated")] }],
  [
    "a stranger's key under a known name",
    "id_token_signature",
    REFUSED,
    { keys: [signingKey("RS256", "rsa")] },
    "other",
  ],
  [
    "a changed claim under the old signature",
    "id_token_signature",
    REFUSED,
    {
      idToken: claims({ age_over_18: false }),
      forgeIdToken: (jwt) => {
        const [head, payload = "", signature] = jwt.split(".");
        const changed = { ...JSON.parse(Buffer.from(payload, "base64url").toString()), age_over_18: true };
        return `${head}.${segment(changed)}.${signature}`;
      },
    },
  ],
  ["no ID token", "id_token_missing", REFUSED, { idToken: () => null }],
  ["an ID token that is none", "id_token_malformed", REFUSED, { forgeIdToken: () => "not.a.token" }],
  ["a logout token in its place", "id_token_type", REFUSED, { idTokenHeader: { typ: "logout+jwt" } }],
  ["another access token's hash", "id_token_at_hash", REFUSED, { idToken: claims({ at_hash: "x" }) }],
  ["a code that was used", "code_refused", REFUSED, { tokenAnswer: [400, '{"error":"invalid_grant"}'] }],
  ["no code", "response_invalid", REFUSED, { redirect: { code: "" } }],
  ["a client that it does not know", "client_refused", AWAY, {}, "stranger"],
  ["tokens that are no JSON", "token_response_invalid", AWAY, { tokenAnswer: [200, "<html>"] }],
  ["a token endpoint that fails", "provider_away", AWAY, { tokenAnswer: [502, "bad gateway"] }],
  ["an error in the answer", "provider_error", AWAY, { redirect: { error: "server_error" } }],
  [
    "a person who stopped",
    "access_denied",
    "IDENTITY_PROVIDER_DECLINED",
    { redirect: { error: "access_denied" } },
  ],
  [
    "userinfo about another person",
    "userinfo_other_subject",
    REFUSED,
    {
      idToken: claims({ acr: "http://itsme.services/V2/claim/acr_basic" }),
      userinfo: (honest) => ({ ...honest, sub: "eve", birthdate: "1990-01-01" }),
    },
    "info",
  ],
  [
    "userinfo that is refused",
    "userinfo_away",
    AWAY,
    { idToken: claims({ acr: "http://itsme.services/V2/claim/acr_basic" }), userinfo: () => null },
    "info",
  ],
];

describe("a lie is refused by its own reason, costs no attempt, and leaves the verification open", () => {
  test("first, an honest answer is taken", async () => {
    const { id, secret } = await begin();
    expect(await proveAt(deps, secret)).toBeNull();
    expect(await statusOf(service.get().call, tenant.liveKey, id)).toMatchObject({
      result: { verified: true },
    });
  });

  test.each(LIES)("%s: %s", async (_name, reason, problem, lie, slug = "eid") => {
    // A fresh method knows no keys and no description yet.
    const { createOidcMethod } = await import("#methods/oidc/oidc-method.ts");
    const { createMethods } = await import("#methods/registry.ts");
    const method = createOidcMethod({
      http: deps.askTenantAddress,
      publicUrl: BASE_URL,
      random: deps.random,
      now: deps.now,
    });
    const methods = createMethods([...[...deps.methods.values()].filter(({ id }) => id !== "oidc"), method]);
    const fresh = { ...deps, methods };
    Object.assign(slug === "other" ? other.script : provider.script, lie);
    const { id, secret } = await begin();
    expect(await proveAt(fresh, secret, slug)).toBe(problem);
    expect(reasonIn()).toBe(reason);
    expect(await standing(id, secret)).toEqual(UNTOUCHED);
  });

  test("who cannot even be asked: the log says why, and the person reads that it is away", async () => {
    const { createOidcMethod } = await import("#methods/oidc/oidc-method.ts");
    const { createMethods } = await import("#methods/registry.ts");
    const { random, now: clock } = deps;
    const fresh = createOidcMethod({ http: deps.askTenantAddress, publicUrl: BASE_URL, random, now: clock });
    provider.script.discovery = { issuer: "https://evil.example" };
    const { id, secret } = await begin();
    const answer = await press({ ...deps, methods: createMethods([fresh]) }, secret, "eid");
    expect(answer.headers.get("location")).toContain(AWAY);
    expect(
      lines.filter((line) => line.includes("cannot be asked")).map((line) => JSON.parse(line)),
    ).toMatchObject([{ reason: "discovery_invalid" }]);
    expect(await standing(id, secret)).toMatchObject({ attempts: 0 });
  });

  test("a provider that answers too late", async () => {
    const { createOidcMethod } = await import("#methods/oidc/oidc-method.ts");
    const { createMethods } = await import("#methods/registry.ts");
    const { http, publicUrl } = { http: deps.askTenantAddress, publicUrl: BASE_URL };
    const held = Promise.withResolvers<void>();
    const slow = createOidcMethod({
      http: async (url, init) => {
        if (url.endsWith("/token")) await held.promise;
        return http(url, init);
      },
      publicUrl,
      random: deps.random,
      now: deps.now,
      answerMs: 50,
    });
    const { id, secret } = await begin();
    expect(await proveAt({ ...deps, methods: createMethods([slow]) }, secret)).toBe(AWAY);
    held.resolve();
    expect(reasonIn()).toBe("provider_slow");
    expect(await standing(id, secret)).toMatchObject({ attempts: 0 });
  });
});

describe("an answer counts in the browser that asked, for the request that it is to, and once", () => {
  test("another browser, with or without a cookie of its own, learns and decides nothing", async () => {
    const { id, secret } = await begin();
    const victim = await begin();
    const sent = await goThere(deps, secret);
    const theirs = await goThere(deps, victim.secret);
    const address = await signInAt(sent);
    expect(await comeBack(deps, address, null)).toBe("/wallet/elsewhere?by=provider");
    // Whatever the cookie is called, its value is that of another request.
    const renamed = `${sent.cookie.split("=")[0]}=${theirs.cookie.split("=")[1]}`;
    expect(await comeBack(deps, address, renamed)).toBe(`/v/${victim.secret}`);
    for (const each of [id, victim.id]) {
      expect(await statusOf(service.get().call, tenant.liveKey, each)).toMatchObject({
        status: "in_progress",
      });
    }
    // It was not used up.
    expect(await comeBack(deps, address, sent.cookie)).toBe(`/v/${secret}`);
    expect(await statusOf(service.get().call, tenant.liveKey, id)).toMatchObject({ status: "completed" });
  });

  test("the cookie of another request of the same page does not do", async () => {
    const { id, secret } = await begin();
    const [sent, second] = [await goThere(deps, secret), await goThere(deps, secret)];
    const address = await signInAt(sent);
    const renamed = `${sent.cookie.split("=")[0]}=${second.cookie.split("=")[1]}`;
    expect(await comeBack(deps, address, renamed)).toBe(`/v/${secret}`);
    expect(await standing(id, secret)).toEqual(UNTOUCHED);
    await comeBack(deps, address, sent.cookie);
    expect(await standing(id, secret)).toMatchObject({ attempts: 1, status: "completed" });
  });

  test("a state that nobody sent, and none", async () => {
    const { secret } = await begin();
    const { cookie } = await goThere(deps, secret);
    const callback = `${BASE_URL}/v/idp/callback`;
    expect(await comeBack(deps, `${callback}?code=x&state=${"s".repeat(43)}`, cookie)).toBe(
      "/wallet/elsewhere?by=provider",
    );
    expect(await comeBack(deps, `${callback}?code=x`, cookie)).toBe("/wallet/elsewhere?by=provider");
    expect(provider.asked).not.toContain("/token");
  });

  test("a mix-up: the code of one provider does not reach another", async () => {
    const { id, secret } = await begin();
    const sent = await goThere(deps, secret, "other");
    const elsewhere = new URL(sent.url);
    const address = await signInAt({ url: new URL(provider.issuer + elsewhere.pathname + elsewhere.search) });
    address.searchParams.set("iss", provider.issuer);
    const location = await comeBack(deps, address, sent.cookie);
    expect(location).toBe(`/v/${secret}?problem=${REFUSED}`);
    expect(other.asked).not.toContain("/token");
    expect(await standing(id, secret)).toEqual(UNTOUCHED);
  });

  test("the same answer twice, and two at once: one counts", async () => {
    const { id, secret } = await begin();
    const sent = await goThere(deps, secret);
    const address = await signInAt(sent);
    await Promise.all([1, 2, 3].map(() => comeBack(deps, address, sent.cookie)));
    await comeBack(deps, address, sent.cookie);
    const attempts = await deps.db.orm.methodAttempt.findMany({ where: { verificationId: id } });
    expect(attempts).toMatchObject([{ finding: "evidence", method: "oidc:eid" }]);
    const events = await deps.db.orm.event.count({ where: { verificationId: id } });
    expect(events).toBe(1);
  });

  test("a verifier that is not ours is of no use at the provider", async () => {
    const { secret } = await begin();
    const [mine, attackers] = [await goThere(deps, secret), await goThere(deps, secret)];
    // The attacker's code, injected into the victim's answer (RFC 9700 §4.5).
    const injected = await signInAt(attackers);
    injected.searchParams.set("state", mine.state);
    expect(await comeBack(deps, injected, mine.cookie)).toBe(`/v/${secret}?problem=${REFUSED}`);
    expect(reasonIn()).toBe("code_refused");
  });

  test("an answer comes too late once the check was handed to a phone", async () => {
    const { id, secret } = await begin();
    const ctx = systemCtx(deps);
    const sent = await goThere(deps, secret);
    const address = await signInAt(sent);
    await startHandoff(ctx, secret);
    expect(await comeBack(deps, address, sent.cookie)).toBe(`/v/${secret}`);
    expect(await deps.db.orm.identityRequest.count({ where: { verificationId: id } })).toBe(0);
    expect(await statusOf(service.get().call, tenant.liveKey, id)).toMatchObject({ status: "in_progress" });
  });

  test("one that was switched off meanwhile", async () => {
    const { id, secret } = await begin();
    const sent = await goThere(deps, secret);
    const address = await signInAt(sent);
    const { id: providerId } = await deps.db.orm.identityProvider.findFirstOrThrow({
      where: { tenantId: tenant.id, slug: "eid" },
    });
    const owner = await ownerCtx(deps, tenant.id);
    await switchIdentityProvider(owner, { id: providerId, isActive: false });
    expect(await comeBack(deps, address, sent.cookie)).toBe(`/v/${secret}?problem=METHOD_UNAVAILABLE`);
    expect((await viewPage(deps, secret))?.methods).not.toContain("oidc:eid");
    const refused = await press(deps, secret);
    expect(refused.headers.get("location")).toBe(`/v/${secret}?problem=METHOD_UNAVAILABLE`);
    await switchIdentityProvider(owner, { id: providerId, isActive: true });
    expect(await statusOf(service.get().call, tenant.liveKey, id)).toMatchObject({ status: "in_progress" });
  });

  test("another site cannot press the button", async () => {
    const { secret } = await begin();
    expect((await press(deps, secret, "eid", { "sec-fetch-site": "cross-site" })).status).toBe(403);
  });

  test("another tenant's provider is none of this verification's", async () => {
    const stranger = await service.get().tenant();
    await addProvider(deps, stranger.id, { issuer: provider.issuer, slug: "theirs" });
    const { secret } = await begin();
    const refused = await press(deps, secret, "theirs");
    expect(refused.headers.get("location")).toBe(`/v/${secret}?problem=METHOD_UNAVAILABLE`);
  });
});

test("a provider that is down when the button is pressed: a word, and nothing lost", async () => {
  const { id, secret } = await begin();
  const gone = await startScriptedProvider();
  await addProvider(deps, tenant.id, { issuer: gone.issuer, slug: "gone" });
  await gone.stop();
  await patchTenant(service.get().call, tenant.id, { methods: ["document", "oidc:gone"] });
  const another = await begin();
  const refused = await press(deps, another.secret, "gone");
  expect(refused.headers.get("location")).toBe(`/v/${another.secret}?problem=${AWAY}`);
  expect(await standing(another.id, another.secret)).toMatchObject({ attempts: 0, attemptsLeft: 3 });
  await patchTenant(service.get().call, tenant.id, {
    methods: ["document", ...["eid", "strict", "info", "stranger", "other"].map((slug) => `oidc:${slug}`)],
  });
  expect(await standing(id, secret)).toMatchObject({ attempts: 0 });
});

test("a provider whose sign-in is no web page is not gone to", async () => {
  const { secret } = await begin();
  const odd = await startScriptedProvider();
  await addProvider(deps, tenant.id, { issuer: odd.issuer, slug: "odd", mode: "live" });
  await patchTenant(service.get().call, tenant.id, { methods: ["document", "oidc:odd"] });
  const another = await begin();
  for (const endpoint of ["javascript:alert(1)", "data:text/html,x", "ftp://id.example.org/x"]) {
    odd.script.discovery = { authorization_endpoint: endpoint };
    const { createOidcMethod } = await import("#methods/oidc/oidc-method.ts");
    const { createMethods } = await import("#methods/registry.ts");
    const { askTenantAddress: http, random, now: at } = deps;
    const methods = createMethods([createOidcMethod({ http, publicUrl: BASE_URL, random, now: at })]);
    const refused = await press({ ...deps, methods }, another.secret, "odd");
    expect(refused.headers.get("location")).toBe(`/v/${another.secret}?problem=${AWAY}`);
  }
  await odd.stop();
  await patchTenant(service.get().call, tenant.id, {
    methods: ["document", ...["eid", "strict", "info", "stranger", "other"].map((slug) => `oidc:${slug}`)],
  });
  expect(secret).not.toBe("");
});

describe("what cannot be configured", () => {
  const add = async (issuer: string, env: Partial<Deps["settings"]> = {}) => {
    const ctx = await ownerCtx({ ...deps, settings: { ...deps.settings, ...env } }, tenant.id);
    const given = { slug: "new", mode: "live", name: "New", clientId: "c", preset: "birthdate" } as const;
    return addIdentityProvider(ctx, { ...given, issuer, clientAuth: "client_secret", clientSecret: "x" });
  };

  test.each([
    ["https://accounts.google.com", "Google"],
    ["https://www.facebook.com", "Facebook"],
    ["https://appleid.apple.com", "Apple"],
    ["https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0", "Microsoft"],
    ["https://twitter.com", "X"],
    ["https://github.com", "GitHub"],
  ])("%s: a self-declared birth date is no proof, and the refusal says so", async (issuer, name) => {
    await expect(add(issuer)).rejects.toThrow(new RegExp(`${name} does not check ages`));
  });

  test.each([
    ["http://127.0.0.1:9999", "this machine"],
    ["https://10.0.0.1", "not an IP address"],
    ["https://metadata.google.internal", "private networks"],
    ["https://id.example.com:22", "port"],
    ["http://id.example.com", "https"],
    ["https://user:pass@id.example.org", "password"],
    ["https://id.example.org/?x=1", "without"],
  ])("%s", async (issuer, word) => {
    await expect(add(issuer, { webhookAllowLoopback: false })).rejects.toThrow(word);
  });
});

test("a name that leads to a private address is not asked, and the person goes on another way", async () => {
  const { createTenantHttp, AddressRefused } = await import("#platform/webhooks/tenant-http.ts");
  const http = createTenantHttp({ resolve: async () => ["10.1.2.3"] });
  await expect(http.ask("https://id.example.org/.well-known/openid-configuration")).rejects.toThrow(
    AddressRefused,
  );
  const redirected = createTenantHttp({ resolve: async () => ["169.254.169.254"] });
  await expect(redirected.ask("https://id.example.org/")).rejects.toThrow(AddressRefused);
  await http.close();
  await redirected.close();
});
