import { createHash, type KeyObject } from "node:crypto";
import { isJsonObject, type JsonObject } from "@lintel/age";
import { member } from "../bytes.ts";
import { JOSE_HOLDER_ALGORITHMS, JOSE_ISSUER_ALGORITHMS, p256Key } from "../cose/keys.ts";
import { checkJws, type Jws, x5cOf } from "../jws.ts";
import { CLOCK_SKEW_MS } from "../limits.ts";
import { accept, PASSED, type Result, refuse } from "../result.ts";
import type { TrustAnchor } from "../trust/anchor.ts";
import { type ChainContext, checkChain } from "../trust/check-chain.ts";
import { disclose, readDisclosures, SD_HASHES } from "./disclosures.ts";
import { readSdJwt, type SdJwtPresentation } from "./read-sd-jwt.ts";

/** SD-JWT VC §3.2.1; `vc+sd-jwt` was its name until 2024, and some wallets still have it. */
const TYPES = new Set<unknown>(["dc+sd-jwt", "vc+sd-jwt"]);

type IssuerKey = { key: KeyObject; anchor: TrustAnchor };

/** Finds the issuer's key by the chain in the header, which HAIP 1.0 §6.1.1 prescribes. */
export const issuerKeyFromChain = (jws: Jws, context: ChainContext): Result<IssuerKey> => {
  const chain = x5cOf(jws);
  if (!chain) return refuse("x5chain_malformed");
  const signer = checkChain(chain, context);
  if (!signer.ok) return signer;
  return accept({ key: signer.value.certificate.x509.publicKey, anchor: signer.value.anchor });
};

/** Checks the credential's issuer and signature. */
const checkIssuerJwt = (jws: Jws, findKey: (jws: Jws) => Result<IssuerKey>): Result<TrustAnchor> => {
  if (!TYPES.has(member(jws.header, "typ"))) return refuse("sd_jwt_type");
  const found = findKey(jws);
  if (!found.ok) return found;
  const { key, anchor } = found.value;
  const signed = checkJws(jws, { key, algorithms: JOSE_ISSUER_ALGORITHMS, code: "issuer_signature" });
  return signed.ok ? accept(anchor) : signed;
};

/**
 * RFC 9901 §7.3 step 5 leaves the window to the verifier. A person needs a minute; a saved answer would take
 * longer.
 */
const MAX_AGE_MS = 10 * 60_000;

/** RFC 7800 §3.2: the key to which the issuer bound the credential; only P-256. */
const holderKey = (claims: JsonObject): Result<KeyObject> => {
  const cnf = member(claims, "cnf");
  const jwk = isJsonObject(cnf) ? member(cnf, "jwk") : undefined;
  if (!isJsonObject(jwk)) return refuse("sd_jwt_confirmation");
  const [kty, crv, x, y] = ["kty", "crv", "x", "y"].map((name) => member(jwk, name));
  if (kty !== "EC" || crv !== "P-256" || typeof x !== "string" || typeof y !== "string") {
    return refuse("sd_jwt_confirmation");
  }
  return p256Key(x, y, "sd_jwt_confirmation");
};

/**
 * RFC 9901 §7.3 step 5: the holder's key has just signed this request's nonce, for us, over these
 * disclosures.
 */
const checkKeyBinding = (
  { keyBinding, hashedPart }: SdJwtPresentation,
  claims: JsonObject,
  { nonce, audience, now, hash }: Pick<SdJwtContext, "nonce" | "audience" | "now"> & { hash: string },
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

/** RFC 7519 §2, NumericDate: seconds. @returns milliseconds; null when it is present but not a number */
const instant = (value: unknown): number | undefined | null => {
  if (value === undefined) return undefined;
  return typeof value === "number" && Number.isFinite(value) ? value * 1000 : null;
};

/**
 * RFC 7519 §4.1.4 to §4.1.6, SD-JWT VC §3.2.2.2: all are optional; a malformed one is not "absent". A
 * credential issued tomorrow comes from a clock or a person that cannot be believed today.
 */
const checkValidity = (claims: JsonObject, now: Date): Result<null> => {
  const notBefore = instant(member(claims, "nbf"));
  const expires = instant(member(claims, "exp"));
  const issued = instant(member(claims, "iat"));
  if (notBefore === null || expires === null || issued === null) return refuse("sd_jwt_malformed");
  const starts = Math.max(notBefore ?? 0, issued ?? 0);
  if (now.getTime() < starts - CLOCK_SKEW_MS) return refuse("not_yet_valid");
  const isOver = expires !== undefined && now.getTime() >= expires + CLOCK_SKEW_MS;
  return isOver ? refuse("expired") : PASSED;
};

export type SdJwtContext = {
  vct: string;
  nonce: string;
  /** The client id with its prefix, or `origin:` and the origin (OpenID4VP 1.0 §B.3.6 and §A.4). */
  audience: string;
  now: Date;
  /** How the issuer's key is found and trusted. */
  findKey: (jws: Jws) => Result<IssuerKey>;
};

/** RFC 9901 §7.3 with SD-JWT VC's rules: everything that makes a presentation genuine, in a fixed order. */
export const verifySdJwt = (
  text: string,
  context: SdJwtContext,
): Result<{ claims: JsonObject; anchor: TrustAnchor }> => {
  const presentation = readSdJwt(text);
  if (!presentation.ok) return presentation;
  const { issuerJwt, disclosures: texts } = presentation.value;

  const issuer = checkIssuerJwt(issuerJwt, context.findKey);
  if (!issuer.ok) return issuer;

  const hash = SD_HASHES.get(member(issuerJwt.payload, "_sd_alg"));
  if (hash === undefined) return refuse("digest_algorithm");
  const disclosures = readDisclosures(texts, hash);
  if (!disclosures.ok) return disclosures;
  const disclosed = disclose(issuerJwt.payload, disclosures.value);
  if (!disclosed.ok) return disclosed;
  const claims = disclosed.value;

  if (member(claims, "vct") !== context.vct) return refuse("sd_jwt_vct");
  const valid = checkValidity(claims, context.now);
  if (!valid.ok) return valid;
  const bound = checkKeyBinding(presentation.value, claims, { ...context, hash });
  return bound.ok ? accept({ claims, anchor: issuer.value }) : bound;
};
