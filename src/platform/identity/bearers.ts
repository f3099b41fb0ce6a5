import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { decodeProtectedHeader, type JWTPayload, type JWTVerifyGetKey, SignJWT } from "jose";
import { epochSeconds } from "#core/day.ts";
import type { JwtFault } from "#core/sign-in-refusal.ts";
import { ALGORITHMS, type CheckedJwt, checkJwt, type GenuineJwt } from "./check-jwt.ts";

const textIn = (payload: JWTPayload, name: string): string | null => {
  const value = payload[name];
  return typeof value === "string" && value !== "" ? value : null;
};

/** RFC 9068 §2.2: client_id. Older providers use azp (Keycloak, Auth0), appid (Entra v1) or cid (Okta). */
const clientOf = (payload: JWTPayload): string | null =>
  ["client_id", "azp", "appid", "cid"].map((name) => textIn(payload, name)).find((name) => name !== null) ??
  null;

// What id_tokens and logout tokens have and access tokens do not (OpenID Connect Core 1.0 §2, Back-Channel
// Logout 1.0 §2.4). Keycloak names the type of its access tokens, and some of them carry the nonce.
const looksOtherwise = (payload: JWTPayload): boolean =>
  payload.typ === undefined
    ? ["nonce", "at_hash", "c_hash", "s_hash"].some((name) => payload[name] !== undefined)
    : payload.typ !== "Bearer";

/**
 * RFC 9068 §4: `at+jwt`. Other providers call every token `JWT`: there, a token with the marks of another
 * kind is refused (RFC 8725 §3.12).
 */
const accessTokenFault = ({ header, payload }: GenuineJwt, clientIds: readonly string[]): JwtFault | null => {
  const type = header.typ?.toLowerCase().replace(/^application\//, "") ?? "jwt";
  if (payload.events !== undefined || (type !== "at+jwt" && type !== "jwt")) return "type";
  if (type === "jwt" && looksOtherwise(payload)) return "type";
  const client = clientOf(payload);
  if (client === null) return type === "at+jwt" ? "claims" : null;
  return clientIds.includes(client) ? null : "client";
};

/**
 * A JWT access token for this console's audience, issued to a client that may use it.
 * @throws ServiceError SERVICE_UNAVAILABLE: the keys cannot be fetched
 */
export const readAccessToken = async (
  token: string,
  keys: JWTVerifyGetKey,
  expected: { issuer: string; audience: string; clientIds: readonly string[]; now: () => Date },
): Promise<CheckedJwt> => {
  const { clientIds, ...rest } = expected;
  const checked = await checkJwt(token, keys, { ...rest, algorithms: ALGORITHMS });
  if (checked.fault !== null) return checked;
  const fault = accessTokenFault(checked.jwt, clientIds);
  return fault === null ? checked : { fault, jwt: null };
};

const LIFETIME_SECONDS = 300;
const ALGORITHM = "EdDSA";
// RFC 8725 §3.11: a separate type. Verification tokens are `JWT` and have another issuer and key.
const TYPE = "lintel-console+jwt";
const OWN_BEARER_AUDIENCE = "urn:lintel:console";

// RFC 8410 §7: what precedes the 32 bytes of an Ed25519 key in PKCS #8.
const PKCS8_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");

const keyOf = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: "der", type: "pkcs8" });

const typeOf = (jwt: string): string | undefined => {
  try {
    return decodeProtectedHeader(jwt).typ;
  } catch {
    return undefined;
  }
};

/**
 * Short-lived JWTs for the console's calls, for identity providers whose own tokens are unsuitable.
 * @param options.seeds returns 32 secret bytes each, which every process knows; only the first one's key signs
 * @param options.issuer differs from the issuer of verification tokens
 */
export const createOwnBearers = (options: {
  seeds: () => readonly Uint8Array[];
  issuer: string;
  now: () => Date;
}) => {
  const { seeds, issuer, now } = options;
  // Which one is first can change while the process runs; making a key takes longer than signing with it.
  const known = new Map<string, { privateKey: KeyObject; publicKey: KeyObject }>();
  const keysNow = () =>
    seeds().map((seed) => {
      const name = Buffer.from(seed).toString("base64url");
      const found = known.get(name);
      if (found) return found;
      const privateKey = keyOf(seed);
      const made = { privateKey, publicKey: createPublicKey(privateKey) };
      known.set(name, made);
      return made;
    });
  const expected = { issuer, audience: OWN_BEARER_AUDIENCE, algorithms: [ALGORITHM], typ: TYPE, now };
  return {
    issue: async (subject: string) => {
      const [signer] = keysNow();
      if (!signer) throw new RangeError("Bearers need a seed.");
      const issuedAtSeconds = epochSeconds(now());
      const bearerExpiresAt = issuedAtSeconds + LIFETIME_SECONDS;
      const bearer = await new SignJWT()
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
        .setIssuer(issuer)
        .setAudience(OWN_BEARER_AUDIENCE)
        .setSubject(subject)
        .setIssuedAt(issuedAtSeconds)
        .setExpirationTime(bearerExpiresAt)
        .sign(signer.privateKey);
      return { bearer, bearerExpiresAt };
    },
    /** Whether a bearer claims to be one of these. */
    isOurs: (bearer: string): boolean => typeOf(bearer) === TYPE,
    /** The subject of a valid bearer that has not expired; null for any other. */
    verify: async (bearer: string): Promise<string | null> => {
      for (const { publicKey } of keysNow()) {
        const { jwt } = await checkJwt(bearer, async () => publicKey, expected);
        if (jwt) return jwt.subject;
      }
      return null;
    },
  };
};

export type OwnBearers = ReturnType<typeof createOwnBearers>;
