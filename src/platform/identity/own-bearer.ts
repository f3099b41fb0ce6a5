import { createPrivateKey, createPublicKey } from "node:crypto";
import { decodeProtectedHeader, SignJWT } from "jose";
import { checkJwt } from "./check-jwt.ts";

const LIFETIME_SECONDS = 300;
const ALGORITHM = "EdDSA";
// RFC 8725 §3.11: a type of its own. Verification tokens are `JWT`, have another issuer, and another key.
const TYPE = "lintel-console+jwt";
export const OWN_BEARER_AUDIENCE = "urn:lintel:console";

// RFC 8410 §7: what stands before the 32 bytes of an Ed25519 key in PKCS #8.
const PKCS8_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");

export type OwnBearers = {
  issue(subject: string): Promise<{ bearer: string; bearerExpiresAt: number }>;
  /** Whether it says that it is one of ours. */
  isOurs(bearer: string): boolean;
  /** The subject of one of ours that has not expired; null for any other. */
  verify(bearer: string): Promise<string | null>;
};

const typeOf = (jwt: string): string | undefined => {
  try {
    return decodeProtectedHeader(jwt).typ;
  } catch {
    return undefined;
  }
};

/**
 * Short-lived JWTs for the console's own calls, where the identity provider issues none that would do.
 * @param options.seed 32 secret bytes, the same in every process; the key made of them signs nothing else
 * @param options.issuer differs from the issuer of verification tokens
 */
export const createOwnBearers = (options: {
  seed: Uint8Array;
  issuer: string;
  now: () => Date;
}): OwnBearers => {
  const { seed, issuer, now } = options;
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8_HEAD, seed]),
    format: "der",
    type: "pkcs8",
  });
  const publicKey = createPublicKey(privateKey);
  const expected = { issuer, audience: OWN_BEARER_AUDIENCE, algorithms: [ALGORITHM], typ: TYPE, now };
  return {
    issue: async (subject) => {
      const issuedAtSeconds = Math.floor(now().getTime() / 1000);
      const bearerExpiresAt = issuedAtSeconds + LIFETIME_SECONDS;
      const bearer = await new SignJWT()
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
        .setIssuer(issuer)
        .setAudience(OWN_BEARER_AUDIENCE)
        .setSubject(subject)
        .setIssuedAt(issuedAtSeconds)
        .setExpirationTime(bearerExpiresAt)
        .sign(privateKey);
      return { bearer, bearerExpiresAt };
    },
    isOurs: (bearer) => typeOf(bearer) === TYPE,
    verify: async (bearer) => {
      const { jwt } = await checkJwt(bearer, async () => publicKey, expected);
      return jwt?.subject ?? null;
    },
  };
};
