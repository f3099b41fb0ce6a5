import { EU_AGE_VERIFICATION, type MdocType } from "../credential-type.ts";
import type { EuLinkExpectation, SignedLinkExpectation } from "../expectation.ts";
import { dcqlQuery, euDcqlQuery } from "./dcql.ts";
import { encryptedClientMetadata, vpFormatsSupported } from "./request.ts";
import { type RequestSigner, signRequestObject } from "./request-signer.ts";

/** Percent-encoded throughout: apps that read the query as a URI, not as a form, leave a plus as it is. */
const uriQuery = (parameters: Record<string, string>): string =>
  new URLSearchParams(parameters).toString().replaceAll("+", "%20");

/** OpenID4VP 1.0 §13.3 leaves the scheme open; HAIP 1.0 §5.1 has its own. */
type SignedScheme = "openid4vp" | "haip-vp" | "eudi-openid4vp" | "mdoc-openid4vp";

/** OpenID4VP 1.0 §5.10: a short link; the wallet fetches the request itself, by POST with its own nonce. */
export const signedLink = (
  { clientId }: Pick<SignedLinkExpectation, "clientId">,
  requestUri: string,
  scheme: SignedScheme = "openid4vp",
): string => {
  const query = uriQuery({ client_id: clientId, request_uri: requestUri, request_uri_method: "post" });
  // Android's EU wallets register these schemes only with this host.
  return `${scheme}://authorize?${query}`;
};

/**
 * The request object behind the link (RFC 9101, OpenID4VP 1.0 §5, HAIP 1.0 §5.1).
 * @param walletNonce what the wallet posted; §5.10.1: it has to come back, so that the answer cannot be an
 *   old one
 */
export const signedLinkRequest = (
  expectation: SignedLinkExpectation,
  signer: RequestSigner,
  walletNonce: string | null,
): string =>
  signRequestObject(
    {
      // §5.8: wallets whose name is unknown are addressed by this one
      aud: "https://self-issued.me/v2",
      client_id: expectation.clientId,
      response_type: "vp_token",
      response_mode: "direct_post.jwt",
      response_uri: expectation.responseUri,
      nonce: expectation.nonce,
      state: expectation.state,
      dcql_query: dcqlQuery(expectation.types, expectation),
      client_metadata: encryptedClientMetadata(expectation.key),
      ...(walletNonce === null ? {} : { wallet_nonce: walletNonce }),
    },
    signer,
  );

type EuLinkInput = Omit<EuLinkExpectation, "channel" | "clientId" | "types"> & { type?: MdocType };

/**
 * EU age verification profile, Annex A: an unsigned request by value. OpenID4VP 1.0 §5.9.3: the client id is
 * the response address itself, because such a request can prove nothing else.
 */
export const euLink = ({
  type = EU_AGE_VERIFICATION,
  ...asked
}: EuLinkInput): { link: string; expectation: EuLinkExpectation } => {
  const { minimumAge, responseUri, nonce, state } = asked;
  const clientId = `redirect_uri:${responseUri}`;
  const { mso_mdoc } = vpFormatsSupported();
  const query = uriQuery({
    client_id: clientId,
    response_type: "vp_token",
    response_mode: "direct_post",
    response_uri: responseUri,
    nonce,
    state,
    dcql_query: JSON.stringify(euDcqlQuery(type, minimumAge)),
    client_metadata: JSON.stringify({ vp_formats_supported: { mso_mdoc } }),
  });
  return {
    // The EU's app registers `av` and `avsp`; its issuers' reference pages use the first.
    link: `av://?${query}`,
    expectation: { ...asked, channel: "eu_link", types: [type], clientId },
  };
};
