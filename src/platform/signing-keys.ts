import { CompactSign, errors, type JWK, type JWTVerifyGetKey, jwtVerify } from "jose";
import { z } from "zod";
import type { TokenClaims } from "#core/claims.ts";
import { importSigningKey, type SigningKey, SigningKeyError } from "./signing-key.ts";

/** Why a token is not one of this service's. Outside callers learn only that it is not. */
type TokenDefect = "malformed" | "unknown_key" | "bad_signature" | "bad_claims" | "wrong_issuer";

/** Either claims that this service signed (perhaps long ago: `exp` is not judged here), or the defect. */
type TokenCheck = { ok: true; claims: TokenClaims } | { ok: false; defect: TokenDefect };

const MAX_CHARACTERS = 4_096; // this service's have some 700; nothing longer is worth a hash

const seconds = z.int().nonnegative();
const text = z.string().min(1);
const CLAIMS: z.ZodType<TokenClaims> = z.object({
  iss: text,
  aud: text,
  sub: text,
  jti: text,
  iat: seconds,
  exp: seconds,
  verified: z.literal(true),
  over18: z.boolean(),
  minimum_age: z.int().nonnegative(),
  verified_age: z.int().nonnegative().exactOptional(),
  method: text,
  test: z.literal(true).exactOptional(),
});

/** Three parts, each the only text that decodes to its bytes: a changed character must never go unnoticed. */
const isExact = (token: string): boolean => {
  const parts = token.split(".");
  const isCanonical = (part: string) =>
    part !== "" && Buffer.from(part, "base64url").toString("base64url") === part;
  return token.length <= MAX_CHARACTERS && parts.length === 3 && parts.every(isCanonical);
};

const DEFECTS: Readonly<Record<string, TokenDefect>> = {
  [errors.JWKSNoMatchingKey.code]: "unknown_key",
  [errors.JWSSignatureVerificationFailed.code]: "bad_signature",
  [errors.JWTInvalid.code]: "bad_claims",
  [errors.JWTExpired.code]: "bad_claims",
};

const defectOf = (error: unknown): TokenDefect => {
  // A signature that the crypto library cannot even check is not from these keys.
  if (!(error instanceof errors.JOSEError)) return "bad_signature";
  if (!(error instanceof errors.JWTClaimValidationFailed)) return DEFECTS[error.code] ?? "malformed";
  return error.claim === "iss" && error.reason === "check_failed" ? "wrong_issuer" : "bad_claims";
};

/** @param keys by kid; each verifies with its own algorithm only, whatever the token's header says */
const createTokenVerifier = (keys: ReadonlyMap<string, SigningKey>) => {
  // Where a token says its key is to be found (`jwk`, `jku`, `x5c`) is never looked at (RFC 8725 §3.10).
  const keyOf: JWTVerifyGetKey = ({ alg, kid, typ, crit }) => {
    // RFC 8725 §3.11 asks for an explicit type. `crit` (RFC 7515 §4.1.11) names extensions, and we know none.
    if (typeof kid !== "string" || typ !== "JWT" || crit !== undefined) throw new errors.JWSInvalid();
    const key = keys.get(kid);
    // RFC 8725 §3.1: the key decides the algorithm. A public key taken as an HMAC secret ends here.
    if (!key || key.alg !== alg) throw new errors.JWKSNoMatchingKey();
    return key.publicKey;
  };
  return async (token: string, { issuer }: { issuer: string }): Promise<TokenCheck> => {
    if (!isExact(token)) return { ok: false, defect: "malformed" };
    try {
      // Every `exp` lies behind 1970: whether the token has expired is the caller's to say.
      const { payload } = await jwtVerify(token, keyOf, { issuer, currentDate: new Date(0) });
      const claims = CLAIMS.safeParse(payload).data;
      return claims ? { ok: true, claims } : { ok: false, defect: "bad_claims" };
    } catch (error) {
      return { ok: false, defect: defectOf(error) };
    }
  };
};

export type SigningKeys = {
  /** A JWT signed with the first key. */
  sign(claims: TokenClaims): Promise<string>;
  /** Shape, signature and issuer. Expiry is the caller's to judge, with its own clock. */
  verify(token: string, options: { issuer: string }): Promise<TokenCheck>;
  /** RFC 7517 §5: the public keys, for /.well-known/jwks.json. */
  jwks(): { keys: JWK[] };
};

const parseKeys = (json: string): unknown[] => {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    // The parser's own message quotes the text, and the text is a private key.
    throw new SigningKeyError("TOKEN_SIGNING_KEYS", "is not JSON; expected an array of private JWKs");
  }
  if (!Array.isArray(value) || value.length === 0) {
    throw new SigningKeyError("TOKEN_SIGNING_KEYS", "must be an array with at least one private JWK");
  }
  return value;
};

/**
 * Reads TOKEN_SIGNING_KEYS: a JSON array of JWKs (RFC 7517). The first signs, all verify, so a key is rotated by
 * putting the new one in front and dropping the old one once its last token has expired.
 * @throws SigningKeyError naming the key by its place, never by its content
 */
export const loadSigningKeys = async (json: string): Promise<SigningKeys> => {
  const keys = new Map<string, SigningKey>();
  let signer: SigningKey | undefined;
  for (const [index, value] of parseKeys(json).entries()) {
    const place = `TOKEN_SIGNING_KEYS[${index}]`;
    const key = await importSigningKey(value, place);
    if (keys.has(key.kid)) throw new SigningKeyError(place, `repeats the kid "${key.kid}"`);
    keys.set(key.kid, key);
    signer ??= key;
  }
  const privateKey = signer?.privateKey;
  if (!signer || !privateKey) {
    throw new SigningKeyError("TOKEN_SIGNING_KEYS[0]", "signs the tokens, so it must be a private key");
  }
  const header = { alg: signer.alg, kid: signer.kid, typ: "JWT" };

  return {
    sign: (claims) =>
      new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
        .setProtectedHeader(header)
        .sign(privateKey),
    verify: createTokenVerifier(keys),
    jwks: () => ({ keys: [...keys.values()].map((key) => ({ ...key.publicJwk })) }),
  };
};
