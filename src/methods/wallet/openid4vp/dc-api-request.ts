import type { DcApiExpectation } from "../expectation.ts";
import { encryptedClientMetadata } from "./client-metadata.ts";
import { dcqlQuery } from "./dcql.ts";

/** OpenID4VP 1.0 §A.2 and §A.3.1: unsigned, and without a client id: the browser vouches for the origin. */
export const unsignedDcApiRequest = ({ nonce, types, minimumAge, key }: DcApiExpectation) => ({
  protocol: "openid4vp-v1-unsigned",
  data: {
    response_type: "vp_token",
    response_mode: "dc_api.jwt",
    nonce,
    dcql_query: dcqlQuery(types, minimumAge),
    client_metadata: encryptedClientMetadata(key),
  },
});
