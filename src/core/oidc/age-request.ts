import { THRESHOLDS } from "#core/age-over.ts";
import { rankOf } from "#core/assurance.ts";
import { type Language, languageOfTag } from "#core/language.ts";
import { isLoopbackRedirect, LOOPBACK_LITERALS } from "#core/own-machine.ts";
import type { Mode } from "#core/verification.ts";

// What a relying party asks the OpenID Provider, and the answers it gets: docs/sign-in-with-age.md.

/** How a relying party proves that it is the client: OpenID Connect Core 1.0 §9. */
export const OIDC_AUTH_METHODS = [
  "client_secret_basic",
  "client_secret_post",
  "private_key_jwt",
  "none",
] as const;
export type OidcAuthMethod = (typeof OIDC_AUTH_METHODS)[number];

export const OIDC_TOKEN_ALGS = ["RS256", "ES256"] as const;
export type OidcTokenAlg = (typeof OIDC_TOKEN_ALGS)[number];

/** What a relying party gets for a person under the age: the answer, or `access_denied`. */
export const OIDC_UNDER_AGE = ["answer", "deny"] as const;
export type OidcUnderAge = (typeof OIDC_UNDER_AGE)[number];

/**
 * Limits: clients of a tenant, addresses of a client and their length, keys of a client, and the hours that
 * two secrets are valid together.
 */
export const OIDC_CLIENTS = {
  most: 50,
  redirectUris: 20,
  uriCharacters: 500,
  keys: 10,
  overlapHours: 168,
} as const;

/**
 * How members try a test client out: through a separate public client, with the same settings and with a
 * page of the console as the redirect address. A live client has none.
 */
export const TRIAL = {
  prefix: "try_",
  /** @returns the path, below the public address, to which answers go */
  path: (tenantId: string): string => `/console/${tenantId}/sites/sign-in-with-age/try`,
} as const;

/** Whether a method uses a secret. */
export const hasSecret = (method: OidcAuthMethod): boolean => method.startsWith("client_secret");

const YEARS: readonly number[] = Array.from(
  { length: THRESHOLDS.max - THRESHOLDS.min + 1 },
  (_, index) => THRESHOLDS.min + index,
);

/** Every scope that asks for a threshold: `age_over:18`. */
export const AGE_SCOPES: readonly string[] = YEARS.map((years) => `age_over:${years}`);

/** Every claim that answers for a threshold, with two digits as in ISO/IEC 18013-5 §7.2.5: `age_over_18`. */
export const AGE_CLAIMS: readonly string[] = YEARS.map(
  (years) => `age_over_${String(years).padStart(2, "0")}`,
);

/**
 * Whether a check proved at least the lowest of `acr_values`. Unknown values ask for nothing (they are
 * voluntary: OpenID Connect Core 1.0 §5.5.1.1), and a test proves nothing, as its `acr` says.
 */
export const meetsAcr = (acr: string | null, acrValues: string | undefined, mode: Mode): boolean => {
  const asked = (acrValues ?? "")
    .split(" ")
    .map(rankOf)
    .filter((rank) => rank >= 0);
  return mode === "test" || asked.length === 0 || rankOf(acr ?? "") >= Math.min(...asked);
};

/** The first language of `ui_locales` that the page speaks (OpenID Connect Core 1.0 §3.1.2.1). */
export const languageAsked = (uiLocales: unknown): Language | null =>
  String(uiLocales ?? "")
    .split(" ")
    .flatMap((tag) => languageOfTag(tag) ?? [])[0] ?? null;

/** The refusal of a request, with its OAuth code (RFC 6749 §4.1.2.1). */
export type Refusal = { error: string; description: string };

/** More than anyone needs to ask for five claims. */
const MAX_CLAIMS_CHARACTERS = 2_000;

type Asked = { scope?: string | undefined; claims?: string | undefined };

/** The names of the claims asked for; the provider has refused anything that is not such an object. */
const claimNames = (claims: string): string[] => {
  const parsed: unknown = JSON.parse(claims);
  if (typeof parsed !== "object" || parsed === null) return [];
  return Object.entries(parsed).flatMap(([member, asked]: [string, unknown]) =>
    ["id_token", "userinfo"].includes(member) && typeof asked === "object" && asked !== null
      ? Object.keys(asked)
      : [],
  );
};

const BOUNDS = `${THRESHOLDS.min} to ${THRESHOLDS.max}`;

/**
 * The thresholds that a request asks for through scopes, claims or both, ascending.
 * @param defaults used if it names none
 * @returns the refusal of anything that looks like a threshold but is not one, and of more than five
 */
export const thresholdsAsked = (
  { scope = "", claims }: Asked,
  defaults: readonly number[],
): number[] | Refusal => {
  if (claims !== undefined && claims.length > MAX_CLAIMS_CHARACTERS) {
    return { error: "invalid_request", description: "claims is too long" };
  }
  const scopes = scope.split(" ").filter((one) => one.startsWith("age_over"));
  if (scopes.some((one) => !AGE_SCOPES.includes(one))) {
    return { error: "invalid_scope", description: `expected age_over:N with N from ${BOUNDS}` };
  }
  const names = claims === undefined ? [] : claimNames(claims).filter((name) => name.startsWith("age_over"));
  if (names.some((name) => !AGE_CLAIMS.includes(name))) {
    return { error: "invalid_request", description: `expected age_over_NN with NN from ${BOUNDS}` };
  }
  const asked = new Set([...scopes, ...names].map((text) => Number(text.slice("age_over_".length))));
  if (asked.size > THRESHOLDS.most) {
    return { error: "invalid_scope", description: `expected at most ${THRESHOLDS.most} ages` };
  }
  return asked.size === 0 ? [...defaults] : [...asked].sort((a, b) => a - b);
};

/** What a relying party learns if there is no answer; each is a fixed text. */
export const NO_ANSWER = {
  cancelled: { error: "access_denied", description: "The person cancelled the age check." },
  failed: { error: "access_denied", description: "The age check ended without a decision." },
  expired: { error: "access_denied", description: "The age check was not finished in time." },
  underAge: { error: "access_denied", description: "The person does not reach the age." },
  unanswered: { error: "access_denied", description: "The age check answers for none of the ages." },
  revoked: { error: "access_denied", description: "The result of the age check was revoked." },
  // OpenID Connect Core Error Code unmet_authentication_requirements 1.0.
  unmet: {
    error: "unmet_authentication_requirements",
    description: "The age was proven by less than acr_values ask for.",
  },
  busy: { error: "temporarily_unavailable", description: "No more age checks can be started at the moment." },
  broken: { error: "server_error", description: "Something went wrong on our side." },
} as const satisfies Record<string, Refusal>;

/** RFC 8252 §7.1: an app's own scheme is its makers' domain, reversed, so it has a dot. */
const PRIVATE_SCHEME = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/;

const isAppAddress = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, port } = new URL(text);
  const takesAnyPort = protocol === "http:" && port === "" && LOOPBACK_LITERALS.includes(hostname);
  return takesAnyPort || PRIVATE_SCHEME.test(protocol);
};

type Addressed = { authMethod: OidcAuthMethod; redirectUris: readonly string[] };

/**
 * Whether a client is an app on a person's device (RFC 8252): a public client with its own scheme, or a loopback address
 * without a port, for which every port is accepted. Such a client always has PKCE.
 */
export const isNativeApp = ({ authMethod, redirectUris }: Addressed): boolean =>
  authMethod === "none" && redirectUris.some(isAppAddress);

/** The fault of one of this client's addresses, given its others; null: none. */
export const appAddressFault = (text: string, client: Addressed): string | null => {
  const { protocol, hostname } = new URL(text);
  if (PRIVATE_SCHEME.test(protocol))
    return client.authMethod === "none"
      ? null
      : "expected https: an app's own scheme is for public clients, which use only PKCE";
  if (!isNativeApp(client)) return null;
  const isLoopback = isLoopbackRedirect(hostname);
  return isLoopback === (protocol === "http:")
    ? null
    : "expected https, and http on the device only: given the other addresses, this client is an app";
};

/**
 * The fault of an address that answers are sent to (RFC 9700 §4.1: compared as text, so it is complete);
 * null: none. Live clients need https; http is for this machine, and for test clients. Apps have private
 * schemes: see `appAddressFault`.
 */
export const redirectUriFault = (text: string, mode: Mode): string | null => {
  if (text.length > OIDC_CLIENTS.uriCharacters || !URL.canParse(text)) return "expected a complete address";
  const { protocol, hostname, username, password } = new URL(text);
  const isLoopback = isLoopbackRedirect(hostname);
  const isHttp = protocol === "http:" && (mode === "test" || isLoopback);
  if (protocol !== "https:" && !isHttp && !PRIVATE_SCHEME.test(protocol)) {
    return "expected https, or an app's own scheme with a dot; http is for test clients, and for localhost";
  }
  if (text.includes("#")) return "expected no fragment";
  if (username !== "" || password !== "") return "expected no user name";
  return text.includes("*") ? "expected one complete address, without a wildcard" : null;
};

const PRIVATE_MEMBERS = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];

/** The fault of a key for `private_key_jwt` (RFC 7517); null: it is public, and of a kind that signs. */
export const publicKeyFault = (key: { readonly [member: string]: unknown }): string | null => {
  if (PRIVATE_MEMBERS.some((member) => member in key)) {
    return "expected a public key: this one is private or a secret, so make another";
  }
  const has = (...members: string[]): boolean => members.every((member) => typeof key[member] === "string");
  if (key.kty === "EC" && has("crv", "x", "y")) return null;
  if (key.kty === "OKP" && has("crv", "x")) return null;
  return key.kty === "RSA" && has("n", "e") ? null : "expected a public key as JWK, of type EC, OKP or RSA";
};
