import { createHash } from "node:crypto";
import { type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import { isJsonObject, jsonIn } from "#core/json.ts";
import type { Profile } from "#core/member.ts";
import { type JwtFault, SignInRefusal } from "#core/sign-in-refusal.ts";
import type { Answer, AskHttp } from "#platform/http.ts";
import { ALGORITHMS, type CheckedJwt, checkJwt, type GenuineJwt } from "./check-jwt.ts";

export type IdTokenClaims = JWTPayload & { sub: string; exp: number };

type Expected = {
  issuer: string;
  clientId: string;
  /** Algorithms that the provider announces; undefined: it announces none. */
  algorithms: readonly string[] | undefined;
  now: () => Date;
};

/** OpenID Connect Core 1.0 §3.1.3.7 no. 3 to 5: for this client, and for no unknown one. */
const isForUs = ({ aud, azp }: JWTPayload, clientId: string): boolean =>
  azp === undefined ? !(Array.isArray(aud) && new Set(aud).size > 1) : azp === clientId;

/** Back-Channel Logout 1.0 §2.4 and RFC 9068 §2.1: other JWTs of the same provider name their type. */
const isIdToken = ({ header, payload }: GenuineJwt): boolean =>
  (header.typ === undefined || /^(application\/)?jwt$/i.test(header.typ)) &&
  payload.events === undefined &&
  // Keycloak's claim for the type.
  (payload.typ === undefined || payload.typ === "ID");

/** OpenID Connect Core 1.0 §3.1.3.6; the same rule applies to Ed25519, which hashes with SHA-512. */
const isOfAccessToken = ({ header, payload }: GenuineJwt, accessToken: string | null): boolean => {
  if (payload.at_hash === undefined || accessToken === null) return true;
  const bits = /(?:256|384|512)$/.exec(header.alg.replace(/^Ed.*/, "512"))?.[0] ?? "512";
  const digest = createHash(`sha${bits}`).update(accessToken).digest();
  return payload.at_hash === digest.subarray(0, digest.length / 2).toString("base64url");
};

const refuse = (code: JwtFault | "nonce" | "at_hash"): SignInRefusal => new SignInRefusal(`id_token_${code}`);

/** An id_token's claims, or what is wrong with it. @throws ServiceError SERVICE_UNAVAILABLE: no keys */
export const readIdToken = async (
  idToken: string,
  keys: JWTVerifyGetKey,
  { issuer, clientId, algorithms = ALGORITHMS, now }: Expected,
): Promise<CheckedJwt> => {
  const allowed = ALGORITHMS.filter((name) => algorithms.includes(name));
  const checked = await checkJwt(idToken, keys, { issuer, audience: clientId, algorithms: allowed, now });
  if (checked.fault !== null) return checked;
  if (!isIdToken(checked.jwt)) return { fault: "type", jwt: null };
  return isForUs(checked.jwt.payload, clientId) ? checked : { fault: "client", jwt: null };
};

/**
 * The claims of an id_token that came from the token endpoint (OpenID Connect Core 1.0 §3.1.3.7).
 * @param given.nonce what was sent; null where this does not answer a sign-in (§12.2)
 * @throws SignInRefusal id_token_…; ServiceError SERVICE_UNAVAILABLE
 */
export const requireIdToken = async (
  given: { idToken: string | null; accessToken: string | null; nonce: string | null },
  keys: JWTVerifyGetKey,
  expected: Expected,
): Promise<IdTokenClaims> => {
  if (given.idToken === null) throw new SignInRefusal("id_token_missing");
  const read = await readIdToken(given.idToken, keys, expected);
  if (read.fault !== null) throw refuse(read.fault);
  const { payload, subject } = read.jwt;
  if (given.nonce !== null && payload.nonce !== given.nonce) throw refuse("nonce");
  if (!isOfAccessToken(read.jwt, given.accessToken)) throw refuse("at_hash");
  return { ...payload, sub: subject, exp: payload.exp ?? 0 };
};

export type Claims = Readonly<Record<string, unknown>>;

type ExpectedUserinfo = { issuer: string; clientId: string; subject: string; now: () => Date };

const isFor = (aud: JWTPayload["aud"], clientId: string): boolean =>
  aud === undefined || [aud].flat().includes(clientId);

/** OpenID Connect Core 1.0 §5.3.2: JSON, or the same as a signed JWT. Null for anything else. */
const claimsOf = async (
  answer: Answer,
  keys: JWTVerifyGetKey,
  expected: ExpectedUserinfo,
): Promise<Claims | null> => {
  if (answer.type !== "application/jwt") {
    const found = jsonIn(answer.text);
    return isJsonObject(found) ? found : null;
  }
  const options = { algorithms: [...ALGORITHMS], currentDate: expected.now() };
  const { payload } = await jwtVerify(answer.text, keys, options);
  const { iss = expected.issuer, aud } = payload;
  return iss === expected.issuer && isFor(aud, expected.clientId) ? payload : null;
};

/**
 * The userinfo endpoint's claims about the person; "refused" when it rejects the token, null when it gives none.
 * @throws SignInRefusal userinfo_other_subject (OpenID Connect Core 1.0 §5.3.4)
 */
export const askUserinfo = async (
  http: AskHttp,
  url: string,
  accessToken: string,
  keys: JWTVerifyGetKey,
  expected: ExpectedUserinfo,
): Promise<Claims | "refused" | null> => {
  const headers = { authorization: `Bearer ${accessToken}`, accept: "application/json, application/jwt" };
  const answer = await http(url, { headers }).catch(() => null);
  if (answer?.status === 401 || answer?.status === 403) return "refused";
  const claims = answer?.isOk ? await claimsOf(answer, keys, expected).catch(() => null) : null;
  if (claims && claims.sub !== expected.subject) throw new SignInRefusal("userinfo_other_subject");
  return claims;
};

const textIn = (claims: Claims, name: string): string | null => {
  const value = claims[name];
  return typeof value === "string" && value.trim() !== "" ? value : null;
};

const firstText = (sources: readonly Claims[], name: string): string | null =>
  sources.map((claims) => textIn(claims, name)).find((text) => text !== null) ?? null;

/**
 * OpenID Connect Core 1.0 §5.1, and Microsoft's claim for it: `xms_edov`, "email domain owner verified",
 * which Entra ID writes as true, 1 or either as text.
 */
const isVerified = (claims: Claims, isMicrosoft: boolean): boolean =>
  claims.email_verified === true || (isMicrosoft && /^(true|1)$/.test(String(claims.xms_edov)));

// PostgreSQL cannot store NUL, and half a character cannot be encoded.
const isStorable = (text: string | null): boolean =>
  text === null || (text.isWellFormed() && !text.includes("\u0000"));

/** Whether an id_token lacks what the console needs (§5.4 leaves it to userinfo). */
export const isThin = (claims: Claims, isMicrosoft: boolean): boolean =>
  textIn(claims, "name") === null ||
  textIn(claims, "email") === null ||
  (claims.email_verified === undefined && !isMicrosoft);

/**
 * The person's profile, from the sources in order. An address counts only if its own source says that it is
 * verified.
 * @throws SignInRefusal profile_unusable
 */
export const profileOf = (
  who: Pick<Profile, "issuer" | "subject">,
  sources: readonly Claims[],
  isMicrosoft = false,
): Profile => {
  const proven = sources.filter((claims) => isVerified(claims, isMicrosoft));
  const email = firstText(proven, "email");
  const name =
    ["name", "preferred_username", "email"].map((claim) => firstText(sources, claim)).find(Boolean) ?? "";
  if (!isStorable(name) || !isStorable(email)) throw new SignInRefusal("profile_unusable");
  return { ...who, name, email };
};
