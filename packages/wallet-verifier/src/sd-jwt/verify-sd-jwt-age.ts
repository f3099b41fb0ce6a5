import { isJsonObject } from "@lintel/age";
import { member } from "../bytes.ts";
import type { SdJwtType } from "../credential-type.ts";
import { type AskedAges, agesIn, proofFrom, type WalletProof } from "../proof.ts";
import type { Result } from "../result.ts";
import type { VerifiedCredential } from "../status/status-claim.ts";
import type { TrustAnchor } from "../trust/anchor.ts";
import { issuerKeyFromChain, type SdJwtContext, verifySdJwt } from "./verify-sd-jwt.ts";

const thresholdIn = (name: string): number | null => (/^[1-9]\d?$/.test(name) ? Number(name) : null);

/** Claims that every SD-JWT VC has undisclosed; apart from the ages, anything else was disclosed unasked. */
const OPEN_CLAIMS = new Set(["iss", "iat", "nbf", "exp", "cnf", "vct", "vct#integrity", "status", "_sd_alg"]);

/** Verifies an SD-JWT VC with key binding and answers the one question for which it was requested. */
export const verifySdJwtAge = (
  text: string,
  context: Omit<SdJwtContext, "vct" | "findKey"> &
    AskedAges & {
      type: SdJwtType;
      anchors: readonly TrustAnchor[];
      onVerified?: ((credential: VerifiedCredential) => void) | undefined;
    },
): Result<WalletProof> => {
  const { type, minimumAge, thresholds, anchors, onVerified, ...binding } = context;
  const chain = { credentialType: type.type, anchors, now: binding.now };
  const verified = verifySdJwt(text, {
    ...binding,
    vct: type.type,
    findKey: (jws) => issuerKeyFromChain(jws, chain),
  });
  if (!verified.ok) return verified;
  const { claims, anchor } = verified.value;
  onVerified?.({ format: "dc+sd-jwt", anchor, status: member(claims, "status") });
  const disclosedMore = Object.keys(claims).some((name) => name !== type.ageClaim && !OPEN_CLAIMS.has(name));
  const ages = member(claims, type.ageClaim);
  const attestations = agesIn(isJsonObject(ages) ? Object.entries(ages) : [], thresholdIn);
  return proofFrom({ attestations, disclosedMore, anchor }, { minimumAge, thresholds });
};
