import type { DcApiExpectation } from "../expectation.ts";
import { encryptedClientMetadata } from "./client-metadata.ts";
import { dcqlQuery } from "./dcql.ts";
import { type RequestSigner, signRequestObject } from "./request-signer.ts";

/** OpenID4VP 1.0 §A.2: what both kinds of request hold. */
const requestMembers = ({ nonce, types, minimumAge, key }: DcApiExpectation) => ({
  response_type: "vp_token",
  response_mode: "dc_api.jwt",
  nonce,
  dcql_query: dcqlQuery(types, minimumAge),
  client_metadata: encryptedClientMetadata(key),
});

/** §A.3.1: unsigned, and without a client id: the browser vouches for the origin. */
export const unsignedDcApiRequest = (expectation: DcApiExpectation) => ({
  protocol: "openid4vp-v1-unsigned",
  data: requestMembers(expectation),
});

/** §A.3.2: signed; `expected_origins` keeps another site from passing the request on as its own. */
export const signedDcApiRequest = (
  expectation: DcApiExpectation,
  clientId: string,
  signer: RequestSigner,
) => ({
  protocol: "openid4vp-v1-signed",
  data: {
    request: signRequestObject(
      {
        aud: "https://self-issued.me/v2",
        client_id: clientId,
        expected_origins: [expectation.origin],
        ...requestMembers(expectation),
      },
      signer,
    ),
  },
});
