import { type JsonObject, member } from "../json.ts";
import { accept, type Result, refuse } from "../result.ts";
import type { TrustAnchor } from "../trust/anchor.ts";
import { checkIssuerJwt, type IssuerKey } from "./check-issuer-jwt.ts";
import { checkKeyBinding } from "./check-key-binding.ts";
import { checkValidity } from "./check-validity.ts";
import { disclose } from "./disclose.ts";
import { readDisclosures, SD_HASHES } from "./disclosures.ts";
import type { Jws } from "./jws.ts";
import { readSdJwt } from "./read-sd-jwt.ts";

export type SdJwtContext = {
  vct: string;
  nonce: string;
  /** The client id with its prefix, or `origin:` and the origin (OpenID4VP 1.0 §B.3.6 and §A.4). */
  audience: string;
  now: Date;
  /** How the issuer's key is found and trusted. */
  findKey: (jws: Jws) => Result<IssuerKey>;
};

export type VerifiedSdJwt = { claims: JsonObject; anchor: TrustAnchor };

/** RFC 9901 §7.3 with SD-JWT VC's rules: everything that makes a presentation true, in a fixed order. */
export const verifySdJwt = (text: string, context: SdJwtContext): Result<VerifiedSdJwt> => {
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
