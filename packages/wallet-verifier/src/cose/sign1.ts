import { type KeyObject, verify } from "node:crypto";
import { asBytes, asList, asMap, type CborMap, mapIn } from "../cbor/decode.ts";
import { cborBytes, cborList, cborText } from "../cbor/encode.ts";
import { accept, PASSED, type Result, refuse, tryResult, type WalletCode } from "../result.ts";
import { type ChainContext, checkChain, type TrustedSigner } from "../trust/check-chain.ts";
import { COSE_ISSUER_ALGORITHMS, type SignatureAlgorithm } from "./keys.ts";

/** COSE_Sign1 (RFC 9052 §4.2) or COSE_Mac0 (§6.2): both are headers, a payload and one tag. */
type CoseMessage = {
  /** The protected header as received: it is signed in this form. */
  protectedBytes: Uint8Array;
  protectedHeader: CborMap;
  unprotectedHeader: CborMap;
  /** null when detached. */
  payload: Uint8Array | null;
  /** The signature or the MAC. */
  tag: Uint8Array;
};

/** RFC 9052 §3.1. */
const ALG = 1;
const CRIT = 2;

/**
 * Reads the four parts. A `crit` header is refused because no extension is known here. So is a label in both
 * headers (RFC 9052 §3): it must be clear which of the two counts.
 */
export const readCoseMessage = (value: unknown): Result<CoseMessage> => {
  const parts = asList(value);
  const protectedBytes = asBytes(parts?.[0]);
  const unprotectedHeader = asMap(parts?.[1]);
  const payload = parts?.[2] === null ? null : asBytes(parts?.[2]);
  const tag = asBytes(parts?.[3]);
  if (parts?.length !== 4 || !protectedBytes || !unprotectedHeader || !tag) return refuse("cose_malformed");
  if (payload === null && parts[2] !== null) return refuse("cose_malformed");
  // §3: an empty header may be written as no bytes at all
  const protectedHeader: CborMap | null = protectedBytes.length === 0 ? new Map() : mapIn(protectedBytes);
  if (!protectedHeader || protectedHeader.has(CRIT) || unprotectedHeader.has(CRIT)) {
    return refuse("cose_malformed");
  }
  if ([...unprotectedHeader.keys()].some((label) => protectedHeader.has(label))) {
    return refuse("cose_malformed");
  }
  return accept({ protectedBytes, protectedHeader, unprotectedHeader, payload, tag });
};

/** RFC 9052 §3.1: alg must be protected; in the other header it does not count. */
export const algorithmOf = ({ protectedHeader }: CoseMessage): unknown => protectedHeader.get(ALG);

export type SignatureRules = {
  key: KeyObject;
  /** The allow-list (RFC 8725 §3.1): the header chooses nothing; it only has to match. */
  algorithms: ReadonlyMap<unknown, SignatureAlgorithm>;
  /** The code for a signature that does not match. */
  code: WalletCode;
};

/**
 * ECDSA over the bytes, by an algorithm on the list that matches the key's curve. A high s is accepted
 * (phones' secure elements make them): an answer to a challenge is used once, so a second form of its
 * signature gains nothing.
 */
export const checkSignature = (
  { key, algorithms, code }: SignatureRules,
  { alg, data, signature }: { alg: unknown; data: Uint8Array; signature: Uint8Array },
): Result<null> => {
  const algorithm = algorithms.get(alg);
  const fitsKey = key.asymmetricKeyType === "ec" && key.asymmetricKeyDetails?.namedCurve === algorithm?.curve;
  if (!algorithm || !fitsKey) return refuse("algorithm_refused");
  if (signature.length !== algorithm.signatureBytes) return refuse(code);
  const verified = tryResult(
    () => verify(algorithm.hash, data, { key, dsaEncoding: "ieee-p1363" }, signature),
    code,
  );
  return verified.ok && verified.value ? PASSED : refuse(code);
};

/** RFC 9052 §4.4: the signature over Sig_structure without external data. */
export const checkSign1 = (
  message: CoseMessage,
  { payload, ...rules }: SignatureRules & { payload: Uint8Array },
): Result<null> =>
  checkSignature(rules, {
    alg: algorithmOf(message),
    data: cborList(
      cborText("Signature1"),
      cborBytes(message.protectedBytes),
      cborBytes(new Uint8Array(0)),
      cborBytes(payload),
    ),
    signature: message.tag,
  });

/**
 * RFC 9360 §2. ISO/IEC 18013-5 §9.1.2.4 puts it in the unprotected header; a protected one is just as good.
 */
export const X5CHAIN = 33;

/** One certificate is a byte string, several are an array of them, signer first. */
export const x5chainOf = (message: CoseMessage): Result<Uint8Array[]> => {
  const value = message.unprotectedHeader.get(X5CHAIN) ?? message.protectedHeader.get(X5CHAIN);
  const items = asList(value) ?? [value];
  const chain = items.flatMap((item) => asBytes(item) ?? []);
  return chain.length === items.length ? accept(chain) : refuse("x5chain_malformed");
};

export type ChainSigned = { signer: TrustedSigner; payload: Uint8Array };

/**
 * A payload signed by the first certificate of its chain, which ends at an anchor for this credential type.
 * Nothing inside the payload is believed before that.
 */
export const checkSignedByChain = (
  value: unknown,
  context: ChainContext,
  codes: { noPayload: WalletCode; signature: WalletCode },
): Result<ChainSigned> => {
  const message = readCoseMessage(value);
  if (!message.ok) return message;
  const { payload } = message.value;
  if (!payload) return refuse(codes.noPayload);
  const chain = x5chainOf(message.value);
  if (!chain.ok) return chain;
  const signer = checkChain(chain.value, context);
  if (!signer.ok) return signer;
  const key = signer.value.certificate.x509.publicKey;
  const rules = { key, algorithms: COSE_ISSUER_ALGORITHMS, code: codes.signature };
  const signed = checkSign1(message.value, { ...rules, payload });
  return signed.ok ? accept({ signer: signer.value, payload }) : signed;
};
