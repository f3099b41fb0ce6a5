import { asMap, type CborMap } from "../cbor/read.ts";
import { COSE_ISSUER_ALGORITHMS } from "../cose/algorithms.ts";
import { readCoseMessage } from "../cose/message.ts";
import { checkSign1 } from "../cose/sign1.ts";
import { x5chainOf } from "../cose/x5chain.ts";
import { accept, type Result, refuse } from "../result.ts";
import { type ChainContext, checkChain, type TrustedSigner } from "../x509/check-chain.ts";

export type IssuerAuth = {
  signer: TrustedSigner /** MobileSecurityObjectBytes as signed. */;
  payload: Uint8Array;
};

/**
 * ISO/IEC 18013-5 §9.3.1 steps 1 and 2: the chain ends at an anchor for this document type, and its first
 * certificate's key signed the payload. Nothing inside the payload is believed before.
 */
export const checkIssuerAuth = (document: CborMap, context: ChainContext): Result<IssuerAuth> => {
  const issuerSigned = asMap(document.get("issuerSigned"));
  const message = readCoseMessage(issuerSigned?.get("issuerAuth"));
  if (!message.ok) return message;
  const { payload } = message.value;
  if (!payload) return refuse("cose_malformed");
  const chain = x5chainOf(message.value);
  if (!chain.ok) return chain;
  const signer = checkChain(chain.value, context);
  if (!signer.ok) return signer;
  const signed = checkSign1(message.value, {
    key: signer.value.certificate.x509.publicKey,
    algorithms: COSE_ISSUER_ALGORITHMS,
    payload,
    code: "issuer_signature",
  });
  return signed.ok ? accept({ signer: signer.value, payload }) : signed;
};
