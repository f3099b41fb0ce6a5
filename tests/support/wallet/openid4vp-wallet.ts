import { createHash, createPublicKey, randomBytes, verify, X509Certificate } from "node:crypto";
import { type CallbackContext, calculateJwkThumbprint, HashAlgorithm, type Jwk } from "@openid4vc/oauth2";
import { Openid4vpClient } from "@openid4vc/openid4vp";
import { SessionTranscript } from "@owf/mdoc";
import { DcqlQuery } from "dcql";
import { CompactEncrypt, importJWK } from "jose";
import { mdocContext } from "./mdoc-context.ts";
import { type HeldMdoc, presentMdoc } from "./mdoc-wallet.ts";
import { type HeldSdJwt, presentSdJwt } from "./sd-jwt-wallet.ts";

// A wallet that speaks OpenID4VP by @openid4vc: it parses our requests itself and encrypts as they say.

export type Held = { mdoc: HeldMdoc } | { sdJwt: HeldSdJwt };

/** How a request by reference is fetched: the wallet's nonce goes in, the signed request object comes out. */
export type FetchRequest = (walletNonce: string) => string;

const WALLET_NONCE = "wallet-nonce";

const hash = (data: Uint8Array, algorithm: HashAlgorithm): Uint8Array =>
  new Uint8Array(createHash(algorithm).update(data).digest());

const callbacks = (fetchRequest?: FetchRequest): CallbackContext => ({
  hash,
  generateRandom: (length) => new Uint8Array(randomBytes(length)),
  signJwt: () => Promise.reject(new Error("this wallet signs nothing itself")),
  decryptJwe: () => ({ decrypted: false }),
  encryptJwe: async (encryptor, data) => {
    const jwk = encryptor.publicJwk;
    const key = await importJWK({ kty: "EC", crv: "P-256", x: jwk.x ?? "", y: jwk.y ?? "" }, "ECDH-ES");
    const jwe = await new CompactEncrypt(new TextEncoder().encode(data))
      .setProtectedHeader({ alg: "ECDH-ES", enc: encryptor.enc, kid: jwk.kid ?? "" })
      .encrypt(key);
    return { jwe, encryptionJwk: jwk };
  },
  verifyJwt: (signer, { compact }) => {
    if (signer.method !== "x5c") return { verified: false };
    const [head, body, tail = ""] = compact.split(".");
    const { publicKey } = new X509Certificate(Buffer.from(signer.x5c[0] ?? "", "base64"));
    const verified = verify(
      "sha256",
      Buffer.from(`${head}.${body}`),
      { key: publicKey, dsaEncoding: "ieee-p1363" },
      Buffer.from(tail, "base64url"),
    );
    const {
      kty = "",
      crv = "",
      x = "",
      y = "",
    } = createPublicKey(publicKey.export({ format: "pem", type: "spki" })).export({ format: "jwk" });
    return verified ? { verified, signerJwk: { kty, crv, x, y } } : { verified };
  },
  getX509CertificateMetadata: (certificate) => {
    const names = new X509Certificate(Buffer.from(certificate, "base64")).subjectAltName ?? "";
    return { sanDnsNames: [...names.matchAll(/DNS:([^,]+)/g)].map(([, name = ""]) => name), sanUriNames: [] };
  },
  clientAuthentication: () => undefined,
  // The library checks the nonce in the request object, but never posts it; so it is handed over here.
  fetch: () => {
    if (!fetchRequest) throw new Error("nothing to fetch");
    const headers = { "content-type": "application/oauth-authz-req+jwt" };
    return Promise.resolve(new Response(fetchRequest(WALLET_NONCE), { headers }));
  },
});

type Claim = { id?: string | undefined; path?: readonly unknown[] };
type Path = readonly unknown[];

/** The claims of the first set that the credential can satisfy. */
const claimsToShow = (
  query: { claims?: readonly Claim[] | undefined; claim_sets?: readonly (readonly string[])[] | undefined },
  has: (path: Path) => boolean,
): Path[] => {
  const claims = query.claims ?? [];
  const sets = query.claim_sets ?? [claims.map(({ id }) => id ?? "")];
  const set = sets.find((ids) =>
    ids.every((id) => claims.some((claim) => claim.id === id && has(claim.path ?? []))),
  );
  if (!set) throw new Error("the wallet has nothing that the request asks for");
  return claims.flatMap(({ id, path }) => (path && set.includes(id ?? "") ? [path] : []));
};

type Session = { nonce: string; audience: string; transcript: SessionTranscript };

const present = async (query: DcqlQuery, held: Held, session: Session): Promise<[string, string]> => {
  const wanted = query.credentials.find(({ format, meta }) => {
    if ("sdJwt" in held) return format === "dc+sd-jwt";
    return (
      format === "mso_mdoc" && meta && "doctype_value" in meta && meta.doctype_value === held.mdoc.docType
    );
  });
  if (!wanted) throw new Error("the request does not ask for this credential");
  if ("sdJwt" in held) {
    const [[name, age] = []] = claimsToShow(wanted, ([, threshold]) => threshold === "18");
    const shown = { [String(name)]: { [String(age)]: true } };
    return [
      wanted.id,
      await presentSdJwt(held.sdJwt, shown, { nonce: session.nonce, aud: session.audience }),
    ];
  }
  const { mdoc } = held;
  const paths = claimsToShow(wanted, ([nameSpace, name]) =>
    (mdoc.issuerSigned.getIssuerNamespace(String(nameSpace)) ?? []).some(
      (item) => item.elementIdentifier === name,
    ),
  );
  const nameSpace = String(paths[0]?.[0]);
  const names = paths.map(([, name]) => String(name));
  const response = await presentMdoc(mdoc, { [nameSpace]: names }, session.transcript);
  return [wanted.id, Buffer.from(response).toString("base64url")];
};

const thumbprintOf = async (jwk: Jwk): Promise<Uint8Array> =>
  new Uint8Array(
    Buffer.from(
      await calculateJwkThumbprint({ jwk, hashAlgorithm: HashAlgorithm.Sha256, hashCallback: hash }),
      "base64url",
    ),
  );

/**
 * Answers a request.
 * @param request a link, or the `data` of a Digital Credentials API request
 * @returns what the wallet posts or hands to the browser: `{vp_token, state}` or `{response}`
 */
export const answer = async (
  request: string | Record<string, unknown>,
  held: Held,
  options: { origin?: string; fetchRequest?: FetchRequest } = {},
): Promise<Record<string, unknown>> => {
  const { origin, fetchRequest } = options;
  const client = new Openid4vpClient({ callbacks: callbacks(fetchRequest) });
  const parsed = client.parseOpenid4vpAuthorizationRequest({ authorizationRequest: request });
  const resolved = await client.resolveOpenId4vpAuthorizationRequest({
    authorizationRequestPayload: parsed.params,
    ...(origin === undefined ? {} : { origin }),
    ...(fetchRequest ? { wallet: { expectedNonce: WALLET_NONCE } } : {}),
  });
  const payload = resolved.authorizationRequestPayload;
  const query = DcqlQuery.parse(DcqlQuery.parse(JSON.parse(JSON.stringify(resolved.dcql?.query))));
  DcqlQuery.validate(query);
  const jwk = payload.client_metadata?.jwks?.keys[0];
  const thumbprint = jwk ? { jwkThumbprint: await thumbprintOf(jwk) } : {};
  const { nonce } = payload;
  const clientId = String(payload.client_id ?? "");
  const responseUri = String("response_uri" in payload ? payload.response_uri : "");
  const transcript =
    origin === undefined
      ? await SessionTranscript.forOid4Vp({ clientId, nonce, responseUri, ...thumbprint }, mdocContext)
      : await SessionTranscript.forOid4VpDcApi({ origin, nonce, ...thumbprint }, mdocContext);
  const audience = origin === undefined ? clientId : `origin:${origin}`;
  const [id, presentation] = await present(query, held, { nonce, audience, transcript });
  const response = await client.createOpenid4vpAuthorizationResponse({
    authorizationRequestPayload: payload,
    authorizationResponsePayload: { vp_token: { [id]: [presentation] } },
    ...(origin === undefined ? {} : { origin }),
    ...(jwk
      ? {
          jarm: {
            encryption: { nonce },
            serverMetadata: {
              authorization_signing_alg_values_supported: [],
              authorization_encryption_alg_values_supported: ["ECDH-ES"],
              authorization_encryption_enc_values_supported: ["A256GCM", "A128GCM"],
            },
          },
        }
      : {}),
  });
  return response.jarm
    ? { response: response.jarm.responseJwt }
    : { ...response.authorizationResponsePayload };
};

/** As the wallet posts it: OpenID4VP 1.0 §8.2. */
export const asForm = (parameters: Record<string, unknown>): Uint8Array => {
  const texts = Object.entries(parameters).map(([name, value]): [string, string] => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  return new TextEncoder().encode(new URLSearchParams(texts).toString());
};

/** As the page posts what the browser gave it. */
export const asCredential = (protocol: string, data: Record<string, unknown>): Uint8Array =>
  new TextEncoder().encode(JSON.stringify({ protocol, data }));
