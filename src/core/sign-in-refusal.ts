const ASK_OPERATOR = "Ask the operator of this service to look into it. The log has the reason.";
const BAD_ID_TOKEN = `The identity provider's answer could not be accepted. ${ASK_OPERATOR}`;
const BAD_ACCESS_TOKEN = `The identity provider's access token does not fit this service. ${ASK_OPERATOR}`;

/** Why a JWT is refused; id_tokens and access tokens have the same reasons. */
export const JWT_FAULTS = [
  "malformed",
  "algorithm",
  "key",
  "key_weak",
  "signature",
  "issuer",
  "audience",
  "client",
  "type",
  "expired",
  "not_yet_valid",
  "subject",
  "claims",
] as const;

export type JwtFault = (typeof JWT_FAULTS)[number];

/**
 * Every way in which a sign-in ends without a session: the code in the log and in the address of the sign-in page, and
 * the sentence on that page. docs/console-sign-in.md tells the operator what to do about each; a test compares the two.
 */
export const SIGN_IN_REFUSALS = {
  cancelled: "You stopped the sign-in at the identity provider.",
  too_many_attempts: "Too many sign-ins from your network. Wait a minute and try again.",
  state_lost:
    "This sign-in took too long, was already used, or was started in another browser. Start it again here.",
  state_mismatch: "A newer sign-in was started in another tab. Start again here.",
  response_issuer: `The answer came from a different identity provider than the one you were sent to. ${ASK_OPERATOR}`,
  response_invalid: `The identity provider sent you back without a code. ${ASK_OPERATOR}`,
  provider_away: "The identity provider does not answer. Try again in a moment.",
  provider_certificate: `The identity provider's certificate is not trusted by this service. ${ASK_OPERATOR}`,
  provider_error: "The identity provider had a problem. Try again in a moment.",
  provider_denied:
    "The identity provider did not let you in. Ask its administrator whether you may use this console.",
  request_refused: `The identity provider does not accept sign-ins from this service. ${ASK_OPERATOR}`,
  discovery_invalid: `The identity provider's description does not fit the configured address. ${ASK_OPERATOR}`,
  client_refused: `The identity provider does not know this service. ${ASK_OPERATOR}`,
  code_refused: "The identity provider did not accept its own code. Start again.",
  token_refused: `The identity provider refused to complete the sign-in. ${ASK_OPERATOR}`,
  token_response_invalid: `The identity provider's answer could not be read. ${ASK_OPERATOR}`,
  id_token_missing: `The identity provider did not say who you are. ${ASK_OPERATOR}`,
  id_token_malformed: BAD_ID_TOKEN,
  id_token_algorithm: BAD_ID_TOKEN,
  id_token_key: BAD_ID_TOKEN,
  id_token_key_weak: BAD_ID_TOKEN,
  id_token_signature: BAD_ID_TOKEN,
  id_token_issuer: BAD_ID_TOKEN,
  id_token_audience: BAD_ID_TOKEN,
  id_token_client: BAD_ID_TOKEN,
  id_token_type: BAD_ID_TOKEN,
  id_token_expired: `The identity provider's answer had already expired. ${ASK_OPERATOR}`,
  id_token_not_yet_valid: `The identity provider's answer is dated in the future. ${ASK_OPERATOR}`,
  id_token_subject: `The identity provider did not say who you are in a form that can be used. ${ASK_OPERATOR}`,
  id_token_claims: BAD_ID_TOKEN,
  id_token_nonce: "The identity provider's answer belongs to another sign-in. Start again.",
  id_token_at_hash: BAD_ID_TOKEN,
  access_token_missing: `The identity provider gave no access token. ${ASK_OPERATOR}`,
  access_token_opaque: BAD_ACCESS_TOKEN,
  access_token_malformed: BAD_ACCESS_TOKEN,
  access_token_algorithm: BAD_ACCESS_TOKEN,
  access_token_key: BAD_ACCESS_TOKEN,
  access_token_key_weak: BAD_ACCESS_TOKEN,
  access_token_signature: BAD_ACCESS_TOKEN,
  access_token_issuer: BAD_ACCESS_TOKEN,
  access_token_audience: BAD_ACCESS_TOKEN,
  access_token_client: BAD_ACCESS_TOKEN,
  access_token_type: BAD_ACCESS_TOKEN,
  access_token_expired: `The identity provider's access token had already expired. ${ASK_OPERATOR}`,
  access_token_not_yet_valid: `The identity provider's access token is dated in the future. ${ASK_OPERATOR}`,
  access_token_subject: BAD_ACCESS_TOKEN,
  access_token_claims: BAD_ACCESS_TOKEN,
  access_token_other_subject: `The identity provider's two tokens belong to two different people. ${ASK_OPERATOR}`,
  userinfo_other_subject: `The identity provider's profile belongs to someone else. ${ASK_OPERATOR}`,
  profile_unusable:
    "Your name or e-mail address at the identity provider contains characters that cannot be stored. Correct it there and try again.",
  service_error: "Something went wrong on our side. Try again in a moment.",
} as const satisfies Record<string, string>;

export type SignInRefusalCode = keyof typeof SIGN_IN_REFUSALS;

export const isSignInRefusalCode = (text: string): text is SignInRefusalCode =>
  Object.hasOwn(SIGN_IN_REFUSALS, text);

/** A sign-in that ends without a session, and why. */
export class SignInRefusal extends Error {
  readonly code: SignInRefusalCode;

  constructor(code: SignInRefusalCode) {
    super(SIGN_IN_REFUSALS[code]);
    this.name = "SignInRefusal";
    this.code = code;
  }
}
