import { errors, type JWTHeaderParameters, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import type { JwtFault } from "#core/sign-in-refusal.ts";
import { providerAway } from "#platform/http.ts";

/** Asymmetric ones only (RFC 8725 §3.1): with HS256 the public key would be the secret, and "none" proves nothing. */
export const ALGORITHMS: readonly string[] =
  "RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519".split(" ");

/** Seconds by which the provider's clock may differ from ours. */
const CLOCK_TOLERANCE_SECONDS = 30;

export type GenuineJwt = { header: JWTHeaderParameters; payload: JWTPayload; subject: string };

export type CheckedJwt = { fault: null; jwt: GenuineJwt } | { fault: JwtFault; jwt: null };

const no = (fault: JwtFault): CheckedJwt => ({ fault, jwt: null });

const CLAIM_FAULTS: Readonly<Record<string, JwtFault>> = {
  iss: "issuer",
  aud: "audience",
  typ: "type",
  nbf: "not_yet_valid",
  iat: "not_yet_valid",
};

const faultOf = (error: errors.JOSEError): JwtFault => {
  if (error instanceof errors.JWTExpired) return "expired";
  if (error instanceof errors.JWTClaimValidationFailed) {
    // A claim that is missing or of the wrong type has no value to judge.
    return error.reason === "check_failed" ? (CLAIM_FAULTS[error.claim] ?? "claims") : "claims";
  }
  if (error instanceof errors.JOSEAlgNotAllowed) return "algorithm";
  if (error instanceof errors.JWSSignatureVerificationFailed) return "signature";
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
    return "key";
  return error instanceof errors.JOSENotSupported ? "algorithm" : "malformed";
};

/** RFC 7518 §3.3. */
const LEAST_RSA_BITS = 2_048;

class WeakKey extends Error {}

// jose refuses a weak key with an error that other faults can cause too.
const strong =
  (keys: JWTVerifyGetKey): JWTVerifyGetKey =>
  async (header, token) => {
    const key = await keys(header, token);
    if (!("algorithm" in key) || !("modulusLength" in key.algorithm)) return key;
    if (Number(key.algorithm.modulusLength) < LEAST_RSA_BITS) throw new WeakKey();
    return key;
  };

/** The keys are unavailable; every other jose error is about the token. */
const isAway = (error: unknown): boolean =>
  !(error instanceof errors.JOSEError) ||
  error instanceof errors.JWKSTimeout ||
  // jose's code for an answer from the key endpoint that is not a 200 or not JSON
  error.code === "ERR_JOSE_GENERIC";

// OpenID Connect Core 1.0 §2: at most 255 ASCII characters.
const isSubject = (sub: unknown): sub is string =>
  typeof sub === "string" && /^[\x21-\x7e][\x20-\x7e]{0,254}$/.test(sub);

/**
 * The one rule for an identity provider's JWTs: signature by an allowed algorithm, issuer, audience, expiry,
 * not from the future, and a subject (RFC 8725 §3).
 * @throws ServiceError SERVICE_UNAVAILABLE: the keys cannot be fetched; AddressRefused: their address is
 * private
 */
export const checkJwt = async (
  jwt: string,
  keys: JWTVerifyGetKey,
  expected: {
    issuer: string;
    audience: string;
    algorithms: readonly string[];
    typ?: string;
    now: () => Date;
  },
): Promise<CheckedJwt> => {
  const { now, algorithms, ...rest } = expected;
  const options = {
    ...rest,
    algorithms: [...algorithms],
    requiredClaims: ["sub", "exp", "iat"],
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    currentDate: now(),
  };
  const verify = async (key: JWTVerifyGetKey): Promise<CheckedJwt> => {
    const { payload, protectedHeader } = await jwtVerify(jwt, strong(key), options);
    const { sub, iat = 0 } = payload;
    if (iat > options.currentDate.getTime() / 1000 + CLOCK_TOLERANCE_SECONDS) return no("not_yet_valid");
    if (!isSubject(sub)) return no("subject");
    return { fault: null, jwt: { header: protectedHeader, payload, subject: sub } };
  };
  const tryAll = async (several: errors.JWKSMultipleMatchingKeys): Promise<CheckedJwt> => {
    for await (const key of several) {
      const checked = await verify(async () => key).catch((error: unknown) => {
        if (error instanceof errors.JWSSignatureVerificationFailed) return null;
        throw error;
      });
      if (checked) return checked;
    }
    return no("signature");
  };
  try {
    return await verify(keys).catch((error: unknown) => {
      if (error instanceof errors.JWKSMultipleMatchingKeys) return tryAll(error);
      throw error;
    });
  } catch (error) {
    // A private jwks_uri is a fault of the provider's description: it must not pass for an outage.
    if (error instanceof Error && error.name === "AddressRefused") throw error;
    if (error instanceof WeakKey) return no("key_weak");
    if (isAway(error) || !(error instanceof errors.JOSEError)) throw providerAway(error);
    return no(faultOf(error));
  }
};
