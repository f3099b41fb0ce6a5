import type { DcApiExpectation, IsoMdocExpectation } from "./expectation.ts";
import { openIsoMdocResponse } from "./iso-mdoc/open-response.ts";
import { type JsonObject, member } from "./json.ts";
import { MAX_DOCUMENTS } from "./limits.ts";
import { verifyMdocAge } from "./mdoc/verify-mdoc-age.ts";
import { checkNoError } from "./openid4vp/check-parameters.ts";
import { decryptResponse } from "./openid4vp/decrypt-response.ts";
import type { WalletProof } from "./proof.ts";
import { type Result, refuse } from "./result.ts";
import { jwkThumbprint } from "./transaction-key.ts";
import { dcApiTranscript } from "./transcript/dc-api.ts";
import { isoMdocTranscript } from "./transcript/iso-mdoc.ts";
import type { TrustAnchor } from "./trust/anchor.ts";
import { verifyPresentation } from "./verify-presentation.ts";

type Context = { anchors: readonly TrustAnchor[]; now: Date };

/**
 * OpenID4VP 1.0 §A.4, `dc_api.jwt`, for signed and unsigned requests alike.
 * @param data the credential's `data`, as the browser gave it to the page
 */
export const verifyDcApi = async (
  data: JsonObject,
  expectation: DcApiExpectation,
  { anchors, now }: Context,
): Promise<Result<WalletProof>> => {
  const declined = checkNoError(data);
  if (!declined.ok) return declined;
  const jwe = member(data, "response");
  if (typeof jwe !== "string") return refuse("encryption_missing");
  const parameters = await decryptResponse(jwe, expectation.key);
  if (!parameters.ok) return parameters;
  const declinedInside = checkNoError(parameters.value);
  if (!declinedInside.ok) return declinedInside;
  const { origin, nonce, types, minimumAge, key } = expectation;
  return verifyPresentation(parameters.value, {
    types,
    minimumAge,
    transcript: dcApiTranscript({ origin, nonce, thumbprint: jwkThumbprint(key.publicJwk) }),
    nonce,
    // §A.4: the origin with this prefix, for signed requests too
    audience: `origin:${origin}`,
    anchors,
    now,
  });
};

/** ISO/IEC TS 18013-7 Annex C: an answer sealed to the session that it is for. */
export const verifyIsoMdoc = async (
  data: JsonObject,
  expectation: IsoMdocExpectation,
  { anchors, now }: Context,
): Promise<Result<WalletProof>> => {
  const declined = checkNoError(data);
  if (!declined.ok) return declined;
  const { encryptionInfo, origin, types, minimumAge, key } = expectation;
  const transcript = isoMdocTranscript({ encryptionInfo, origin });
  const opened = await openIsoMdocResponse(data, key, transcript);
  if (!opened.ok) return opened;
  // ISO/IEC 18013-5 §8.3.2.1.2.2: an answer may hold a document of each type.
  const maxDocuments = MAX_DOCUMENTS;
  return verifyMdocAge(opened.value, { types, minimumAge, transcript, anchors, now, maxDocuments });
};
