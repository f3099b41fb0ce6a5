import { createHash } from "node:crypto";
import type { JWTPayload, JWTVerifyGetKey } from "jose";
import { type JwtFault, SignInRefusal } from "#core/sign-in-refusal.ts";
import { ALGORITHMS, checkJwt, type GenuineJwt } from "./check-jwt.ts";

export type IdTokenClaims = JWTPayload & { sub: string; exp: number };

type Expected = {
  issuer: string;
  clientId: string;
  /** What the provider says that it signs with; undefined: it says nothing. */
  algorithms: readonly string[] | undefined;
  now: () => Date;
};

/** OpenID Connect Core 1.0 §3.1.3.7 no. 3 to 5: for us, and not for others too who are not known here. */
const isForUs = ({ aud, azp }: JWTPayload, clientId: string): boolean =>
  azp === undefined ? !(Array.isArray(aud) && new Set(aud).size > 1) : azp === clientId;

/** Back-Channel Logout 1.0 §2.4 and RFC 9068 §2.1: other JWTs of the same provider, which say what they are. */
const isIdToken = ({ header, payload }: GenuineJwt): boolean =>
  (header.typ === undefined || /^(application\/)?jwt$/i.test(header.typ)) &&
  payload.events === undefined &&
  // Keycloak's own word for it.
  (payload.typ === undefined || payload.typ === "ID");

/** OpenID Connect Core 1.0 §3.1.3.6; of Ed25519, which hashes with SHA-512, by the same rule. */
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
): Promise<{ fault: JwtFault } | { fault: null; jwt: GenuineJwt }> => {
  const allowed = ALGORITHMS.filter((name) => algorithms.includes(name));
  const checked = await checkJwt(idToken, keys, { issuer, audience: clientId, algorithms: allowed, now });
  if (checked.fault !== null) return checked;
  if (!isIdToken(checked.jwt)) return { fault: "type" };
  return isForUs(checked.jwt.payload, clientId) ? checked : { fault: "client" };
};

/**
 * The claims of an id_token that came from the token endpoint (OpenID Connect Core 1.0 §3.1.3.7).
 * @param given.nonce what was sent; null where this is no answer to a sign-in (§12.2)
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
