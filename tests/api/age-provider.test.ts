import { generateKeyPairSync } from "node:crypto";
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from "jose";
import type { TokenSet } from "openid-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { JOBS } from "#worker/jobs.ts";
import { complete, patchTenant, start, validate } from "../support/http/actions.ts";
import { hostedCancel } from "../support/http/handlers.ts";
import { goBack, submitEvidence } from "../support/http/hosted.ts";
import {
  type AgeProvider,
  Browser,
  CALLBACK,
  careful,
  newClient,
  newSite as newSiteIn,
  relyingParty,
  secretAt,
  serveAgeProvider,
  walk,
} from "../support/sign-in/age-provider.ts";
import { dump } from "../support/world/dump.ts";

let world: AgeProvider;
beforeAll(async () => {
  world = await serveAgeProvider();
});
afterAll(() => world[Symbol.asyncDispose]());

type Person = Parameters<typeof walk>[2];
type Asked = { scope?: string; [parameter: string]: string | undefined };

const paramsOf = (url: URL): Record<string, string> => Object.fromEntries(url.searchParams);

const newSite = (input?: Parameters<typeof newSiteIn>[1]) => newSiteIn(world, input);

/** What a site gets that signs a person in. */
const signIn = async (
  { site }: Pick<Awaited<ReturnType<typeof newSite>>, "site">,
  person: Person,
  more: Asked = {},
) => {
  const { sent, checks } = careful();
  const back = await walk(world, site.authorizationUrl({ ...sent, ...more }), person);
  return site.callback(CALLBACK, paramsOf(back), checks);
};

/** The OAuth error in place of a code. */
const refusal = async (
  { site }: Pick<Awaited<ReturnType<typeof newSite>>, "site">,
  person: Person,
  more: Asked = {},
) => {
  const { sent } = careful();
  const back = await walk(world, site.authorizationUrl({ ...sent, ...more }), person);
  const { error, error_description: description, iss, state, ...rest } = paramsOf(back);
  expect({ iss, state, rest }).toEqual({ iss: `${world.origin}/oidc/test`, state: sent.state, rest: {} });
  return `${error}: ${description}`;
};

const claimsIn = (tokens: TokenSet) => decodeJwt(tokens.id_token ?? "");
const agesIn = (tokens: TokenSet) =>
  Object.fromEntries(Object.entries(claimsIn(tokens)).filter(([name]) => name.startsWith("age_over")));

const THE_CLAIMS = ["acr", "age_over_18", "aud", "auth_time", "exp", "iat", "iss", "nonce", "sub", "txn"];

describe("a site signs people in with their age", () => {
  test("by code and PKCE: the ID token holds the answer and what the protocol asks for, nothing else", async () => {
    const made = await newSite();
    const tokens = await signIn(made, "approve");
    const claims = claimsIn(tokens);
    expect(Object.keys(claims).sort()).toEqual(THE_CLAIMS);
    expect(claims).toMatchObject({
      iss: `${world.origin}/oidc/test`,
      aud: made.client.clientId,
      acr: "none_test_mode",
      age_over_18: true,
      txn: expect.stringMatching(/^ver_/),
      sub: expect.stringMatching(/^[\w-]{27}$/),
    });
    expect(decodeProtectedHeader(tokens.id_token ?? "")).toMatchObject({ alg: "RS256" });
    expect(tokens.refresh_token).toBeUndefined();
    expect(await made.site.userinfo(tokens)).toEqual({
      sub: claims.sub,
      txn: claims.txn,
      age_over_18: true,
    });
  });

  test("by a pushed request and a signed assertion, with an ES256 token", async () => {
    const jwk = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const named = { kid: "one", alg: "ES256", use: "sig" };
    const exported = (key: typeof jwk.publicKey) => {
      const members = Object.entries(key.export({ format: "jwk" })).map(([name, value]) => [
        name,
        String(value),
      ]);
      return { kty: "EC", ...Object.fromEntries(members), ...named };
    };
    const { id } = await world.service.tenant({ plan: "scale" });
    const client = await newClient(world, id, {
      authMethod: "private_key_jwt",
      tokenAlg: "ES256",
      jwks: { keys: [exported(jwk.publicKey)] },
    });
    const site = await relyingParty(
      world,
      { clientId: client.clientId },
      {
        token_endpoint_auth_method: "private_key_jwt",
        token_endpoint_auth_signing_alg: "ES256",
        id_token_signed_response_alg: "ES256",
      },
      { keys: [exported(jwk.privateKey)] },
    );
    const { sent, checks } = careful();
    const { request_uri } = await site.pushedAuthorizationRequest({ ...sent, redirect_uri: CALLBACK });
    const back = await walk(world, site.authorizationUrl({ request_uri, redirect_uri: CALLBACK }), "approve");
    const tokens = await site.callback(CALLBACK, paramsOf(back), checks);
    expect(decodeProtectedHeader(tokens.id_token ?? "").alg).toBe("ES256");
    expect(agesIn(tokens)).toEqual({ age_over_18: true });
  });

  test("as a public client, and as one that sends its secret in the form", async () => {
    const pub = await newSite({ authMethod: "none" });
    const site = await relyingParty(
      world,
      { clientId: pub.client.clientId },
      { token_endpoint_auth_method: "none" },
    );
    expect(agesIn(await signIn({ site }, "approve"))).toEqual({ age_over_18: true });
    const post = await newSite({ authMethod: "client_secret_post" });
    const poster = await relyingParty(world, post.client, {
      token_endpoint_auth_method: "client_secret_post",
    });
    expect(agesIn(await signIn({ site: poster }, "approve"))).toEqual({ age_over_18: true });
  });

  test("by a request that a form posts, which may be longer than an address (OpenID Connect Core §3.1.2.1)", async () => {
    const { site } = await newSite();
    const { sent, checks } = careful();
    const claims = JSON.stringify({ id_token: { age_over_16: { essential: true } } });
    const url = new URL(site.authorizationUrl({ ...sent, claims, ui_locales: "tlh ".repeat(2_000) + "de" }));
    const browser = new Browser();
    const started = await browser.get(url.origin + url.pathname, paramsOf(url));
    expect(started.status).toBe(303);
    const back = await walk(world, started.headers.get("location") ?? "", "approve", browser);
    const tokens = await site.callback(CALLBACK, paramsOf(back), checks);
    expect(agesIn(tokens)).toEqual({ age_over_16: true, age_over_18: true });
    expect(browser.cookies().filter((one) => one.includes("session"))).toEqual([]);
  });

  test("gets its answer by a form that posts itself, under a policy that lets only its script run", async () => {
    const { site } = await newSite();
    const { sent } = careful();
    const url = site.authorizationUrl({ ...sent, response_mode: "form_post" });
    const browser = new Browser();
    const { at } = await browser.follow(url, world.origin);
    await submitEvidence(world.deps, secretAt(at), {});
    const uid =
      (await world.deps.db.orm.verification.findFirst({ orderBy: { id: "desc" } }))?.callbackUrl ?? "";
    const { response } = await browser.follow(uid, world.origin);
    const page = await response.text();
    expect(page).toMatch(/<form method="post" action="https:\/\/shop.example\/callback">/);
    expect(page).toMatch(/name="code" value="[\w-]+"/);
    expect(response.headers.get("content-security-policy")).toMatch(
      /^default-src 'none';script-src 'self' 'sha256-[^']+';frame-ancestors 'none';base-uri 'none'$/,
    );
  });
});

describe("an app on a device (RFC 8252)", () => {
  const appAt = async (registered: string, used: string) => {
    const tenant = await world.service.tenant({ plan: "scale" });
    const { clientId } = await newClient(world, tenant.id, {
      authMethod: "none",
      redirectUris: [registered],
    });
    const site = await relyingParty(world, { clientId }, { token_endpoint_auth_method: "none" });
    const { sent, checks } = careful();
    const back = await walk(world, site.authorizationUrl({ ...sent, redirect_uri: used }), "approve");
    if (back.href.startsWith(world.origin)) return "refused";
    expect(back.href.startsWith(used)).toBe(true);
    return agesIn(await site.callback(used, paramsOf(back), checks));
  };

  test.each([
    ["its own scheme", "com.example.shop:/age", "com.example.shop:/age"],
    ["a port that happened to be free", "http://127.0.0.1/age", "http://127.0.0.1:51004/age"],
    ["the same in IPv6", "http://[::1]/age", "http://[::1]:51004/age"],
  ])("gets its answer at %s", async (_name, registered, used) => {
    expect(await appAt(registered, used)).toEqual({ age_over_18: true });
  });

  test.each([
    ["another app's scheme", "com.example.shop:/age", "com.example.evil:/age"],
    ["another path on the device", "http://127.0.0.1/age", "http://127.0.0.1:51004/other"],
    ["another host", "http://127.0.0.1/age", "http://127.0.0.2:51004/age"],
    [
      "another port than the one that is registered",
      "http://127.0.0.1:8080/age",
      "http://127.0.0.1:51004/age",
    ],
  ])("gets none at %s", async (_name, registered, used) => {
    expect(await appAt(registered, used)).toBe("refused");
  });
});

describe("an access token that the site gives back (RFC 7009)", () => {
  test("is good for nothing from then on; another site's stays as it is, and what is no token is no error", async () => {
    const made = await newSite();
    const other = await newSite();
    const { access_token: token = "" } = await signIn(made, "approve");
    expect(made.site.issuer.metadata.revocation_endpoint).toBe(`${world.origin}/oidc/test/revoke`);
    await expect(other.site.revoke(token)).rejects.toThrow(/not authorized/);
    expect(await made.site.userinfo(token)).toMatchObject({ age_over_18: true });
    await made.site.revoke(token);
    await expect(made.site.userinfo(token)).rejects.toThrow(/invalid_token/);
    await made.site.revoke("no token at all");
  });
});

describe("what is asked", () => {
  test("by scopes and by claims together, and other scopes are ignored", async () => {
    const made = await newSite();
    const claims = JSON.stringify({ id_token: { age_over_16: { essential: true }, email: null } });
    const more = { scope: "openid profile email age_over:13 age_over:21", claims };
    expect(agesIn(await signIn(made, "approve", more))).toMatchObject({
      age_over_13: true,
      age_over_16: true,
    });
    expect(Object.keys(claimsIn(await signIn(made, "approve", more)))).not.toContain("email");
  });

  test("or else the client's own thresholds", async () => {
    const made = await newSite({ thresholds: [16, 18] });
    expect(agesIn(await signIn(made, "approve", { scope: "openid" }))).toMatchObject({ age_over_16: true });
  });

  test("the page speaks the first of ui_locales that it knows, and prompt, max_age and acr_values do no harm", async () => {
    const made = await newSite();
    const tokens = await signIn(made, "approve", {
      ui_locales: "tlh de-AT fr",
      prompt: "login consent",
      max_age: "0",
      acr_values: "urn:unknown high_device_bound",
    });
    const { txn } = claimsIn(tokens);
    const row = await world.deps.db.orm.verification.findFirst({ where: { id: String(txn) } });
    expect(row).toMatchObject({
      locale: "de",
      disclosure: "thresholds",
      thresholds: [18],
      verifiedAge: null,
    });
  });
});

describe("what a site learns of a person below the age", () => {
  test("is the answer, which is no error", async () => {
    const made = await newSite();
    expect(agesIn(await signIn(made, "under_age"))).toEqual({ age_over_18: false });
  });

  test("is access_denied where the client is set so", async () => {
    const made = await newSite({ underAge: "deny" });
    expect(await refusal(made, "under_age")).toBe("access_denied: The person does not reach the age.");
  });
});

describe("without an answer", () => {
  const cancel = (secret: string) =>
    hostedCancel(world.deps, new Request(`${world.origin}/v/${secret}/cancel`, { method: "POST" }), {
      secret,
    });
  const expire = (secret: string) =>
    world.deps.db.orm.verification.updateMany({
      where: { secretHash: new Uint8Array(world.deps.secrets.hash(secret)) },
      data: { expiresAt: new Date(Date.now() - 1_000) },
    });

  const fail = async (secret: string) => {
    for (let i = 0; i < 3; i += 1) await submitEvidence(world.deps, secret, { body: "poor_document" });
  };

  test("each way to end has its description", async () => {
    const made = await newSite();
    expect(await refusal(made, cancel)).toBe("access_denied: The person cancelled the age check.");
    expect(await refusal(made, expire)).toBe("access_denied: The age check was not finished in time.");
    expect(await refusal(made, fail)).toBe("access_denied: The age check ended without a decision.");
  });

  test("a tenant's rejection for another reason than the age says nothing about the age", async () => {
    const made = await newSite();
    const reject = async () => {
      const row = await world.deps.db.orm.verification.findFirstOrThrow({
        where: { tenantId: made.tenant.id },
      });
      const body = { verificationId: row.id, result: "rejected" };
      await complete(world.service.call, made.tenant.testKey, body);
    };
    expect(await refusal(made, reject)).toBe("access_denied: The age check answers for none of the ages.");
  });

  test("a full month, or a full minute, is temporarily_unavailable, and nothing is started", async () => {
    for (const overrides of [{ testMonthlyQuota: 1 }, { rateLimitPerMinute: 1 }]) {
      const tenant = await world.service.tenant({ plan: "scale", overrides });
      const client = await newClient(world, tenant.id);
      const made = { site: await relyingParty(world, client) };
      await signIn(made, "approve");
      const kept = await world.deps.db.orm.oidcArtifact.count();
      expect(await refusal(made, "approve")).toBe(
        "temporarily_unavailable: No more age checks can be started at the moment.",
      );
      expect(await world.deps.db.orm.oidcArtifact.count()).toBe(kept);
      expect(await world.deps.db.orm.verification.count({ where: { tenantId: tenant.id } })).toBe(1);
    }
  });

  test("an age below the one that the tenant's policy asks for is an invalid request", async () => {
    const made = await newSite();
    const methods = [{ id: "document", use: "offer" }];
    await patchTenant(world.service.call, made.tenant.id, {
      policy: { default: { minimumAge: 18, attemptsInAll: 5, methods }, regions: [] },
      acceptedWarnings: [
        ...["too_few_choices", "one_way_only", "document_only", "no_way_without_camera", "attempts_run_out"],
        ...["no_way_without_phone", "no_way_without_either", "france_without_double_blind"],
      ],
    });
    expect(await refusal(made, "approve", { scope: "openid age_over:16" })).toBe(
      "invalid_request: minimumAge: expected at least 18, as the policy's rule for default says",
    );
  });
});

describe("tokens of one kind", () => {
  test("never pass for another: REST refuses ID tokens, sites refuse age tokens, and live refuses test", async () => {
    const made = await newSite();
    const tokens = await signIn(made, "approve");
    const { testKey } = made.tenant;
    expect(await validate(world.service.call, testKey, tokens.id_token)).toMatchObject({ valid: false });

    const { verificationId } = await start(world.service.call, testKey);
    const { token = "" } = await complete(world.service.call, testKey, { verificationId, verifiedAge: 30 });
    const keysOf = (issuer: string) => createRemoteJWKSet(new URL(`${world.origin}${issuer}/jwks`));
    for (const issuer of ["/oidc", "/oidc/test"]) {
      await expect(jwtVerify(token, keysOf(issuer))).rejects.toThrow(/no applicable key/);
    }
    await expect(jwtVerify(tokens.id_token ?? "", keysOf("/oidc"))).rejects.toThrow(/no applicable key/);
    await expect(jwtVerify(tokens.id_token ?? "", keysOf("/oidc/test"))).resolves.toBeDefined();
  });
});

describe("the same person twice", () => {
  test("shares nothing in both tokens but issuer, audience, level and answers", async () => {
    const made = await newSite();
    const first = claimsIn(await signIn(made, "approve"));
    const second = claimsIn(await signIn(made, "approve"));
    const same = Object.keys(first).filter((name) => first[name] === second[name]);
    // Seconds may be the same ones.
    expect(same.filter((name) => !["iat", "exp", "auth_time"].includes(name)).sort()).toEqual(
      ["acr", "age_over_18", "aud", "iss"].sort(),
    );
  });

  test("has a check each time, and the browser keeps nothing that outlives one", async () => {
    const made = await newSite();
    const browser = new Browser();
    for (let i = 0; i < 2; i += 1) {
      const { sent } = careful();
      const back = await walk(world, made.site.authorizationUrl(sent), "approve", browser);
      expect(back.searchParams.get("code")).toBeTruthy();
    }
    expect(await world.deps.db.orm.verification.count({ where: { tenantId: made.tenant.id } })).toBe(2);
    expect(browser.cookies().filter((one) => one.includes("session"))).toEqual([]);
  });
});

describe("the browser", () => {
  test("brings no token of ours back to the provider, which reads the result itself", async () => {
    const made = await newSite();
    const browser = new Browser();
    const { at } = await browser.follow(made.site.authorizationUrl(careful().sent), world.origin);
    await submitEvidence(world.deps, secretAt(at), {});
    const back = await goBack(world.deps, secretAt(at));
    expect(back.search + back.hash).toBe("");
    expect(back.pathname).toMatch(/^\/oidc\/test\/authorize\/[\w-]+$/);
  });
});

describe("the database", () => {
  test("holds no code, token, secret or sub, and no age in years", async () => {
    const made = await newSite();
    const { sent, checks } = careful();
    const back = await walk(world, made.site.authorizationUrl(sent), "approve");
    const tokens = await made.site.callback(CALLBACK, paramsOf(back), checks);
    const text = await dump(world.service);
    expect(text).toContain(made.client.clientId);
    for (const secret of [
      back.searchParams.get("code"),
      tokens.access_token,
      tokens.id_token,
      String(claimsIn(tokens).sub),
      made.client.secret,
      sent.nonce,
      sent.state,
    ]) {
      expect(secret).toBeTruthy();
      expect(text).not.toContain(secret);
    }
  });
});

describe("the worker", () => {
  test("deletes what the protocol kept, an hour after its time", async () => {
    const { oidcArtifact } = world.deps.db.orm;
    await signIn(await newSite(), "approve");
    const purge = JOBS.find(({ name }) => name === "purge-oidc-artifacts");
    await purge?.run(world.service.runtime);
    const kept = await oidcArtifact.findMany();
    expect(kept.map(({ kind }) => kind)).toContain("AuthorizationCode");
    const old = new Date(Date.now() - 3_700_000);
    await oidcArtifact.updateMany({ where: { kind: "AuthorizationCode" }, data: { expiresAt: old } });
    await purge?.run(world.service.runtime);
    expect(await oidcArtifact.count()).toBe(kept.filter(({ kind }) => kind !== "AuthorizationCode").length);
  });
});

describe("one code", () => {
  test("spent in two processes at once is exchanged once", async () => {
    const made = await newSite();
    const other = await world.another();
    for (let round = 0; round < 5; round += 1) {
      const { sent, checks } = careful();
      const back = await walk(world, made.site.authorizationUrl(sent), "approve");
      const body = new URLSearchParams({
        grant_type: "authorization_code",
        code: back.searchParams.get("code") ?? "",
        redirect_uri: CALLBACK,
        code_verifier: checks.code_verifier,
      });
      const basic = Buffer.from(`${made.client.clientId}:${made.client.secret}`).toString("base64");
      const spend = (origin: string) =>
        fetch(`${origin}/oidc/test/token`, {
          method: "POST",
          body,
          headers: { authorization: `Basic ${basic}` },
        });
      const answers = await Promise.all([world.origin, other, world.origin, other].map(spend));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
      const refused = answers.filter(({ status }) => status === 400);
      for (const answer of refused) expect(await answer.json()).toMatchObject({ error: "invalid_grant" });
    }
  });
});

describe("the discovery document", () => {
  test("offers what there is, at the public address, whatever the Host header says", async () => {
    const answer = await fetch(`${world.origin}/oidc/.well-known/openid-configuration`, {
      headers: { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" },
    });
    const { scopes_supported, claims_supported, acr_values_supported, ...rest } = await answer.json();
    expect(scopes_supported).toContain("age_over:18");
    expect(claims_supported).toContain("age_over_18");
    expect(acr_values_supported).toContain("high_device_bound");
    const issuer = `${world.origin}/oidc`;
    expect(rest).toMatchObject({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/jwks`,
      pushed_authorization_request_endpoint: `${issuer}/par`,
      revocation_endpoint: `${issuer}/revoke`,
      response_types_supported: ["code"],
      response_modes_supported: ["query", "form_post"],
      grant_types_supported: ["authorization_code"],
      code_challenge_methods_supported: ["S256"],
      id_token_signing_alg_values_supported: ["RS256", "ES256"],
      authorization_response_iss_parameter_supported: true,
    });
    for (const name of ["registration", "introspection", "end_session", "device_authorization"]) {
      expect(rest).not.toHaveProperty(`${name}_endpoint`);
    }
  });
});
