import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Deps } from "#services/context.ts";
import { giveProviderOwnAddress } from "#services/identity/change-provider.ts";
import { listIdentityProviders } from "#services/identity/providers.ts";
import { reserveProviderAddress } from "#services/identity/reserve-address.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { patchTenant, secretOf, start, statusOf } from "../support/http/actions.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { addProvider, comeBack, goThere, type Sent, signInAt } from "../support/identity/walk.ts";
import { type ScriptedProvider, startScriptedProvider } from "../support/sign-in/scripted-provider.ts";
import { BASE_URL } from "../support/world/service.ts";

// The mix-up attack (RFC 9700 §4.4.1): a tenant adds a "provider" that sends its visitors on to another tenant's honest one,
// to get the code that the honest one gives out. That one binds codes to client, redirect address and PKCE, and sends no `iss`.
const service = promisedServiceForFile({ env: { WEBHOOK_ALLOW_LOOPBACK: "true" } });

let honest: ScriptedProvider;
let evil: ScriptedProvider;
let deps: Deps;

// Fresh ones each time: what a provider says of itself is kept for an hour.
beforeEach(async () => {
  deps = service.get().deps;
  [honest, evil] = await Promise.all([startScriptedProvider(), startScriptedProvider()]);
  honest.script.idToken = (claims) => ({ ...claims, age_over_18: true });
});

afterEach(async () => {
  await Promise.all([honest.stop(), evil.stop()]);
});

type Mode = "live" | "test";

/** As one that was added before each had its own address. */
const share = (id: string) =>
  deps.db.orm.identityProvider.update({ where: { id }, data: { isRedirectShared: true } });

/** A tenant with one provider, and a page of it whose browser has gone there. */
const gone = async (mode: Mode, { issuer }: ScriptedProvider, { isShared = false } = {}) => {
  const { call, tenant: make } = service.get();
  const tenant = await make({ plan: "scale" });
  const { id } = await addProvider(deps, tenant.id, { issuer, mode });
  if (isShared) await share(id);
  if (mode === "live") await patchTenant(call, tenant.id, { methods: ["document", "oidc:eid"] });
  const key = mode === "live" ? tenant.liveKey : tenant.testKey;
  const started = await start(call, key);
  const sent = await goThere(deps, secretOf(started));
  const status = () => statusOf(call, key, started.verificationId);
  return { sent, status, providerId: id, owner: await ownerCtx(deps, tenant.id) };
};

type Gone = Awaited<ReturnType<typeof gone>>;

/** The minor's request at the honest provider, as the evil one sends an adult there: with the adult's own `state`. */
const forwarded = (minor: Sent, adult: Sent, redirectUri?: string): URL => {
  const url = new URL(minor.url);
  url.searchParams.set("state", adult.state);
  if (redirectUri !== undefined) url.searchParams.set("redirect_uri", redirectUri);
  return url;
};

/** The adult is sent from the evil provider to the honest one, and the minor brings what came to the evil token endpoint. */
const attack = async (minor: Gone, adult: Gone, redirectUri?: string): Promise<void> => {
  const address = await signInAt({ url: forwarded(minor.sent, adult.sent, redirectUri) }, "adult");
  await comeBack(deps, address, adult.sent.cookie);
  const brought = new URL(minor.sent.url.searchParams.get("redirect_uri") ?? "");
  const answer = new URLSearchParams(address.search);
  answer.set("state", minor.sent.state);
  answer.set("code", evil.codes[0] ?? "none");
  brought.search = answer.toString();
  await comeBack(deps, brought, minor.sent.cookie);
};

/** Says of itself what a provider says that sends `iss` (RFC 9207 §3). */
const promiseIssuer = (provider: ScriptedProvider, sent = provider.issuer): void => {
  provider.script.discovery = { authorization_response_iss_parameter_supported: true };
  provider.script.redirect = { iss: sent };
};

describe.each<Mode>(["live", "test"])("in %s mode", (mode) => {
  test("a code of one tenant's provider never reaches another tenant's, and proves no age for someone else", async () => {
    const [minor, adult] = [await gone(mode, honest), await gone(mode, evil)];
    await attack(minor, adult);
    expect(await minor.status()).toMatchObject({ status: "in_progress" });
    expect(evil.codes).toEqual([]);
  });

  test("nor does one of a provider that takes any redirect address: it is bound to the one where it arrived", async () => {
    const [minor, adult] = [await gone(mode, honest), await gone(mode, evil)];
    await attack(minor, adult, adult.sent.url.searchParams.get("redirect_uri") ?? "");
    expect(evil.codes).toHaveLength(1);
    expect(await minor.status()).toMatchObject({ status: "in_progress" });
  });

  test("nor by the shared address, from an evil provider of before that promises to name itself", async () => {
    promiseIssuer(evil);
    const [minor, adult] = [await gone(mode, honest), await gone(mode, evil, { isShared: true })];
    await attack(minor, adult, `${BASE_URL}/v/idp/callback`);
    expect(evil.codes).toEqual([]);
    expect(await minor.status()).toMatchObject({ status: "in_progress" });
  });

  test("nor between two of before that both name themselves", async () => {
    promiseIssuer(evil);
    promiseIssuer(honest);
    const minor = await gone(mode, honest, { isShared: true });
    const adult = await gone(mode, evil, { isShared: true });
    await attack(minor, adult);
    expect(evil.codes).toEqual([]);
    expect(await minor.status()).toMatchObject({ status: "in_progress" });
  });

  test("the honest way goes on, by an address that is the provider's own", async () => {
    const { sent, status } = await gone(mode, honest);
    await comeBack(deps, await signInAt(sent), sent.cookie);
    expect(await status()).toMatchObject({ status: "completed", result: { verified: true } });
  });
});

describe("a provider that was registered with the shared address", () => {
  test("is not asked where it does not promise to name itself", async () => {
    await expect(gone("live", honest, { isShared: true })).rejects.toThrow("IDENTITY_PROVIDER_UNAVAILABLE");
  });

  test("goes on where it does, and each answer has to", async () => {
    promiseIssuer(honest);
    const named = await gone("live", honest, { isShared: true });
    expect(named.sent.url.searchParams.get("redirect_uri")).toBe(`${BASE_URL}/v/idp/callback`);
    await comeBack(deps, await signInAt(named.sent), named.sent.cookie);
    expect(await named.status()).toMatchObject({ result: { verified: true } });
    const unnamed = await gone("live", honest, { isShared: true });
    honest.script.redirect = {};
    await comeBack(deps, await signInAt(unnamed.sent), unnamed.sent.cookie);
    expect(await unnamed.status()).toMatchObject({ status: "in_progress" });
  });

  test("has its own from when the console says so, and an answer at the shared one counts no longer", async () => {
    promiseIssuer(honest);
    const { owner, providerId, sent, status } = await gone("live", honest, { isShared: true });
    const [before] = (await listIdentityProviders(owner)).providers;
    const own = `${BASE_URL}/v/idp/callback/${providerId}`;
    expect(before).toMatchObject({ redirectUri: own, sharedRedirectUri: `${BASE_URL}/v/idp/callback` });
    await giveProviderOwnAddress(owner, { id: providerId });
    await comeBack(deps, await signInAt(sent), sent.cookie);
    expect(await status()).toMatchObject({ status: "in_progress" });
    const [after] = (await listIdentityProviders(owner)).providers;
    expect(after).toMatchObject({ redirectUri: own, sharedRedirectUri: null });
  });
});

describe("an address that is registered before the provider is added", () => {
  test("is the provider's from then on, and no other tenant can take it", async () => {
    const { tenant: make } = service.get();
    const owner = await ownerCtx(deps, (await make()).id);
    const thief = await ownerCtx(deps, (await make()).id);
    const { reserved, redirectUri } = await reserveProviderAddress(owner);
    const { issuer } = honest;
    await expect(addProvider(deps, thief.tenant.id, { issuer, reserved })).rejects.toMatchObject({
      code: "INVALID_REQUEST_BODY",
    });
    expect(await addProvider(deps, owner.tenant.id, { issuer, reserved })).toMatchObject({
      redirectUri,
      sharedRedirectUri: null,
    });
    await expect(
      addProvider(deps, owner.tenant.id, { issuer, slug: "second", reserved }),
    ).rejects.toMatchObject({ code: "CONFLICT" });
  });
});
