import type { JWK } from "jose";
import { CompactSign } from "jose";
import type { TokenClaims } from "#core/claims.ts";
import { importSigningKey, type SigningKey, SigningKeyError } from "#platform/signing-key.ts";
import { createTokenVerifier, type TokenCheck } from "#platform/verify-token.ts";

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
