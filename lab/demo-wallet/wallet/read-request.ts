import { X509Certificate } from "node:crypto";
import { type Jwk, setGlobalConfig } from "@openid4vc/oauth2";
import { Openid4vpClient, type ResolvedOpenid4vpAuthorizationRequest } from "@openid4vc/openid4vp";
import { DcqlQuery } from "dcql";
import { callbacks } from "./crypto-callbacks.ts";

// Local deployments have no TLS; real wallets are stricter.
setGlobalConfig({ allowInsecureUrls: true });

/** Fetches a request object by its address: the wallet's nonce is posted, the signed request comes back. */
export type FetchRequest = (requestUri: string, walletNonce: string) => Promise<string>;

/** A request as the wallet understood it, by @openid4vc and not by the verifier's own reading. */
export type WalletRequest = {
  client: Openid4vpClient;
  payload: ResolvedOpenid4vpAuthorizationRequest["authorizationRequestPayload"];
  /** Set for the Digital Credentials API: the site, as the browser reports it. */
  origin: string | undefined;
  query: DcqlQuery;
  /** What the answer has to be encrypted to; absent where it is posted unencrypted. */
  encryptionJwk: Jwk | undefined;
  /** The certificate of the request's signer; absent for an unsigned one. */
  signer: X509Certificate | undefined;
};

/** Where the answer is posted; empty over the Digital Credentials API. */
export const responseUriOf = ({ payload }: Pick<WalletRequest, "payload">): string =>
  String("response_uri" in payload ? payload.response_uri : "");

/**
 * Reads a query by the `dcql` package.
 * @throws when it is not what OpenID4VP 1.0 §6 allows
 */
export const readDcql = (query: unknown): DcqlQuery => {
  const parsed = DcqlQuery.parse(JSON.parse(JSON.stringify(query)));
  DcqlQuery.validate(parsed);
  return parsed;
};

/** Whether an mdoc below a CA with this key identifier answers a query, by the `dcql` package. */
export const canAnswer = (
  query: unknown,
  {
    docType,
    elements,
    keyId,
  }: { docType: string; elements: Record<string, Record<string, boolean>>; keyId: string },
): boolean =>
  DcqlQuery.query(readDcql(query), [
    {
      credential_format: "mso_mdoc",
      doctype: docType,
      namespaces: elements,
      cryptographic_holder_binding: true,
      authority: { type: "aki", values: [keyId] },
    },
  ]).can_be_satisfied;

/**
 * Reads a request and checks it as a wallet has to: its shape, its signature, that its certificate is the one that its
 * client id names, and that the wallet's nonce came back (OpenID4VP 1.0 §5.9.3, §5.10.1).
 * @param request a link, or the `data` of a Digital Credentials API request
 * @throws what the library found wrong with it
 */
export const readRequest = async (
  request: string | Record<string, unknown>,
  options: { origin?: string | undefined; fetchRequest?: FetchRequest | undefined } = {},
): Promise<WalletRequest> => {
  const { origin, fetchRequest } = options;
  if (typeof request === "string" && !URL.canParse(request)) {
    throw new Error("this is not the link of a request");
  }
  const walletNonce = crypto.randomUUID();
  const client = new Openid4vpClient({
    callbacks: callbacks(async (address) => {
      if (!fetchRequest) throw new Error("nothing to fetch");
      const headers = { "content-type": "application/oauth-authz-req+jwt" };
      return new Response(await fetchRequest(String(address), walletNonce), { headers });
    }),
  });
  const parsed = client.parseOpenid4vpAuthorizationRequest({ authorizationRequest: request });
  const resolved = await client.resolveOpenId4vpAuthorizationRequest({
    authorizationRequestPayload: parsed.params,
    ...(origin === undefined ? {} : { origin }),
    ...("request_uri" in parsed.params ? { wallet: { expectedNonce: walletNonce } } : {}),
  });
  const payload = resolved.authorizationRequestPayload;
  const query = readDcql(resolved.dcql?.query);
  const signer = resolved.jar?.signer;
  const [leaf] = signer?.method === "x5c" ? signer.x5c : [];
  return {
    client,
    payload,
    origin,
    query,
    encryptionJwk: payload.client_metadata?.jwks?.keys[0],
    signer: leaf === undefined ? undefined : new X509Certificate(Buffer.from(leaf, "base64")),
  };
};
