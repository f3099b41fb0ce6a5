import { errors, type JWTVerifyGetKey, jwtVerify } from "jose";
import { providerAway } from "./discovery.ts";

const TOLERANCE_SECONDS = 5;

/** Keys could not be fetched; every other error of jose's says something about the token. */
const isAway = (error: unknown): boolean =>
  !(error instanceof errors.JOSEError) ||
  error instanceof errors.JWKSTimeout ||
  // jose's name for an answer of the key endpoint that is no 200 or no JSON
  error.code === "ERR_JOSE_GENERIC";

/**
 * Signature by an allowed algorithm, issuer, audience, expiry, a subject and, where one is asked for, the type
 * (RFC 8725 §3).
 * @returns the subject; null for a token that is not good
 * @throws SERVICE_UNAVAILABLE: the keys cannot be had
 */
export const checkJwt = async (
  jwt: string,
  keys: JWTVerifyGetKey,
  expected: { issuer: string; audience: string; algorithms: string[]; typ?: string; now: () => Date },
): Promise<string | null> => {
  const { now, ...rest } = expected;
  try {
    const { payload } = await jwtVerify(jwt, keys, {
      ...rest,
      requiredClaims: ["sub", "exp", "iat"],
      clockTolerance: TOLERANCE_SECONDS,
      currentDate: now(),
    });
    return payload.sub || null;
  } catch (error) {
    if (isAway(error)) throw providerAway();
    return null;
  }
};
