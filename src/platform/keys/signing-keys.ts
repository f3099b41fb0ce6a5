import { hash, verify } from "node:crypto";
import { promisify } from "node:util";
import type { JWK } from "jose";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { TokenClaims } from "#core/claims.ts";
import { jsonIn } from "#core/json.ts";
import { type HeldSecret, holdSecret } from "./held-secret.ts";
import { importSigningKey, type SigningKey, SigningKeyError, signCompact } from "./signing-key.ts";

/** Why a token is not one of this service's. Outside callers learn only that it is not. */
type TokenDefect = "malformed" | "unknown_key" | "bad_signature" | "bad_claims" | "wrong_issuer";

/** Either claims that this service signed (perhaps long ago: `exp` is not judged here), or the defect. */
type TokenCheck = { ok: true; claims: TokenClaims } | { ok: false; defect: TokenDefect };

const MAX_CHARACTERS = 4_096; // this service's have some 700; nothing longer is worth a hash
const KNOWN_TOKENS = 5_000; // less than 5 MB

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

const verifyAside = promisify(verify);

/** Base64url that is the only text of its bytes: a changed character must never go unnoticed. */
const decodeExactly = (part: string): Buffer | null => {
  const bytes = Buffer.from(part, "base64url");
  return part !== "" && bytes.toString("base64url") === part ? bytes : null;
};

// RFC 8725 §3.11 asks for an explicit type. `crit` (RFC 7515 §4.1.11) names extensions, and we know none. A
// token's hints about where to find its key (`jwk`, `jku`, `x5c`) are ignored (RFC 8725 §3.10).
const HEADER = z.object({
  typ: z.literal("JWT"),
  kid: z.string(),
  alg: z.string(),
  crit: z.undefined().exactOptional(),
});

/**
 * Checking a signature takes 100 µs in Node's thread pool, so that other requests are answered in the
 * meantime; WebCrypto is not used, because its detour costs as much again.
 *
 * A valid signature stays valid while the process has its keys, so the claims of a token are kept under the
 * hash of its whole text: a gate that asks again at every page costs two microseconds instead of
 * 150. Whether the token is revoked or has expired is not kept here. Refused tokens are not kept either:
 * their sender chooses how many there are.
 * @param keys by kid; each verifies with its own algorithm only, whatever the token's header says
 */
const createTokenVerifier = (keys: ReadonlyMap<string, SigningKey>) => {
  const known = new LRUCache<string, TokenCheck & { ok: true }>({ max: KNOWN_TOKENS });

  const checkSignature = async (token: string): Promise<TokenCheck> => {
    const failed = (defect: TokenDefect): TokenCheck => ({ ok: false, defect });
    const texts = token.split(".");
    const parts = texts.map(decodeExactly);
    const [head, body, signature] = parts;
    if (parts.length !== 3 || !head || !body || !signature) return failed("malformed");
    const header = HEADER.safeParse(jsonIn(head)).data;
    if (!header) return failed("malformed");
    const key = keys.get(header.kid);
    // RFC 8725 §3.1: the key decides the algorithm. A public key taken as an HMAC secret ends here.
    if (!key || key.alg !== header.alg) return failed("unknown_key");
    const signed = Buffer.from(`${texts[0]}.${texts[1]}`);
    const isGood = await verifyAside(key.digest, signed, key.verifier, signature);
    if (!isGood) return failed("bad_signature");
    const claims = CLAIMS.safeParse(jsonIn(body)).data;
    return claims ? { ok: true, claims: Object.freeze(claims) } : failed("bad_claims");
  };

  return async (token: string, { issuer }: { issuer: string }): Promise<TokenCheck> => {
    if (token.length > MAX_CHARACTERS) return { ok: false, defect: "malformed" };
    const digest = hash("sha256", token, "base64");
    const found = known.get(digest) ?? (await checkSignature(token));
    if (!found.ok) return found;
    known.set(digest, found);
    return found.claims.iss === issuer ? found : { ok: false, defect: "wrong_issuer" };
  };
};

const parseKeys = (json: string): unknown[] => {
  const value = jsonIn(json);
  // Without the parser's own message: it quotes the text, and the text is a private key.
  if (value === undefined)
    throw new SigningKeyError("TOKEN_SIGNING_KEYS", "is not JSON; expected an array of private JWKs");
  if (!Array.isArray(value) || value.length === 0) {
    throw new SigningKeyError("TOKEN_SIGNING_KEYS", "must be an array with at least one private JWK");
  }
  return value;
};

type Signer = {
  privateKey: NonNullable<SigningKey["privateKey"]>;
  header: { alg: string; kid: string; typ: string };
};

/**
 * Reads TOKEN_SIGNING_KEYS: a JSON array of JWKs (RFC 7517). The first signs unless `held` is set to another one; all verify.
 * How a key is rotated: docs/operations.md, TOKEN_SIGNING_KEYS.
 * @throws SigningKeyError naming the key by its place, never by its content
 */
export const loadSigningKeys = async (json: string) => {
  const keys = new Map<string, SigningKey>();
  for (const [index, value] of parseKeys(json).entries()) {
    const place = `TOKEN_SIGNING_KEYS[${index}]`;
    const key = await importSigningKey(value, place);
    if (keys.has(key.kid)) throw new SigningKeyError(place, `repeats the kid "${key.kid}"`);
    keys.set(key.kid, key);
  }
  const all = [...keys.values()];
  if (!all[0]?.privateKey) {
    throw new SigningKeyError("TOKEN_SIGNING_KEYS[0]", "signs the tokens, so it must be a private key");
  }
  const signers = new Map<string, Signer>();
  for (const { thumbprint, kid, alg, privateKey } of all)
    if (privateKey && !signers.has(thumbprint))
      signers.set(thumbprint, { privateKey, header: { alg, kid, typ: "JWT" } });
  const signer = holdSecret(
    signers,
    all.map(({ thumbprint }) => thumbprint),
  );
  const held: HeldSecret = signer;

  return {
    /** A JWT signed with the key that is written with. */
    sign: (claims: TokenClaims): Promise<string> => {
      const { header, privateKey } = signer.current();
      return signCompact(header, privateKey, claims);
    },
    /** The `kid` of the key that signs now. */
    signerKid: (): string => signer.current().header.kid,
    /** The keys by their thumbprints (RFC 7638). */
    held,
    /** Shape, signature and issuer. Expiry is the caller's to judge, with its own clock. */
    verify: createTokenVerifier(keys),
    /** RFC 7517 §5: the public keys, for /.well-known/jwks.json. */
    jwks: (): { keys: JWK[] } => ({ keys: all.map((key) => ({ ...key.publicJwk })) }),
  };
};

export type SigningKeys = Awaited<ReturnType<typeof loadSigningKeys>>;
