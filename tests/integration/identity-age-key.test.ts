import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createLogger } from "#platform/log.ts";
import type { Deps } from "#services/context.ts";
import { addIdentityProvider } from "#services/identity/providers.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { patchTenant, secretOf, start, statusOf } from "../support/http/actions.ts";
import { providerReturn } from "../support/http/handlers.ts";
import { viewPage } from "../support/http/hosted.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { type AgeKey, type Lie, startAgeKey } from "../support/identity/age-key.ts";
import { goThere, paramsOf } from "../support/identity/walk.ts";
import { BASE_URL } from "../support/world/service.ts";

// A provider that answers in the fragment: its signature is the only proof, and it is always checked.
const service = promisedServiceForFile({ env: { WEBHOOK_ALLOW_LOOPBACK: "true" } });

let ageKey: AgeKey;
let tenant = { id: "", liveKey: "" };
let callback: URL;
let lines: string[] = [];
let deps: Deps;

const INPUT = {
  slug: "agekey",
  mode: "live",
  name: "AgeKey",
  clientId: "shop",
  clientAuth: "client_secret",
  preset: "agekey",
} as const;

beforeAll(async () => {
  ageKey = await startAgeKey();
  const write = (line: string) => void lines.push(line);
  deps = { ...service.get().deps, log: createLogger({ level: "debug", now: () => new Date(), write }) };
  tenant = await service.get().tenant({ plan: "scale" });
  const owner = await ownerCtx(deps, tenant.id);
  callback = new URL((await addIdentityProvider(owner, { ...INPUT, issuer: ageKey.issuer })).redirectUri);
  await patchTenant(service.get().call, tenant.id, { methods: ["document", "oidc:agekey"] });
});

afterAll(() => ageKey.stop());
beforeEach(() => {
  lines = [];
});

const begin = async (input: Record<string, unknown> = {}) => {
  const started = await start(service.get().call, tenant.liveKey, input);
  return { id: started.verificationId, secret: secretOf(started) };
};

/** What the page at the redirect address hands over, as its script does. */
const handOver = (answer: string, cookie: string | null, { site = "same-origin", at = callback } = {}) =>
  providerReturn(
    deps,
    new Request(at, {
      method: "POST",
      body: new URLSearchParams({ answer }),
      headers: { "sec-fetch-site": site, ...(cookie === null ? {} : { cookie }) },
    }),
    paramsOf(at),
  );

const proveBy = async (secret: string, lie: Lie = {}): Promise<string | null> => {
  const sent = await goThere(deps, secret, "agekey");
  const back = await ageKey.answer(sent.url, lie);
  const response = await handOver(back.hash.slice(1), sent.cookie);
  expect(response.status).toBe(303);
  return new URL(response.headers.get("location") ?? "", BASE_URL).searchParams.get("problem");
};

test("the key is asked for the ages alone, by no secret, and answers to a page that hands over the fragment", async () => {
  const { secret } = await begin({ thresholds: [16, 18], minimumAge: 18 });
  const { url } = await goThere(deps, secret, "agekey");
  expect(Object.fromEntries(url.searchParams)).toEqual({
    response_type: "id_token",
    response_mode: "fragment",
    client_id: "shop",
    redirect_uri: callback.href,
    scope: "openid",
    state: expect.stringMatching(/^.{20,}$/),
    nonce: expect.stringMatching(/^.{40,}$/),
    claims: JSON.stringify({ age_thresholds: [16, 18], iso_27566_1: "effective" }),
  });
  const page = await providerReturn(deps, new Request(callback), paramsOf(callback));
  expect(page.status).toBe(200);
  expect(page.headers.get("content-security-policy")).toMatch(
    /script-src 'sha256-[^']+'; form-action 'self'/,
  );
  expect(await page.text()).toContain('<form method="post">');
});

test("an honest answer decides by its thresholds, and nothing of the person is kept or logged", async () => {
  const { id, secret } = await begin({ thresholds: [16, 18], minimumAge: 18, disclosure: "thresholds" });
  expect(await proveBy(secret)).toBeNull();
  expect(await statusOf(service.get().call, tenant.liveKey, id)).toMatchObject({
    status: "completed",
    result: { verified: true, ageOver: { "16": true, "18": true } },
  });
  const row = await deps.db.orm.verification.findUniqueOrThrow({ where: { id } });
  expect(row).toMatchObject({ method: "oidc:agekey", verifiedAge: null, ageAtLeast: 18, ageBelow: null });
  expect(lines.join("\n")).not.toContain("pairwise-marker");
  expect(lines.join("\n")).not.toContain("eyJ");
});

test("who is below the age is rejected", async () => {
  const { id, secret } = await begin();
  await proveBy(secret, { claims: { age_thresholds: { "18": false } } });
  expect(await statusOf(service.get().call, tenant.liveKey, id)).toMatchObject({
    status: "completed",
    result: { verified: false },
  });
});

const REFUSED = "IDENTITY_PROVIDER_REFUSED";

describe("an answer that is not the provider's own to this question decides nothing and costs no attempt", () => {
  test.each<[string, string, Lie]>([
    ["an unsigned token", "id_token_algorithm", { signedBy: "nobody" }],
    ["signed by another key", "id_token_signature", { signedBy: "another" }],
    ["another nonce", "id_token_nonce", { claims: { nonce: "another" } }],
    ["no nonce", "id_token_nonce", { claims: { nonce: undefined } }],
    ["another audience", "id_token_audience", { claims: { aud: "another" } }],
    ["another issuer", "id_token_issuer", { claims: { iss: "https://evil.example" } }],
    ["one that has expired", "id_token_expired", { claims: { iat: 1_000, exp: 2_000 } }],
  ])("%s", async (_name, reason, lie) => {
    const { id, secret } = await begin();
    expect(await proveBy(secret, lie)).toBe(REFUSED);
    expect(lines.join("\n")).toContain(`"reason":"${reason}"`);
    const attempts = await deps.db.orm.methodAttempt.count({ where: { verificationId: id } });
    const view = await viewPage(deps, secret);
    expect({ attempts, status: view?.status }).toEqual({ attempts: 0, status: "in_progress" });
  });
});

test("a threshold that is missing is no answer to it: an attempt, and no decision", async () => {
  const { id, secret } = await begin();
  await proveBy(secret, { claims: { age_thresholds: { "16": true } } });
  expect(lines.join("\n")).toContain('"reason":"age_undetermined"');
  expect(await deps.db.orm.methodAttempt.count({ where: { verificationId: id } })).toBe(1);
  expect((await viewPage(deps, secret))?.status).toBe("in_progress");
});

test("a person who stops there is led back, without an attempt", async () => {
  const { secret } = await begin();
  const { state, cookie, url } = await goThere(deps, secret, "agekey");
  const back = await ageKey.answer(url, { fragment: { error: "access_denied", state } });
  const response = await handOver(back.hash.slice(1), cookie);
  expect(response.headers.get("location")).toContain("problem=IDENTITY_PROVIDER_DECLINED");
});

test("an answer is good once, in the browser that was sent, and from our own page", async () => {
  const { id, secret } = await begin();
  const sent = await goThere(deps, secret, "agekey");
  const answer = (await ageKey.answer(sent.url)).hash.slice(1);
  expect((await handOver(answer, null)).headers.get("location")).toContain("/wallet/elsewhere");
  await handOver(answer, sent.cookie, { site: "cross-site" });
  expect((await viewPage(deps, secret))?.status).toBe("in_progress");
  await handOver(answer, sent.cookie);
  await handOver(answer, sent.cookie);
  expect(await statusOf(service.get().call, tenant.liveKey, id)).toMatchObject({
    result: { verified: true },
  });
  expect(
    await deps.db.orm.event.count({ where: { verificationId: id, type: "verification.completed" } }),
  ).toBe(1);
});

test("a token of a provider by code is not taken from a fragment, nor is a secret for one by fragment", async () => {
  const owner = await ownerCtx(deps, tenant.id);
  const more = { ...INPUT, issuer: ageKey.issuer, slug: "with-secret", clientSecret: "s".repeat(20) };
  await expect(addIdentityProvider(owner, more)).rejects.toMatchObject({ code: "INVALID_REQUEST_BODY" });
  await addIdentityProvider(owner, { ...more, slug: "by-code", preset: "age_over" });
  await patchTenant(service.get().call, tenant.id, { methods: ["document", "oidc:agekey", "oidc:by-code"] });
  const { secret } = await begin();
  const sent = await goThere(deps, secret, "by-code");
  expect(sent.url.searchParams.get("response_type")).toBe("code");
  sent.url.searchParams.set("claims", JSON.stringify({ age_thresholds: [18] }));
  const back = await ageKey.answer(sent.url, { claims: { age_over_18: true } });
  const response = await handOver(back.hash.slice(1), sent.cookie, { at: back });
  expect(response.headers.get("location")).toContain(`problem=${REFUSED}`);
});

test("one that was registered with the shared address goes on: its answer is signed and says whose it is", async () => {
  const { liveKey, id: tenantId } = await service.get().tenant({ plan: "scale" });
  const owner = await ownerCtx(deps, tenantId);
  const { id, redirectUri } = await addIdentityProvider(owner, { ...INPUT, issuer: ageKey.issuer });
  await deps.db.orm.identityProvider.update({ where: { id }, data: { isRedirectShared: true } });
  await patchTenant(service.get().call, tenantId, { methods: ["document", "oidc:agekey"] });
  const started = await start(service.get().call, liveKey);
  const sent = await goThere(deps, secretOf(started), "agekey");
  const back = await ageKey.answer(sent.url);
  expect(back.pathname).toBe("/v/idp/callback");
  const foreign = await handOver(back.hash.slice(1), sent.cookie, { at: new URL(redirectUri) });
  expect(foreign.headers.get("location")).toContain(`problem=${REFUSED}`);
  const again = await goThere(deps, secretOf(started), "agekey");
  const honest = await ageKey.answer(again.url);
  await handOver(honest.hash.slice(1), again.cookie, { at: honest });
  expect(await statusOf(service.get().call, liveKey, started.verificationId)).toMatchObject({
    result: { verified: true },
  });
});
