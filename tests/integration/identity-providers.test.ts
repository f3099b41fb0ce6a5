import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertHost, updateHost } from "#data/tenants/tenant-hosts.ts";
import { originAt } from "#services/hosts/site.ts";
import { newId } from "#services/ids.ts";
import { patchTenant, secretOf, start, statusOf, validate } from "../support/http/actions.ts";
import { atSite } from "../support/http/handlers.ts";
import { goBack, viewPage } from "../support/http/hosted.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { AGE_CLIENT, type AgeProvider, startAgeProvider } from "../support/identity/age-provider.ts";
import { addProvider, comeBack, goThere } from "../support/identity/walk.ts";
import { BASE_URL } from "../support/world/service.ts";

// Against a real provider (the package oidc-provider) over HTTP on loopback, which only development allows.
const service = promisedServiceForFile({ env: { WEBHOOK_ALLOW_LOOPBACK: "true" } });

let provider: AgeProvider;
let tenant = { id: "", liveKey: "" };

const CLIENT = { clientId: AGE_CLIENT.id, clientSecret: AGE_CLIENT.secret };

beforeAll(async () => {
  provider = await startAgeProvider({
    acrs: [
      "http://eidas.europa.eu/LoA/low",
      "http://eidas.europa.eu/LoA/substantial",
      "http://eidas.europa.eu/LoA/high",
    ],
  });
  tenant = await service.get().tenant({ plan: "scale" });
  const { deps, call } = service.get();
  const { issuer } = provider;
  await addProvider(deps, tenant.id, { ...CLIENT, issuer });
  await addProvider(deps, tenant.id, {
    ...CLIENT,
    issuer,
    slug: "birth",
    name: "Register",
    preset: "birthdate",
  });
  await addProvider(deps, tenant.id, { ...CLIENT, issuer, slug: "ida", preset: "verified_claims" });
  await patchTenant(call, tenant.id, { methods: ["document", "oidc:eid", "oidc:birth", "oidc:ida"] });
});

afterAll(() => provider.stop());

const begin = async (input: Record<string, unknown> = {}) => {
  const started = await start(service.get().call, tenant.liveKey, input);
  return { id: started.verificationId, secret: secretOf(started) };
};

/** The whole way of a person. */
const prove = async (slug: string, person: AgeProvider["person"], input: Record<string, unknown> = {}) => {
  const { deps, call } = service.get();
  const { id, secret } = await begin(input);
  const sent = await goThere(deps, secret, slug);
  provider.person = person;
  const location = await comeBack(deps, await provider.signIn(sent.url), sent.cookie);
  expect(location.startsWith(`/v/${secret}`)).toBe(true);
  const problem = new URL(location, BASE_URL).searchParams.get("problem");
  const attempts = await deps.db.orm.methodAttempt.findMany({ where: { verificationId: id } });
  const requests = await deps.db.orm.identityRequest.count({ where: { verificationId: id } });
  return { id, secret, problem, attempts, requests, status: await statusOf(call, tenant.liveKey, id) };
};

describe("a person signs in at a provider", () => {
  test("who is old enough is approved by the provider's method, with a token, and the request is used up", async () => {
    const proven = await prove(
      "eid",
      { sub: "ada", age_over_18: true },
      { callback_url: "https://shop.example/back" },
    );
    expect(proven).toMatchObject({
      problem: null,
      requests: 0,
      status: { status: "completed", result: { verified: true } },
    });
    expect(proven.attempts).toMatchObject([{ method: "oidc:eid", finding: "evidence" }]);
    const row = await service.get().deps.db.orm.verification.findUniqueOrThrow({ where: { id: proven.id } });
    expect(row).toMatchObject({
      method: "oidc:eid",
      verifiedAge: null,
      assurance: "asserted_by_identity_provider",
    });
    const token = (await goBack(service.get().deps, proven.secret)).searchParams.get("token") ?? "";
    expect(await validate(service.get().call, tenant.liveKey, token)).toMatchObject({
      valid: true,
      over18: true,
    });
  });

  test("a minor is rejected: an answer, not a failure", async () => {
    const { status } = await prove("eid", { sub: "max", age_over_18: false });
    expect(status).toMatchObject({ status: "completed", result: { verified: false } });
  });

  test("thresholds are asked for as scopes, and answered", async () => {
    const { id } = await prove(
      "eid",
      { sub: "ada", age_over_16: true, age_over_18: true, age_over_21: false },
      { thresholds: [16, 18, 21], minimumAge: 18 },
    );
    expect(provider.asked.get("scope")).toBe("openid age_over:16 age_over:18 age_over:21");
    const row = await service.get().deps.db.orm.verification.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({ ageAtLeast: 18, ageBelow: 21 });
  });

  test("the request asks for a code with PKCE, a fresh sign-in and one claim, and promises an assurance", async () => {
    await prove("birth", null);
    expect(Object.fromEntries(provider.asked)).toMatchObject({
      response_type: "code",
      code_challenge_method: "S256",
      prompt: "login",
      scope: "openid",
      claims: '{"id_token":{"birthdate":{"essential":true}}}',
      redirect_uri: expect.stringMatching(new RegExp(`^${BASE_URL}/v/idp/callback/idp_[0-9a-z]{26}$`)),
      acr_values: "http://eidas.europa.eu/LoA/substantial http://eidas.europa.eu/LoA/high",
    });
    for (const name of ["state", "nonce", "code_challenge"])
      expect(provider.asked.get(name)).toHaveLength(43);
  });

  test("a person who stops there is back on the page: nothing is lost, and every way is open", async () => {
    const { problem, attempts, requests, secret } = await prove("eid", null);
    expect({ problem, attempts, requests }).toEqual({
      problem: "IDENTITY_PROVIDER_DECLINED",
      attempts: [],
      requests: 0,
    });
    const view = await viewPage(service.get().deps, secret);
    expect(view).toMatchObject({
      attemptsLeft: 3,
      methods: ["document", "oidc:eid", "oidc:birth", "oidc:ida"],
    });
  });
});

describe("by a birth date, with a minimum assurance", () => {
  const acr = "http://eidas.europa.eu/LoA/high";
  test("a full date", async () => {
    const { status } = await prove("birth", { sub: "ada", birthdate: "1990-02-28", acr });
    expect(status).toMatchObject({ status: "completed", result: { verified: true } });
    expect(status.result?.verifiedAge).toBeGreaterThanOrEqual(36);
  });

  test("a sign-in of low assurance counts for nothing and is an attempt", async () => {
    const { status, attempts, requests, problem } = await prove("birth", {
      sub: "ada",
      birthdate: "1990-02-28",
      acr: "http://eidas.europa.eu/LoA/low",
    });
    expect({ status: status.status, requests, problem }).toEqual({
      status: "in_progress",
      requests: 0,
      problem: null,
    });
    expect(attempts).toMatchObject([{ finding: "IDENTITY_PROVIDER_UNDECIDED", reason: "acr_too_low" }]);
  });
});

test("a claim that the provider has verified, and the same one beside it that it has not", async () => {
  const verification = { trust_framework: "eidas", assurance_level: "substantial" };
  const good = { verified_claims: { verification, claims: { birthdate: "1990-02-28" } } };
  const { status } = await prove("ida", { sub: "ada", ...good });
  expect(status).toMatchObject({ status: "completed", result: { verified: true } });
  const typed = await prove("ida", { sub: "ada", birthdate: "1990-02-28" });
  expect(typed.attempts).toMatchObject([{ finding: "IDENTITY_PROVIDER_UNDECIDED", reason: "claim_missing" }]);
});

test("a person who left a tenant's host comes back to the main one, and from there to the host with its cookie", async () => {
  const { deps, call } = service.get();
  const host = "verify.identity.test";
  const hostId = newId(deps, "host");
  const now = deps.now();
  await insertHost(deps.db.orm, { id: hostId, tenantId: tenant.id, host, txtToken: "x", createdAt: now });
  await updateHost(deps.db.orm, tenant.id, hostId, { verifiedAt: now });
  const site = { tenantId: tenant.id, host, origin: originAt(deps, host) };
  const { id, secret } = await begin();
  const sent = await goThere(atSite(deps, site), secret);
  expect(sent.url.searchParams.get("redirect_uri")?.startsWith(`${BASE_URL}/v/idp/callback/`)).toBe(true);
  provider.person = { sub: "ada", age_over_18: true };
  const address = await provider.signIn(sent.url);
  const onward = await comeBack(deps, address, null);
  // What the provider said is sealed for that host: tests/integration/hosts-identity.test.ts.
  expect(onward).toMatch(
    new RegExp(`^${site.origin}${new URL(address).pathname}\\?for=[\\w-]{16}&answer=v[12]\\.`),
  );
  // Without the cookie, which only that host has, and at another tenant's host, the answer is nobody's.
  expect(await comeBack(atSite(deps, site), onward, null)).toBe("/wallet/elsewhere?by=provider");
  const foreign = { ...site, tenantId: "ten_other" };
  expect(await comeBack(atSite(deps, foreign), onward, sent.cookie)).toBe(`/v/${secret}`);
  expect((await statusOf(call, tenant.liveKey, id)).status).not.toBe("completed");
  expect(await comeBack(atSite(deps, site), onward, sent.cookie)).toBe(`/v/${secret}`);
  expect((await statusOf(call, tenant.liveKey, id)).status).toBe("completed");
});
