import { compactVerify } from "jose";
import { z } from "zod";
import type { TokenClaims } from "#core/claims.ts";
import type { SigningKey } from "#platform/signing-key.ts";

/** Why a token is not one of ours. Callers outside are told only that it is not. */
export type TokenDefect = "malformed" | "unknown_key" | "bad_signature" | "bad_claims" | "wrong_issuer";

/** Either claims that this service signed (perhaps long ago: `exp` is not judged here), or the defect. */
export type TokenCheck = { ok: true; claims: TokenClaims } | { ok: false; defect: TokenDefect };

const MAX_CHARACTERS = 4_096; // ours have some 700; nothing longer is worth a hash

// RFC 8725 §3.11 asks for an explicit type. `crit` (RFC 7515 §4.1.11) names extensions, and we know none. Where a
// token says its key is to be found (`jwk`, `jku`, `x5c`) is never looked at (RFC 8725 §3.10).
const HEADER = z.object({
  alg: z.string(),
  kid: z.string(),
  typ: z.literal("JWT"),
  crit: z.undefined().optional(),
});

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

/** Decodes base64url only if no other text decodes to the same bytes: a changed character must never go unnoticed. */
const decodeExactly = (part: string): Buffer | null => {
  const bytes = Buffer.from(part, "base64url");
  return part !== "" && bytes.toString("base64url") === part ? bytes : null;
};

const parseJson = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
};

const readHeader = (token: string): z.infer<typeof HEADER> | null => {
  if (token.length > MAX_CHARACTERS) return null;
  const parts = token.split(".").map(decodeExactly);
  const [first] = parts;
  if (parts.length !== 3 || !first || parts.includes(null)) return null;
  return HEADER.safeParse(parseJson(first)).data ?? null;
};

/** @param keys by kid; each verifies with its own algorithm only, whatever the token's header says */
export const createTokenVerifier =
  (keys: ReadonlyMap<string, SigningKey>) =>
  async (token: string, options: { issuer: string }): Promise<TokenCheck> => {
    const header = readHeader(token);
    if (!header) return { ok: false, defect: "malformed" };
    const key = keys.get(header.kid);
    // RFC 8725 §3.1: the key decides the algorithm. A public key taken as an HMAC secret ends here.
    if (!key || key.alg !== header.alg) return { ok: false, defect: "unknown_key" };
    const verified = await compactVerify(token, key.publicKey, { algorithms: [key.alg] }).catch(() => null);
    if (!verified) return { ok: false, defect: "bad_signature" };
    const claims = CLAIMS.safeParse(parseJson(verified.payload)).data;
    if (!claims) return { ok: false, defect: "bad_claims" };
    if (claims.iss !== options.issuer) return { ok: false, defect: "wrong_issuer" };
    return { ok: true, claims };
  };
