import { EU_AGE_VERIFICATION, type MdocType } from "../credential-type.ts";
import type { EuLinkExpectation } from "../expectation.ts";
import { vpFormatsSupported } from "./client-metadata.ts";
import { euDcqlQuery } from "./dcql.ts";

/** The schemes that the EU's app registers; its issuers' reference pages use the first. */
export type EuScheme = "av" | "avsp";

export type EuLinkInput = {
  minimumAge: number;
  responseUri: string;
  nonce: string;
  state: string;
  expiresAt: Date;
  type?: MdocType;
  scheme?: EuScheme;
};

/**
 * EU age verification profile, Annex A: an unsigned request by value. OpenID4VP 1.0 §5.9.3: the client id is the
 * response address itself, which is all that such a request can prove.
 */
export const euLink = (input: EuLinkInput): { link: string; expectation: EuLinkExpectation } => {
  const {
    minimumAge,
    responseUri,
    nonce,
    state,
    expiresAt,
    type = EU_AGE_VERIFICATION,
    scheme = "av",
  } = input;
  const clientId = `redirect_uri:${responseUri}`;
  const { mso_mdoc } = vpFormatsSupported();
  const parameters = new URLSearchParams({
    client_id: clientId,
    response_type: "vp_token",
    response_mode: "direct_post",
    response_uri: responseUri,
    nonce,
    state,
    dcql_query: JSON.stringify(euDcqlQuery(type, minimumAge)),
    client_metadata: JSON.stringify({ vp_formats_supported: { mso_mdoc } }),
  });
  // Percent-encoded throughout: apps that read the query as a URI and not as a form leave a plus as it is.
  const query = parameters.toString().replaceAll("+", "%20");
  return {
    link: `${scheme}://?${query}`,
    expectation: {
      channel: "eu_link",
      minimumAge,
      types: [type],
      expiresAt,
      clientId,
      responseUri,
      nonce,
      state,
    },
  };
};
