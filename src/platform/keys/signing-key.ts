import { createPublicKey, generateKeyPair, type VerifyKeyObjectInput } from "node:crypto";
import { promisify } from "node:util";
import {
  CompactSign,
  type CryptoKey,
  calculateJwkThumbprint,
  compactVerify,
  importJWK,
  type JWK,
} from "jose";
import { z } from "zod";

/** A signing key that cannot be used. The message names its place and the reason and holds no key material. */
export class SigningKeyError extends Error {
  override readonly name = "SigningKeyError";

  constructor(place: string, reason: string) {
    super(`${place} ${reason}.`);
  }
}

/** One key, imported once: importing it again for every token would cost more than the signature. */
export type SigningKey = {
  kid: string;
  /** RFC 7638: the key itself, whatever the settings call it. */
  thumbprint: string;
  alg: string;
  /** For `crypto.verify`, with `digest`. */
  verifier: VerifyKeyObjectInput;
  /** Null: the algorithm has its own. */
  digest: string | null;
  /** Null for a key that only verifies. */
  privateKey: CryptoKey | null;
  /** What /.well-known/jwks.json shows of it. */
  publicJwk: JWK;
};

const octets = z.string().regex(/^[\w-]+$/, "expected base64url");
const member = octets.optional();

// What each key type publishes (RFC 7518 §6.2.1 and §6.3.1, RFC 8037 §2). Members are picked, not removed: an
// unforeseen private member cannot slip through. A symmetric key (`oct`) is not among the cases, so it is
// refused.
const PUBLIC_MEMBERS = z.discriminatedUnion("kty", [
  z.object({ kty: z.literal("EC"), crv: z.enum(["P-256", "P-384"]), x: octets, y: octets }),
  z.object({ kty: z.literal("OKP"), crv: z.literal("Ed25519"), x: octets }),
  z.object({ kty: z.literal("RSA"), n: octets.min(342, "expected at least 2048 bits"), e: octets }),
]);
const PRIVATE_MEMBERS = z.object({ d: member, p: member, q: member, dp: member, dq: member, qi: member });
const DESCRIPTION = z.object({
  kid: z.string().min(1).max(200).optional(),
  alg: z.string().optional(),
  use: z.literal("sig").optional(),
});

/** RFC 7518 §3.1, RFC 8037 §3.1: the one algorithm of each kind of key. Hence no `none` and no HS256. */
const ALGORITHMS = { "P-256": "ES256", "P-384": "ES384", Ed25519: "EdDSA", RSA: "RS256" } as const;

const parse = <T>(schema: z.ZodType<T>, value: unknown, place: string): T => {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const path = issue?.path.join(".") ?? "";
  throw new SigningKeyError(
    place,
    `is not an EC, OKP or RSA JWK (${path === "" ? "" : `${path}: `}${issue?.message})`,
  );
};

const importKey = async (
  jwk: z.infer<typeof PUBLIC_MEMBERS>,
  alg: string,
  place: string,
): Promise<CryptoKey> => {
  const key = await importJWK({ ...jwk }, alg).catch(() => null); // the cause may quote the key
  if (key === null) throw new SigningKeyError(place, `cannot be imported as an ${alg} key`);
  return key;
};

const DIGESTS: Readonly<Record<string, string>> = { ES256: "sha256", ES384: "sha384", RS256: "sha256" };

/** Signs and verifies once, so that the halves of two different pairs are found at start, not by the first customer. */
const assertPair = async (privateKey: CryptoKey, publicKey: CryptoKey, alg: string, place: string) => {
  try {
    const probe = await new CompactSign(new Uint8Array(1)).setProtectedHeader({ alg }).sign(privateKey);
    await compactVerify(probe, publicKey, { algorithms: [alg] });
  } catch {
    throw new SigningKeyError(place, "does not work: its private and public members are not one pair");
  }
};

/**
 * Imports one JWK (RFC 7517). Its `alg` must fit the key and may be left out; its `kid` is the RFC 7638 thumbprint
 * by default.
 * @param place names the key in error messages
 * @throws SigningKeyError
 */
export const importSigningKey = async (value: unknown, place: string): Promise<SigningKey> => {
  const publicMembers = parse(PUBLIC_MEMBERS, value, place);
  const description = parse(DESCRIPTION, value, place);
  const privateMembers = parse(PRIVATE_MEMBERS, value, place);
  const alg = ALGORITHMS[publicMembers.kty === "RSA" ? "RSA" : publicMembers.crv];
  if (description.alg !== undefined && description.alg !== alg) {
    throw new SigningKeyError(place, `says alg "${description.alg}" but holds a key for ${alg}`);
  }
  const publicKey = await importKey(publicMembers, alg, place);
  const privateKey =
    privateMembers.d === undefined
      ? null
      : await importKey({ ...privateMembers, ...publicMembers }, alg, place);
  if (privateKey) await assertPair(privateKey, publicKey, alg, place);
  const thumbprint = await calculateJwkThumbprint(publicMembers);
  const kid = description.kid ?? thumbprint;
  // RFC 7518 §3.4: a signature is its two numbers, one after the other.
  const verifier = {
    key: createPublicKey({ key: { ...publicMembers }, format: "jwk" }),
    dsaEncoding: "ieee-p1363",
  } as const;
  const digest = DIGESTS[alg] ?? null;
  const publicJwk: JWK = { ...publicMembers, kid, alg, use: "sig" };
  return { kid, thumbprint, alg, verifier, digest, privateKey, publicJwk };
};

const generate = promisify(generateKeyPair);

/** A private JWK with its public half; the thumbprint (RFC 7638) is its `kid`. */
export type NewSigningJwk = { kid: string; alg: "RS256" | "ES256"; use: "sig"; [member: string]: unknown };

/** Makes a key for one algorithm: RSA of 2048 bits, or P-256. It takes a moment. */
export const newSigningJwk = async (alg: NewSigningJwk["alg"]): Promise<NewSigningJwk> => {
  const { privateKey } =
    alg === "RS256"
      ? await generate("rsa", { modulusLength: 2048 })
      : await generate("ec", { namedCurve: "P-256" });
  const jwk = privateKey.export({ format: "jwk" });
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg, use: "sig" };
};

/** What everyone may know about a key (RFC 7518 §6.2.1). Members are picked, as above. */
export const publicPartOf = (key: NewSigningJwk): JWK & { kid: string; kty: string } => {
  const { kid, alg, use } = key;
  return { ...PUBLIC_MEMBERS.parse(key), kid, alg, use };
};

/**
 * A JWS in compact form with claims as its content (RFC 7515 §3.1).
 * @param header its `typ` says what it is, so that it is never taken for something else (RFC 8725 §3.11)
 */
export const signCompact = (
  header: { alg: string; kid: string; typ: string },
  key: CryptoKey | JWK,
  claims: object,
): Promise<string> =>
  new CompactSign(new TextEncoder().encode(JSON.stringify(claims))).setProtectedHeader(header).sign(key);

/** Signs claims as a compact JWS of this `typ`, with a key as it is stored. */
export const signTyped = (key: NewSigningJwk, typ: string, claims: object): Promise<string> =>
  signCompact({ alg: key.alg, kid: key.kid, typ }, { ...key }, claims);
