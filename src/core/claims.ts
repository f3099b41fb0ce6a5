import { ageAnswerOf, type StoredThresholds } from "./age-over.ts";
import { epochSeconds } from "./day.ts";
import type { Mode } from "./verification.ts";

/** What an age token says, under RFC 7519 names if they exist. It never holds personal data. */
export type TokenClaims = {
  /** Issuer: the service's public address. */
  iss: string;
  /** Audience: the tenant's id. */
  aud: string;
  /** Subject: the verification's id, never a person's. */
  sub: string;
  jti: string;
  /** RFC 7519 §4.1.6: seconds since the epoch. */
  iat: number;
  /** RFC 7519 §4.1.4: seconds since the epoch. */
  exp: number;
  verified: true;
  over18: boolean;
  minimum_age: number;
  /** Whole years, only when the method learned it. */
  verified_age?: number;
  /**
   * For each threshold that was asked for and answered, with two digits as in ISO/IEC 18013-5 §7.2.5:
   * `age_over_16`.
   */
  [ageOver: `age_over_${string}`]: boolean;
  method: string;
  /** Only in tokens of test verifications, which prove nothing: an offline check must refuse them. */
  test?: true;
};

/** A stored token: enough to sign the same claims again, never the JWT itself. */
export type Token = StoredThresholds & {
  id: string;
  tenantId: string;
  verificationId: string;
  minimumAge: number;
  verifiedAge: number | null;
  over18: boolean;
  method: string;
  issuedAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
};

/** The lifetime of tokens, in seconds; a tenant can choose within these bounds. */
export const TOKEN_TTL_SECONDS = { default: 86_400, min: 300, max: 30 * 86_400 } as const;

/**
 * A code that stands for a token: how long it lasts, and how many are valid for one verification at a time.
 */
export const RETURN_CODE = {
  seconds: 10 * 60,
  most: 5,
  /** Of a gate's: it is in a form that the browser is about to send. */
  gateSeconds: 5 * 60,
} as const;

/** The answer for each threshold that has one, keyed by its claim. */
export const ageOverClaims = (stored: StoredThresholds): { [ageOver: `age_over_${string}`]: boolean } =>
  Object.fromEntries(
    Object.entries(ageAnswerOf(stored).ageOver ?? {}).map(([years, isOver]) => [
      `age_over_${years.padStart(2, "0")}`,
      isOver,
    ]),
  );

/** The claims of a stored token. */
export const claimsOf = (token: Token, issuer: string, mode: Mode = "live"): TokenClaims => ({
  iss: issuer,
  aud: token.tenantId,
  sub: token.verificationId,
  jti: token.id,
  iat: epochSeconds(token.issuedAt),
  exp: epochSeconds(token.expiresAt),
  verified: true,
  over18: token.over18,
  minimum_age: token.minimumAge,
  ...(token.verifiedAge === null ? {} : { verified_age: token.verifiedAge }),
  ...ageOverClaims(token),
  method: token.method,
  ...(mode === "test" ? { test: true } : {}),
});
