import { fromBase64Url } from "./bytes.ts";
import type { CredentialType } from "./credential-type.ts";
import type { JsonObject } from "./json.ts";
import { verifyMdocAge } from "./mdoc/verify-mdoc-age.ts";
import { readVpToken } from "./openid4vp/read-vp-token.ts";
import type { WalletProof } from "./proof.ts";
import { type Result, refuse } from "./result.ts";
import { verifySdJwtAge } from "./sd-jwt/verify-sd-jwt-age.ts";
import type { SessionTranscript } from "./transcript/handover.ts";
import type { TrustAnchor } from "./trust/anchor.ts";

/** What a presentation in any OpenID4VP channel is checked against. */
export type PresentationContext = {
  types: readonly CredentialType[];
  minimumAge: number;
  /** For mdocs. */
  transcript: SessionTranscript;
  /** For SD-JWTs. */
  nonce: string;
  audience: string;
  anchors: readonly TrustAnchor[];
  now: Date;
};

/** The one presentation in an answer's parameters, verified by its format. */
export const verifyPresentation = (
  parameters: JsonObject,
  context: PresentationContext,
): Result<WalletProof> => {
  const token = readVpToken(parameters, context.types);
  if (!token.ok) return token;
  const { type, presentation } = token.value;
  const { minimumAge, anchors, now } = context;
  if (type.format === "dc+sd-jwt") {
    const { nonce, audience } = context;
    return verifySdJwtAge(presentation, { type, minimumAge, nonce, audience, anchors, now });
  }
  const bytes = fromBase64Url(presentation);
  if (!bytes) return refuse("vp_token_malformed");
  const { transcript } = context;
  // The answer is to one query: a licence under the id of another credential is not an answer to it.
  return verifyMdocAge(bytes, { types: [type], minimumAge, transcript, anchors, now });
};
