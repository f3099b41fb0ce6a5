import type { FindingCode } from "#methods/method.ts";
import type { ProviderMetadata } from "#platform/identity/discovery.ts";
import { codeOf } from "#platform/identity/token-endpoint.ts";
import type { Kept } from "./request.ts";

// What the browser brings back from a provider, before any token is looked at.

export type Fault = { code: FindingCode; reason: string };

export const fault = (kind: "UNAVAILABLE" | "DECLINED" | "REFUSED" | "UNDECIDED", reason: string): Fault => ({
  code: `IDENTITY_PROVIDER_${kind}`,
  reason,
});

/** Why an answer counts for nothing. */
export class Refused extends Error {
  readonly fault: Fault;

  constructor(given: Fault) {
    super(given.code);
    this.fault = given;
  }
}

/** RFC 6749 §4.1.2.1 and OpenID Connect Core 1.0 §3.1.2.6: the person stopped, or did not do what was asked. */
const DECLINED: readonly string[] = [
  "access_denied",
  "login_required",
  "interaction_required",
  "consent_required",
];

export type Params = Readonly<Record<string, string>>;

/** @throws Refused: the provider says why there is no answer */
export const requireNoError = ({ error, state, iss }: Params, kept: Kept): void => {
  if (error === undefined) return;
  // RFC 9207 §2: a refusal names its issuer too, where the provider promises to.
  if (state !== kept.state) throw new Refused(fault("REFUSED", "state_mismatch"));
  if (iss !== undefined && iss !== kept.issuer) throw new Refused(fault("REFUSED", "response_issuer"));
  throw new Refused(
    DECLINED.includes(error) ? fault("DECLINED", "access_denied") : fault("UNAVAILABLE", "provider_error"),
  );
};

/** The ID token of an answer by fragment (OpenID Connect Core 1.0 §3.2.2.5). Its own `iss` says whose it is. @throws Refused */
export const idTokenIn = ({ state, iss, id_token: idToken }: Params, kept: Kept): string => {
  if (state !== kept.state) throw new Refused(fault("REFUSED", "state_mismatch"));
  if (iss !== undefined && iss !== kept.issuer) throw new Refused(fault("REFUSED", "response_issuer"));
  if (!idToken) throw new Refused(fault("REFUSED", "id_token_missing"));
  return idToken;
};

/** The code of the answer. @throws SignInRefusal */
export const codeIn = (params: Params, kept: Kept, provider: ProviderMetadata): string => {
  const { state, nonce, codeVerifier } = kept;
  return codeOf(
    { params, state, nonce, codeVerifier, redirectUri: "" },
    {
      responseIssuer: kept.issuer,
      isIssuerPromised: provider.authorization_response_iss_parameter_supported === true,
    },
  );
};
