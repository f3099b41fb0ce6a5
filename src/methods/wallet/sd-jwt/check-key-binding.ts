import { createHash, createPublicKey, type KeyObject } from "node:crypto";
import { JOSE_HOLDER_ALGORITHMS } from "../cose/algorithms.ts";
import { isJsonObject, type JsonObject, member } from "../json.ts";
import { CLOCK_SKEW_MS } from "../limits.ts";
import { attempt, PASSED, type Result, refuse } from "../result.ts";
import { checkJws } from "./jws.ts";
import type { SdJwtPresentation } from "./read-sd-jwt.ts";

/** RFC 9901 §7.3 step 5 leaves the window to the verifier. A person needs a minute; a saved answer needs longer. */
const MAX_AGE_MS = 10 * 60_000;

export type KeyBindingContext = { nonce: string; audience: string; now: Date; hash: string };

/** RFC 7800 §3.2: the key that the issuer bound the credential to, P-256 alone. */
const holderKey = (claims: JsonObject): Result<KeyObject> => {
  const cnf = member(claims, "cnf");
  const jwk = isJsonObject(cnf) ? member(cnf, "jwk") : undefined;
  if (!isJsonObject(jwk)) return refuse("sd_jwt_confirmation");
  const [kty, crv, x, y] = ["kty", "crv", "x", "y"].map((name) => member(jwk, name));
  if (kty !== "EC" || crv !== "P-256" || typeof x !== "string" || typeof y !== "string") {
    return refuse("sd_jwt_confirmation");
  }
  return attempt(() => createPublicKey({ format: "jwk", key: { kty, crv, x, y } }), "sd_jwt_confirmation");
};

/** RFC 9901 §7.3 step 5: the holder's key signed this request's nonce, for us, over these disclosures, just now. */
export const checkKeyBinding = (
  { keyBinding, hashedPart }: SdJwtPresentation,
  claims: JsonObject,
  { nonce, audience, now, hash }: KeyBindingContext,
): Result<null> => {
  if (member(keyBinding.header, "typ") !== "kb+jwt") return refuse("key_binding_type");
  const key = holderKey(claims);
  if (!key.ok) return key;
  const signed = checkJws(keyBinding, {
    key: key.value,
    algorithms: JOSE_HOLDER_ALGORITHMS,
    code: "key_binding_signature",
  });
  if (!signed.ok) return signed;
  const { payload } = keyBinding;
  if (member(payload, "nonce") !== nonce) return refuse("key_binding_nonce");
  // §4.3: a single string, not a list of audiences
  if (member(payload, "aud") !== audience) return refuse("key_binding_audience");
  const sdHash = createHash(hash).update(hashedPart).digest("base64url");
  if (member(payload, "sd_hash") !== sdHash) return refuse("key_binding_hash");
  const issuedAt = member(payload, "iat");
  const ageMs = typeof issuedAt === "number" ? now.getTime() - issuedAt * 1000 : Number.NaN;
  return ageMs >= -CLOCK_SKEW_MS && ageMs <= MAX_AGE_MS ? PASSED : refuse("key_binding_time");
};
