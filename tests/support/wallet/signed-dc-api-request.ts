import type { DcApiExpectation } from "#methods/wallet/expectation.ts";
import { unsignedDcApiRequest } from "#methods/wallet/openid4vp/request.ts";
import { type RequestSigner, signRequestObject } from "#methods/wallet/openid4vp/request-signer.ts";

/**
 * OpenID4VP 1.0 §A.3.2: signed; `expected_origins` keeps another site from passing the request on as its own. The
 * service sends unsigned ones only; what it verifies may have been asked for by either.
 */
export const signedDcApiRequest = (
  expectation: DcApiExpectation,
  clientId: string,
  signer: RequestSigner,
) => {
  const claims = {
    aud: "https://self-issued.me/v2",
    client_id: clientId,
    expected_origins: [expectation.origin],
    ...unsignedDcApiRequest(expectation).data,
  };
  return { protocol: "openid4vp-v1-signed", data: { request: signRequestObject(claims, signer) } };
};
