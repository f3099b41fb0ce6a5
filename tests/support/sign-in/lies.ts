import { createHmac, sign } from "node:crypto";
import { exportJWK, SignJWT } from "jose";
import type { SignInRefusalCode } from "#core/sign-in-refusal.ts";
import { CLIENT } from "./identity.ts";
import { answers, type Draft, type Lies, STRANGER } from "./lying-provider.ts";

/** Text of a stranger's that must reach neither the log nor the page. */
export const MARK = "MARK-of-a-stranger";

export type LieCase = { name: string; lies: Lies; code: SignInRefusalCode };

type Json = Record<string, unknown>;

type JwtLie = (draft: Draft) => Promise<string> | string | undefined;

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const nowSeconds = (): number => Math.floor(Date.now() / 1000);
const DAY_SECONDS = 86_400;

const claims =
  (change: Record<string, unknown>): JwtLie =>
  (draft) =>
    draft.sign({ claims: { ...draft.claims, ...change } });

/** Undefined claims are left out by JSON. */
const without = (name: string): JwtLie => claims({ [name]: undefined });

const header =
  (change: Record<string, unknown>): JwtLie =>
  (draft) =>
    draft.sign({ header: { ...draft.header, ...change } });

const hmacSigned =
  (key: string | Buffer): JwtLie =>
  (draft) => {
    const signed = `${encode({ ...draft.header, alg: "HS256" })}.${encode(draft.claims)}`;
    return `${signed}.${createHmac("sha256", key).update(signed).digest("base64url")}`;
  };

const byStranger =
  (change: Record<string, unknown> | (() => Promise<Record<string, unknown>>) = {}): JwtLie =>
  async (draft) => {
    const extra = typeof change === "function" ? await change() : change;
    return new SignJWT(draft.claims)
      .setProtectedHeader({ ...draft.header, ...extra })
      .sign(STRANGER.privateKey);
  };

// By hand, as a library would refuse to.
const critical: JwtLie = (draft) => {
  const signed = `${encode({ ...draft.header, crit: ["b65"], b65: true })}.${encode(draft.claims)}`;
  const key = { key: draft.signer.privateKey, dsaEncoding: "ieee-p1363" } as const;
  return `${signed}.${sign("sha256", Buffer.from(signed), key).toString("base64url")}`;
};

const unsigned: JwtLie = (draft) => `${encode({ ...draft.header, alg: "none" })}.${encode(draft.claims)}.`;

const changedAfterSigning: JwtLie = async (draft) => {
  const [head, , signature] = (await draft.sign()).split(".");
  return [head, encode({ ...draft.claims, sub: "ben", name: MARK }), signature].join(".");
};

/** What is wrong with a JWT of either kind, by the ending of its code. */
const BOTH: readonly [name: string, lie: JwtLie, fault: string][] = [
  ["another issuer", claims({ iss: "https://other.example" }), "issuer"],
  ["the issuer with a slash", (draft) => claims({ iss: `${draft.claims.iss}/` })(draft), "issuer"],
  ["no issuer", without("iss"), "claims"],
  ["another audience", claims({ aud: `urn:${MARK}` }), "audience"],
  ["no audience", without("aud"), "claims"],
  ["no signature (RFC 8725 §2.1)", unsigned, "algorithm"],
  ["HS256 by the client's secret", hmacSigned(CLIENT.secret), "algorithm"],
  [
    "HS256 by the public key",
    hmacSigned(STRANGER.publicKey.export({ type: "spki", format: "pem" })),
    "algorithm",
  ],
  ["expired", claims({ exp: nowSeconds() - 600 }), "expired"],
  ["no expiry", without("exp"), "claims"],
  ["an expiry that is a text", claims({ exp: "tomorrow" }), "claims"],
  ["good only from tomorrow", claims({ nbf: nowSeconds() + DAY_SECONDS }), "not_yet_valid"],
  [
    "issued tomorrow",
    claims({ iat: nowSeconds() + DAY_SECONDS, exp: nowSeconds() + 2 * DAY_SECONDS }),
    "not_yet_valid",
  ],
  ["no time of issue", without("iat"), "claims"],
  ["somebody else's key under its kid", byStranger(), "signature"],
  ["a key that it never published", byStranger({ kid: MARK }), "key"],
  [
    "a key in the header (RFC 7515 §4.1.3)",
    byStranger(async () => ({ jwk: await exportJWK(STRANGER.publicKey) })),
    "signature",
  ],
  ["keys at another address (§4.1.2)", byStranger({ jku: "http://127.0.0.1:9/keys" }), "signature"],
  ["a certificate at another address (§4.1.5)", byStranger({ x5u: "http://127.0.0.1:9/x5u" }), "signature"],
  ["changed after it was signed", changedAfterSigning, "signature"],
  ["an unknown critical header (§4.1.11)", critical, "algorithm"],
  ["no subject", without("sub"), "claims"],
  ["a number as subject", claims({ sub: 7 }), "subject"],
  ["an empty subject", claims({ sub: "" }), "subject"],
  ["a list as subject", claims({ sub: ["ada"] }), "subject"],
  ["a subject of 6,000 characters", claims({ sub: "a".repeat(6_000) }), "subject"],
  ["a logout token's type", header({ typ: "logout+jwt" }), "type"],
  [
    "a logout token's event",
    claims({ events: { "http://schemas.openid.net/event/backchannel-logout": {} } }),
    "type",
  ],
];

const idToken = (name: string, idTokenLie: JwtLie, fault: string): LieCase => ({
  name: `id_token: ${name}`,
  lies: { idToken: idTokenLie },
  code: `id_token_${fault}` as SignInRefusalCode,
});

const accessToken = (name: string, lie: JwtLie, fault: string): LieCase => ({
  name: `access token: ${name}`,
  lies: { accessToken: lie },
  code: `access_token_${fault}` as SignInRefusalCode,
});

export const ID_TOKEN_LIES: readonly LieCase[] = [
  ...BOTH.map((entry) => idToken(...entry)),
  idToken(
    "for several clients, and no word of which asked",
    (draft) => claims({ aud: [CLIENT.id, "other"] })(draft),
    "client",
  ),
  idToken("asked for by another client", claims({ azp: "other" }), "client"),
  idToken("another sign-in's nonce", claims({ nonce: MARK }), "nonce"),
  idToken("no nonce", without("nonce"), "nonce"),
  idToken("the hash of another access token", claims({ at_hash: "AAAAAAAAAAAAAAAAAAAAAA" }), "at_hash"),
  idToken("an access token's type", header({ typ: "at+jwt" }), "type"),
  idToken("no JWT", () => MARK, "malformed"),
  idToken("none at all", () => undefined, "missing"),
];

export const ACCESS_TOKEN_LIES: readonly LieCase[] = [
  ...BOTH.map((entry) => accessToken(...entry)),
  accessToken("of another client", claims({ client_id: "other" }), "client"),
  accessToken("of nobody knows which client", without("client_id"), "claims"),
  accessToken("about somebody else", claims({ sub: "ben" }), "other_subject"),
  accessToken("opaque", () => MARK, "opaque"),
  accessToken("none at all", () => undefined, "missing"),
];

const authorizationError = (error: string): Lies => ({
  authorization: ({ state = "", iss = "" }) => ({
    error,
    error_description: MARK,
    error_uri: `https://${MARK}.example`,
    state,
    iss,
  }),
});

/** What the browser brings back from the provider. */
export const ANSWER_LIES: readonly LieCase[] = [
  { name: "the person says no", lies: authorizationError("access_denied"), code: "cancelled" },
  { name: "a problem of its own", lies: authorizationError("server_error"), code: "provider_error" },
  { name: "too busy", lies: authorizationError("temporarily_unavailable"), code: "provider_error" },
  {
    name: "it wants no sign-in for this client",
    lies: authorizationError("unauthorized_client"),
    code: "request_refused",
  },
  {
    name: "a scope that it does not know",
    lies: authorizationError("invalid_scope"),
    code: "request_refused",
  },
  { name: "the person may not", lies: authorizationError("login_required"), code: "provider_denied" },
  { name: "an error of its own invention", lies: authorizationError(MARK), code: "provider_denied" },
  {
    name: "neither code nor error",
    lies: { authorization: ({ state = "", iss = "" }) => ({ state, iss }) },
    code: "response_invalid",
  },
  {
    name: "another issuer (RFC 9207)",
    lies: { authorization: (given) => ({ ...given, iss: `https://${MARK}.example` }) },
    code: "response_issuer",
  },
  {
    name: "no issuer, though it promised one",
    lies: { authorization: ({ code = "", state = "" }) => ({ code, state }) },
    code: "response_issuer",
  },
  {
    name: "another state",
    lies: { authorization: (given) => ({ ...given, state: MARK }) },
    code: "state_mismatch",
  },
  {
    name: "no state",
    lies: { authorization: ({ code = "", iss = "" }) => ({ code, iss }) },
    code: "state_mismatch",
  },
];

const { status, hangUp, redirect, endless } = answers;
const html = status(200, `<html>${MARK}</html>`, "text/html");
const elsewhere = redirect("http://127.0.0.1:9/elsewhere");
const tokenError = (code: number, error: string) =>
  status(code, JSON.stringify({ error, error_description: MARK }));

/** What its endpoints answer instead. */
export const ENDPOINT_LIES: readonly LieCase[] = [
  { name: "discovery: away", lies: { discovery: hangUp }, code: "provider_away" },
  { name: "discovery: 500", lies: { discovery: status(500, MARK) }, code: "provider_away" },
  { name: "discovery: 404", lies: { discovery: status(404, MARK) }, code: "discovery_invalid" },
  { name: "discovery: a page", lies: { discovery: html }, code: "discovery_invalid" },
  {
    name: "discovery: another issuer",
    lies: { discovery: (given: Json) => ({ ...given, issuer: `https://${MARK}.example` }) },
    code: "discovery_invalid",
  },
  {
    name: "discovery: no token endpoint",
    lies: { discovery: (given: Json) => ({ ...given, token_endpoint: undefined }) },
    code: "discovery_invalid",
  },
  { name: "discovery: endless", lies: { discovery: endless }, code: "provider_away" },
  { name: "discovery: elsewhere", lies: { discovery: elsewhere }, code: "provider_away" },
  { name: "token: away", lies: { token: hangUp }, code: "provider_away" },
  { name: "token: 500", lies: { token: status(500, MARK) }, code: "provider_away" },
  {
    name: "token: 400, the code is not good",
    lies: { token: tokenError(400, "invalid_grant") },
    code: "code_refused",
  },
  { name: "token: 400, for no known reason", lies: { token: tokenError(400, MARK) }, code: "token_refused" },
  {
    name: "token: 401, the client is not known",
    lies: { token: tokenError(401, "invalid_client") },
    code: "client_refused",
  },
  { name: "token: 401 without a word", lies: { token: status(401) }, code: "client_refused" },
  {
    name: "token: an error with 200",
    lies: { token: tokenError(200, "invalid_grant") },
    code: "code_refused",
  },
  { name: "token: a page", lies: { token: html }, code: "token_response_invalid" },
  {
    name: "token: numbers for tokens",
    lies: { token: (given: Json) => ({ ...given, id_token: 7 }) },
    code: "token_response_invalid",
  },
  { name: "token: endless", lies: { token: endless }, code: "provider_away" },
  { name: "token: elsewhere", lies: { token: elsewhere }, code: "provider_away" },
  { name: "keys: away", lies: { jwks: hangUp }, code: "provider_away" },
  { name: "keys: 500", lies: { jwks: status(500, MARK) }, code: "provider_away" },
  { name: "keys: endless", lies: { jwks: endless }, code: "provider_away" },
  { name: "keys: none", lies: { jwks: () => ({ keys: [] }) }, code: "id_token_key" },
  {
    name: "userinfo: about somebody else",
    lies: {
      idToken: claims({ name: undefined, email: undefined }),
      userinfo: (given: Json) => ({ ...given, sub: "ben", name: MARK }),
    },
    code: "userinfo_other_subject",
  },
];
