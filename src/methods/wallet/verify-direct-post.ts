import type { EuLinkExpectation, SignedLinkExpectation } from "./expectation.ts";
import { member } from "./json.ts";
import { checkNoError, checkState } from "./openid4vp/check-parameters.ts";
import { decryptResponse } from "./openid4vp/decrypt-response.ts";
import { readForm } from "./openid4vp/read-form.ts";
import type { WalletProof } from "./proof.ts";
import { type Result, refuse } from "./result.ts";
import { jwkThumbprint } from "./transaction-key.ts";
import { redirectTranscript } from "./transcript/redirect.ts";
import type { TrustAnchor } from "./trust/anchor.ts";
import { verifyPresentation } from "./verify-presentation.ts";

type Context = { anchors: readonly TrustAnchor[]; now: Date };

/** OpenID4VP 1.0 §8.2, `direct_post`: the EU's app posts its answer in the open. */
export const verifyEuLink = (
  body: Uint8Array,
  expectation: EuLinkExpectation,
  { anchors, now }: Context,
): Result<WalletProof> => {
  const form = readForm(body);
  if (!form.ok) return form;
  const state = checkState(form.value, expectation.state, { isOptional: true });
  const declined = checkNoError(form.value, state);
  if (!declined.ok) return declined;
  if (!state.ok) return state;
  const { clientId, nonce, responseUri, types, minimumAge } = expectation;
  const transcript = redirectTranscript({ clientId, nonce, thumbprint: null, responseUri });
  return verifyPresentation(form.value, {
    types,
    minimumAge,
    transcript,
    nonce,
    audience: clientId,
    anchors,
    now,
  });
};

/** OpenID4VP 1.0 §8.3.1, `direct_post.jwt`: everything is in the JWE; what stands beside it is not read. */
export const verifySignedLink = async (
  body: Uint8Array,
  expectation: SignedLinkExpectation,
  { anchors, now }: Context,
): Promise<Result<WalletProof>> => {
  const form = readForm(body);
  if (!form.ok) return form;
  const jwe = member(form.value, "response");
  const stateInTheOpen = checkState(form.value, expectation.state, { isOptional: false });
  const declined = checkNoError(form.value, stateInTheOpen);
  // §8.5: a wallet that cannot encrypt yet may send its error in the open
  if (!declined.ok) return declined;
  if (typeof jwe !== "string") return refuse("encryption_missing");
  const parameters = await decryptResponse(jwe, expectation.key);
  if (!parameters.ok) return parameters;
  const state = checkState(parameters.value, expectation.state, { isOptional: false });
  const declinedInside = checkNoError(parameters.value, state);
  if (!declinedInside.ok) return declinedInside;
  if (!state.ok) return state;
  const { clientId, nonce, responseUri, types, minimumAge, key } = expectation;
  const thumbprint = jwkThumbprint(key.publicJwk);
  const transcript = redirectTranscript({ clientId, nonce, thumbprint, responseUri });
  return verifyPresentation(parameters.value, {
    types,
    minimumAge,
    transcript,
    nonce,
    audience: clientId,
    anchors,
    now,
  });
};
