import type { JsonObject } from "#core/json.ts";
import { member, toBase64Url } from "#methods/wallet/bytes.ts";
import {
  COSE_DEVICE_ALGORITHMS,
  COSE_ISSUER_ALGORITHMS,
  JOSE_HOLDER_ALGORITHMS,
  JOSE_ISSUER_ALGORITHMS,
} from "#methods/wallet/cose/keys.ts";
import type { DcApiExpectation } from "#methods/wallet/expectation.ts";
import { PASSED, type Result, refuse } from "#methods/wallet/result.ts";
import type { TransactionKey } from "#methods/wallet/transaction-key.ts";
import { dcqlQuery } from "./dcql.ts";
import { type RequestSigner, signRequestObject, x509HashClientId } from "./request-signer.ts";

/** RFC 7518 §5.3; the first is preferred (HAIP 1.0 §5: both have to be supported). */
export const RESPONSE_ENCRYPTIONS = ["A256GCM", "A128GCM"] as const;

/** OpenID4VP 1.0 §B.2.2 and §B.3.4: exactly what the verifier accepts, from the verifier's own tables. */
export const vpFormatsSupported = () => ({
  mso_mdoc: {
    issuerauth_alg_values: [...COSE_ISSUER_ALGORITHMS.keys()],
    deviceauth_alg_values: [...COSE_DEVICE_ALGORITHMS.keys()],
  },
  "dc+sd-jwt": {
    "sd-jwt_alg_values": [...JOSE_ISSUER_ALGORITHMS.keys()],
    "kb-jwt_alg_values": [...JOSE_HOLDER_ALGORITHMS.keys()],
  },
});

/** OpenID4VP 1.0 §5.1 and §8.3: where and how the answer has to be encrypted. */
export const encryptedClientMetadata = ({ publicJwk, kid }: TransactionKey) => ({
  jwks: { keys: [{ ...publicJwk, use: "enc", alg: "ECDH-ES", kid }] },
  encrypted_response_enc_values_supported: [...RESPONSE_ENCRYPTIONS],
  vp_formats_supported: vpFormatsSupported(),
});

/**
 * OpenID4VP 1.0 §A.2 and §A.3.1: unsigned and without a client id, because the browser vouches for the
 * origin.
 */
export const unsignedDcApiRequest = ({ nonce, types, key, ...asked }: DcApiExpectation) => ({
  protocol: "openid4vp-v1-unsigned",
  data: {
    response_type: "vp_token",
    response_mode: "dc_api.jwt",
    nonce,
    dcql_query: dcqlQuery(types, asked),
    client_metadata: encryptedClientMetadata(key),
  },
});

/**
 * Google Wallet's member of `client_metadata`. Signed links have none: Google Wallet takes requests only
 * from browsers, and other wallets need not put up with what they do not know.
 */
const googleMetadata = ({ metadata }: RequestSigner) =>
  metadata ? { gw_rp_metadata_bytes: toBase64Url(metadata) } : {};

/**
 * OpenID4VP 1.0 §A.3.2: signed, so that the wallet can name who is asking; `expected_origins` keeps another
 * site from passing the request off as its own. The answer is still bound to the origin (§A.4).
 */
export const signedDcApiRequest = (expectation: DcApiExpectation, signer: RequestSigner) => {
  const { client_metadata, ...unsigned } = unsignedDcApiRequest(expectation).data;
  const claims = {
    aud: "https://self-issued.me/v2",
    client_id: x509HashClientId(signer),
    expected_origins: [expectation.origin],
    ...unsigned,
    client_metadata: { ...client_metadata, ...googleMetadata(signer) },
  };
  return { protocol: "openid4vp-v1-signed", data: { request: signRequestObject(claims, signer) } };
};

/**
 * RFC 6749 §4.1.2: `state` comes back unchanged.
 * @param options.isOptional the EU's app may omit it: the nonce already binds the answer
 */
export const checkState = (
  parameters: JsonObject,
  expected: string,
  { isOptional }: { isOptional: boolean },
): Result<null> => {
  const state = member(parameters, "state");
  if (state === undefined && isOptional) return PASSED;
  return state === expected ? PASSED : refuse("state_mismatch");
};

/** RFC 6749 §4.1.2.1: NQSCHAR. */
const ERROR_CODE = /^[\x20-\x21\x23-\x5b\x5d-\x7e]{1,100}$/;

/**
 * OpenID4VP 1.0 §8.5: an Authorization Error Response, `access_denied` when the person declined. Its text is
 * not kept. It is an answer to this request like any other, so its state has to match, and nothing else comes with it.
 * @param checkedState what `checkState` says about it; the Digital Credentials API has no state
 */
export const checkNoError = (parameters: JsonObject, checkedState: Result<null> = PASSED): Result<null> => {
  const error = member(parameters, "error");
  if (error === undefined) return PASSED;
  const isAlone = ["vp_token", "response"].every((name) => member(parameters, name) === undefined);
  if (typeof error !== "string" || !ERROR_CODE.test(error) || !isAlone) return refuse("response_malformed");
  return checkedState.ok ? refuse("response_error") : checkedState;
};
