import { type ProviderClient, SHARED_CALLBACK } from "#core/identity/provider.ts";
import { type Finding, noDecision } from "#methods/method.ts";
import type { ProviderMetadata } from "#platform/identity/discovery.ts";
import { codeOf } from "#platform/identity/token-endpoint.ts";
import type { Kept } from "./request.ts";

// What the browser brings back from a provider, before any token is looked at.

/** In plain words, what the person can do when an answer counts for nothing. */
const HINTS = {
  UNAVAILABLE: "The provider does not answer as it should. Try another way, or again later.",
  DECLINED: "The sign-in was stopped. Try again, or another way.",
  REFUSED: "The provider's answer cannot be accepted. Try again, or another way.",
  UNDECIDED: "The provider does not say what is needed. Try another way.",
} as const;

/** Why an answer counts for nothing. */
export class Refused extends Error {
  readonly kind: keyof typeof HINTS;

  /** @param reason for the log */
  constructor(kind: keyof typeof HINTS, reason: string) {
    super(reason);
    this.kind = kind;
  }
}

/** Only a genuine answer that said too little is an attempt; in all other cases nothing was learned. */
export const findingOf = ({ kind, message: reason }: Refused): Finding => ({
  ...noDecision(`IDENTITY_PROVIDER_${kind}`, HINTS[kind], reason),
  ...(kind === "UNDECIDED" ? {} : { isUnopened: true }),
});

/** RFC 6749 §4.1.2.1 and OpenID Connect Core 1.0 §3.1.2.6: the person stopped, or did not do what was asked. */
const DECLINED: readonly string[] = [
  "access_denied",
  "login_required",
  "interaction_required",
  "consent_required",
];

export type Params = Readonly<Record<string, string>>;

/**
 * The answer must be to this question and from the provider that was asked; `iss` is checked if sent (RFC
 * 9207 §2).
 * @throws Refused
 */
const requireOurs = ({ state, iss }: Params, kept: Kept): void => {
  if (state !== kept.state) throw new Refused("REFUSED", "state_mismatch");
  if (iss !== undefined && iss !== kept.issuer) throw new Refused("REFUSED", "response_issuer");
};

/** @throws Refused: the provider says why there is no answer */
export const requireNoError = (params: Params, kept: Kept): void => {
  const { error } = params;
  if (error === undefined) return;
  requireOurs(params, kept);
  throw DECLINED.includes(error)
    ? new Refused("DECLINED", "access_denied")
    : new Refused("UNAVAILABLE", "provider_error");
};

/**
 * The ID token from an answer in a fragment (OpenID Connect Core 1.0 §3.2.2.5). Its own `iss` says whose it
 * is.
 * @throws Refused
 */
export const idTokenIn = (params: Params, kept: Kept): string => {
  requireOurs(params, kept);
  const { id_token: idToken } = params;
  if (!idToken) throw new Refused("REFUSED", "id_token_missing");
  return idToken;
};

/**
 * At the shared address, it is unknown where a code comes from unless the provider names itself in each
 * answer: a provider that does not is not asked, and no code is sent on (RFC 9700 §4.4.2.1).
 * @throws Refused redirect_shared
 */
export const requireOwnAddress = (
  { callback }: Pick<ProviderClient, "callback">,
  provider: ProviderMetadata,
): void => {
  if (callback === SHARED_CALLBACK && !isIssuerPromised(provider))
    throw new Refused("UNAVAILABLE", "redirect_shared");
};

/** RFC 9207 §3. */
const isIssuerPromised = (provider: ProviderMetadata): boolean =>
  provider.authorization_response_iss_parameter_supported === true;

/** The code from the answer. @throws SignInRefusal */
export const codeIn = (params: Params, kept: Kept, provider: ProviderMetadata): string => {
  const { state, nonce, codeVerifier } = kept;
  return codeOf(
    { params, state, nonce, codeVerifier, redirectUri: "" },
    {
      responseIssuer: kept.issuer,
      isIssuerPromised: isIssuerPromised(provider),
    },
  );
};
