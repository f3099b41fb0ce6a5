import { createHash } from "node:crypto";
import { importJWK, type JWK, type JWTVerifyGetKey, SignJWT } from "jose";
import { reaches } from "#core/age-over.ts";
import { epochSeconds } from "#core/day.ts";
import { ServiceError } from "#core/errors.ts";
import { acrsFrom, type IdentityPreset, presetOf, socialSignInOf } from "#core/identity/presets.ts";
import { PROVIDER_METHOD, type ProviderClient } from "#core/identity/provider.ts";
import { SignInRefusal } from "#core/sign-in-refusal.ts";
import {
  birthdayIn,
  CannotAsk,
  type Finding,
  type Method,
  type MethodContext,
  type Question,
  type Submission,
  verifies,
} from "#methods/method.ts";
import type { AskHttp } from "#platform/http.ts";
import {
  createDiscovery,
  createKeySet,
  hostsOf,
  type ProviderMetadata,
  tokenEndpointOf,
} from "#platform/identity/discovery.ts";
import { askUserinfo, type IdTokenClaims, requireIdToken } from "#platform/identity/profile.ts";
import { type Client, requestTokens } from "#platform/identity/token-endpoint.ts";
import {
  codeIn,
  findingOf,
  idTokenIn,
  Refused,
  requireNoError,
  requireOwnAddress,
} from "./browser-answer.ts";
import { type Claims, readAge } from "./read-age.ts";
import { type Kept, keptOfText, questionTo } from "./request.ts";

/** For the whole answer: exchanging the code, fetching the keys and asking userinfo. */
const ANSWER_MS = 10_000;
const MAX_QUERY_BYTES = 8 * 1024;
/** The least time between two look-ups of unknown keys. */
const KEY_COOLDOWN_MS = 60_000;
/** Beyond this many providers, the one used least recently is forgotten. */
const MOST_ISSUERS = 200;
const ASSERTION_SECONDS = 60;

export type OidcMethodOptions = {
  http: AskHttp;
  /** Where the hosted page is, without a trailing slash. */
  publicUrl: string;
  random: (bytes: number) => Uint8Array;
  now: () => Date;
  /** For tests. */
  answerMs?: number;
};

/** The provider, or what the tenant told us about it, is at fault, not the person. */
const OUT_OF_ORDER: readonly string[] = [
  "client_refused",
  "discovery_invalid",
  "token_refused",
  "token_response_invalid",
];

const refusedBy = (error: unknown): Refused => {
  if (error instanceof Refused) return error;
  if (error instanceof SignInRefusal)
    return new Refused(OUT_OF_ORDER.includes(error.code) ? "UNAVAILABLE" : "REFUSED", error.code);
  if (error instanceof Error && error.name === "AddressRefused")
    return new Refused("UNAVAILABLE", "address_refused");
  return new Refused("UNAVAILABLE", error instanceof ServiceError ? "provider_away" : "provider_broken");
};

type Asked = { preset: IdentityPreset; provider: ProviderMetadata };

const presetOfClient = ({ preset, issuer }: ProviderClient): IdentityPreset => {
  if (socialSignInOf(issuer) !== null) throw new Refused("UNAVAILABLE", "self_declared");
  const found = presetOf(preset);
  if (!found) throw new Refused("UNAVAILABLE", "preset_unknown");
  return found;
};

/**
 * Identity providers by OpenID Connect: one method for all of them; `context.provider` says which one is
 * meant. It keeps nothing of a token or the subject.
 */
export const createOidcMethod = (options: OidcMethodOptions): Method => {
  const { http, publicUrl, random, now, answerMs = ANSWER_MS } = options;
  const known = new Map<string, () => Promise<ProviderMetadata>>();
  const keySet = createKeySet({ http, cooldownMs: KEY_COOLDOWN_MS });
  const text = (bytes: number): string => Buffer.from(random(bytes)).toString("base64url");

  const discover = (issuer: string): Promise<ProviderMetadata> => {
    const found = known.get(issuer) ?? createDiscovery({ issuer, http, now });
    known.delete(issuer);
    known.set(issuer, found);
    const [oldest] = known.keys();
    if (known.size > MOST_ISSUERS && oldest !== undefined) known.delete(oldest);
    return found();
  };

  /** RFC 7523 §3. */
  const assertionOf = async (
    { clientId, credential, issuer }: ProviderClient,
    preset: IdentityPreset,
    { token_endpoint }: ProviderMetadata,
    at: Date,
  ): Promise<string> => {
    const jwk: JWK = JSON.parse(credential.open());
    const { alg = "RS256", kid } = jwk;
    const seconds = epochSeconds(at);
    return new SignJWT({})
      .setProtectedHeader({ alg, typ: "JWT", ...(kid === undefined ? {} : { kid }) })
      .setIssuer(clientId)
      .setSubject(clientId)
      .setAudience(preset.assertionAudience === "issuer" ? issuer : token_endpoint)
      .setJti(text(16))
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + ASSERTION_SECONDS)
      .sign(await importJWK(jwk, alg));
  };

  const clientOf = async (
    client: ProviderClient,
    preset: IdentityPreset,
    provider: ProviderMetadata,
    at: Date,
  ): Promise<Client> =>
    client.auth === "private_key_jwt"
      ? { clientId: client.clientId, assertion: await assertionOf(client, preset, provider, at) }
      : { clientId: client.clientId, clientSecret: client.credential.open() };

  const exchange = async (
    code: string,
    { kept, client, preset, provider }: { kept: Kept; client: ProviderClient } & Asked,
    at: Date,
  ) => {
    const us = await clientOf(client, preset, provider, at);
    return requestTokens(http, tokenEndpointOf(provider), us, {
      grant_type: "authorization_code",
      code,
      redirect_uri: publicUrl + client.callback,
      code_verifier: kept.codeVerifier,
    });
  };

  /** The claims that the preset reads; userinfo's are about the ID token's subject. */
  const claimsOf = async (
    provider: ProviderMetadata,
    { usesUserinfo }: IdentityPreset,
    given: {
      claims: IdTokenClaims;
      accessToken: string | null;
      keys: JWTVerifyGetKey;
      client: ProviderClient;
    },
    at: Date,
  ): Promise<readonly Claims[]> => {
    const { claims, accessToken, keys, client } = given;
    if (!usesUserinfo) return [claims];
    const { userinfo_endpoint: url } = provider;
    if (url === undefined || accessToken === null) throw new Refused("UNAVAILABLE", "userinfo_missing");
    const expected = { issuer: client.issuer, clientId: client.clientId, subject: claims.sub, now: () => at };
    const found = await askUserinfo(http, url, accessToken, keys, expected);
    if (found === null || found === "refused") throw new Refused("UNAVAILABLE", "userinfo_away");
    return [claims, found];
  };

  const look = async ({ body, path }: Submission, client: ProviderClient, context: MethodContext) => {
    const { now: at, minimumAge } = context;
    const kept = keptOfText(context.kept ?? "");
    if (kept === null || kept.issuer !== client.issuer) throw new Refused("REFUSED", "request_unknown");
    // Before any part of the answer is sent on: did it come from the provider that was asked?
    if (path !== client.callback) throw new Refused("REFUSED", "redirect_address");
    const preset = presetOfClient(client);
    const provider = await discover(client.issuer);
    const sent = new URLSearchParams(new TextDecoder().decode(body));
    // RFC 6749 §3.1
    if (new Set(sent.keys()).size < sent.size) throw new Refused("REFUSED", "response_invalid");
    const params = Object.fromEntries(sent);
    requireNoError(params, kept);
    if (!preset.isByFragment) requireOwnAddress(client, provider);
    const tokens = preset.isByFragment
      ? { idToken: idTokenIn(params, kept), accessToken: null }
      : await exchange(codeIn(params, kept, provider), { kept, client, preset, provider }, at);
    const keys = keySet(provider);
    const claims = await requireIdToken({ ...tokens, nonce: kept.nonce }, keys, {
      issuer: client.issuer,
      clientId: client.clientId,
      algorithms: provider.id_token_signing_alg_values_supported,
      now: () => at,
    });
    const acrs = acrsFrom(preset, client.minAcr);
    if (acrs.length > 0 && !acrs.includes(String(claims.acr))) throw new Refused("UNDECIDED", "acr_too_low");
    const found = readAge(
      preset.reading,
      await claimsOf(provider, preset, { claims, accessToken: tokens.accessToken, keys, client }, at),
      at,
    );
    if (found.fault !== null) throw new Refused("UNDECIDED", found.fault);
    const isOpen = reaches(found.read.band, minimumAge) === null && !birthdayIn(found.read, minimumAge);
    if (isOpen) throw new Refused("UNDECIDED", "age_undetermined");
    return found.read;
  };

  const answer = async (submission: Submission, context: MethodContext): Promise<Finding> => {
    const { provider } = context;
    if (!provider) return findingOf(new Refused("REFUSED", "request_unknown"));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Refused("UNAVAILABLE", "provider_slow")), answerMs);
    });
    try {
      const { age, band } = await Promise.race([look(submission, provider, context), late]);
      const assurance = context.mode === "live" ? "asserted_by_identity_provider" : "none_test_mode";
      const evidence = { age, band, confidence: 1, documentType: null, assurance };
      return birthdayIn(evidence, context.minimumAge) ?? { kind: "evidence", evidence };
    } catch (error) {
      return findingOf(refusedBy(error));
    } finally {
      clearTimeout(timer);
    }
  };

  const ask = async (state: string, provider: ProviderClient, context: MethodContext): Promise<Question> => {
    const preset = presetOfClient(provider);
    const found = await discover(provider.issuer);
    const { authorization_endpoint: endpoint } = found;
    if (!preset.isByFragment) requireOwnAddress(provider, found);
    // The browser is sent there: https, or http if the issuer may use it too, which is only on this machine.
    if (!["https:", new URL(provider.issuer).protocol].includes(new URL(endpoint).protocol))
      throw new Refused("UNAVAILABLE", "discovery_invalid");
    const kept: Kept = { state, nonce: text(32), codeVerifier: text(32), issuer: provider.issuer };
    const challenge = createHash("sha256").update(kept.codeVerifier).digest("base64url");
    const { minimumAge, thresholds = [] } = context;
    const ages = [...new Set([minimumAge, ...thresholds])].sort((a, b) => a - b);
    const redirectUri = publicUrl + provider.callback;
    const question = questionTo(endpoint, { provider, preset, kept, challenge, redirectUri, ages });
    return { ...question, hosts: hostsOf(found) };
  };

  return {
    id: PROVIDER_METHOD,
    traits: verifies("oidc"),
    modes: ["live", "test"],
    maxBodyBytes: MAX_QUERY_BYTES,
    start: async (asked, context) => {
      if (asked.channel !== "redirect" || !context.provider) return null;
      return ask(asked.id, context.provider, context).catch((error: unknown) => {
        throw new CannotAsk(refusedBy(error).message);
      });
    },
    answer,
  };
};
