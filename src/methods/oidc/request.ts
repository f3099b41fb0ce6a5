import { z } from "zod";
import { acrsFrom, type IdentityPreset } from "#core/identity/presets.ts";
import type { ProviderClient } from "#core/identity/provider.ts";
import { jsonIn } from "#core/json.ts";
import type { Question } from "#methods/method.ts";

const part = z.string().min(1);
const KEPT = z
  .tuple([part, part, part, part])
  .transform(([state, nonce, codeVerifier, issuer]) => ({ state, nonce, codeVerifier, issuer }));

/** What the answer is checked against. */
export type Kept = z.output<typeof KEPT>;

/** @returns null: `questionTo` did not write this */
export const keptOfText = (text: string): Kept | null => KEPT.safeParse(jsonIn(text)).data ?? null;

/**
 * OpenID Connect Core 1.0 §5.5, and OpenID Connect for Identity Assurance 1.0 §6: this one claim and nothing
 * else.
 */
const claimsParameter = (
  { claim, usesUserinfo }: IdentityPreset,
  ages: readonly number[],
): Record<string, string> => {
  if (claim === null) return {};
  // AgeKey's parameter has the same name, but a shape without ID token and userinfo.
  if (claim === "age_thresholds")
    return { claims: JSON.stringify({ age_thresholds: ages, iso_27566_1: "effective" }) };
  const asked =
    claim === "birthdate"
      ? { birthdate: { essential: true } }
      : {
          verified_claims: {
            verification: { trust_framework: null, assurance_level: null },
            claims: { birthdate: null },
          },
        };
  return { claims: JSON.stringify({ [usesUserinfo ? "userinfo" : "id_token"]: asked }) };
};

type Asking = {
  provider: ProviderClient;
  preset: IdentityPreset;
  kept: Kept;
  /** S256 (RFC 7636 §4.2). */
  challenge: string;
  redirectUri: string;
  /** Years, ascending. */
  ages: readonly number[];
};

/**
 * The authorization request (OpenID Connect Core 1.0 §3.1.2.1): code with PKCE, the least that reveals the
 * age, and a fresh sign-in, so that this person is not mistaken for an earlier user of the browser.
 */
export const questionTo = (endpoint: string, asking: Asking): Question => {
  const { provider, preset, kept, challenge, redirectUri, ages } = asking;
  const { scope, thresholdScope } = preset;
  const scopes = [
    "openid",
    ...(scope === "" ? [] : [scope]),
    ...(thresholdScope === null ? [] : ages.map((age) => `${thresholdScope}${age}`)),
  ];
  const acrs = acrsFrom(preset, provider.minAcr);
  const url = new URL(endpoint);
  const answer = preset.isByFragment
    ? { response_type: "id_token", response_mode: "fragment" }
    : {
        response_type: "code",
        code_challenge: challenge,
        code_challenge_method: "S256",
        prompt: "login",
      };
  const params: Record<string, string> = {
    ...answer,
    client_id: provider.clientId,
    redirect_uri: redirectUri,
    scope: scopes.join(" "),
    state: kept.state,
    nonce: kept.nonce,
    ...claimsParameter(preset, ages),
    ...(acrs.length > 0 ? { acr_values: acrs.join(" ") } : {}),
  };
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  const { state, nonce, codeVerifier, issuer } = kept;
  return { kept: JSON.stringify([state, nonce, codeVerifier, issuer]), link: url.href, requests: [] };
};
