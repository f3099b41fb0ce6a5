import { type JsonObject, member } from "../json.ts";
import { CLOCK_SKEW_MS } from "../limits.ts";
import { PASSED, passIf, type Result, refuse } from "../result.ts";

/** RFC 7519 §2, NumericDate: seconds. @returns milliseconds; null when it is there and no number */
const instant = (value: unknown): number | undefined | null => {
  if (value === undefined) return undefined;
  return typeof value === "number" && Number.isFinite(value) ? value * 1000 : null;
};

/**
 * RFC 7519 §4.1.4 to §4.1.6, SD-JWT VC §3.2.2.2: all are optional; a malformed one is not "absent". What was issued
 * tomorrow was issued by a clock or a person that is not to be believed today.
 */
export const checkValidity = (claims: JsonObject, now: Date): Result<null> => {
  const notBefore = instant(member(claims, "nbf"));
  const expires = instant(member(claims, "exp"));
  const issued = instant(member(claims, "iat"));
  if (notBefore === null || expires === null || issued === null) return refuse("sd_jwt_malformed");
  const starts = Math.max(notBefore ?? 0, issued ?? 0);
  if (now.getTime() < starts - CLOCK_SKEW_MS) return refuse("not_yet_valid");
  if (expires === undefined) return PASSED;
  return passIf(now.getTime() < expires + CLOCK_SKEW_MS, "expired");
};
