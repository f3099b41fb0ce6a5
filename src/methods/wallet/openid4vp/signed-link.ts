import type { SignedLinkExpectation } from "../expectation.ts";
import { encryptedClientMetadata } from "./client-metadata.ts";
import { dcqlQuery } from "./dcql.ts";
import { type RequestSigner, signRequestObject } from "./request-signer.ts";

/** OpenID4VP 1.0 §13.3 leaves the scheme open; HAIP 1.0 §5.1 has its own. */
export type SignedScheme = "openid4vp" | "haip-vp" | "eudi-openid4vp" | "mdoc-openid4vp";

/** OpenID4VP 1.0 §5.10: a short link; the wallet fetches the request itself, by POST with its own nonce. */
export const signedLink = (
  { clientId }: Pick<SignedLinkExpectation, "clientId">,
  requestUri: string,
  scheme: SignedScheme = "openid4vp",
): string => {
  const query = new URLSearchParams({
    client_id: clientId,
    request_uri: requestUri,
    request_uri_method: "post",
  });
  // Android's EU wallets register these schemes with this host only.
  return `${scheme}://authorize?${query.toString().replaceAll("+", "%20")}`;
};

/**
 * The request object behind the link (RFC 9101, OpenID4VP 1.0 §5, HAIP 1.0 §5.1).
 * @param walletNonce what the wallet posted; §5.10.1: it has to come back, so the answer cannot be an old one
 */
export const signedLinkRequest = (
  expectation: SignedLinkExpectation,
  signer: RequestSigner,
  walletNonce: string | null,
): string =>
  signRequestObject(
    {
      // §5.8: wallets that are not known by name are addressed by this one
      aud: "https://self-issued.me/v2",
      client_id: expectation.clientId,
      response_type: "vp_token",
      response_mode: "direct_post.jwt",
      response_uri: expectation.responseUri,
      nonce: expectation.nonce,
      state: expectation.state,
      dcql_query: dcqlQuery(expectation.types, expectation.minimumAge),
      client_metadata: encryptedClientMetadata(expectation.key),
      ...(walletNonce === null ? {} : { wallet_nonce: walletNonce }),
    },
    signer,
  );
