import { type KeyObject, sign } from "node:crypto";
import { CBOR_NULL, cborBytes, cborEmbedded, cborInt, cborList, cborMap, cborText } from "../cbor/encode.ts";
import { X5CHAIN } from "../cose/sign1.ts";
import type { SessionTranscript } from "../mdoc/transcript.ts";

/** A key and chain that a wallet's provider has certified for asking (ISO/IEC 18013-5 Annex B.1.7). */
export type Reader = {
  /** P-256. */
  privateKey: KeyObject;
  /** DER, the reader's first, without the root. */
  chain: readonly [Uint8Array, ...Uint8Array[]];
};

/** RFC 9052 §3.1: alg ES256 (RFC 9053 §2.1). */
const PROTECTED = cborMap([1, cborInt(-7)]);

/** RFC 9360 §2: one certificate is a byte string, several are an array of them. */
const x5chain = ([first, ...above]: Reader["chain"]): Uint8Array =>
  above.length === 0 ? cborBytes(first) : cborList(cborBytes(first), ...above.map(cborBytes));

/** RFC 9052 §4.2 and §4.4: COSE_Sign1 whose payload is detached. */
const signedBy = ({ privateKey, chain }: Reader, payload: Uint8Array): Uint8Array => {
  const nothing = cborBytes(new Uint8Array());
  const signed = cborList(cborText("Signature1"), cborBytes(PROTECTED), nothing, cborBytes(payload));
  const signature = sign("sha256", signed, { key: privateKey, dsaEncoding: "ieee-p1363" });
  return cborList(cborBytes(PROTECTED), cborMap([X5CHAIN, x5chain(chain)]), CBOR_NULL, cborBytes(signature));
};

/**
 * ISO/IEC 18013-5, second edition, §12.5: every reader signs all items of the request for this session, so that a
 * wallet can tell who is asking. Without a DeviceRequestInfo, as none is sent.
 * @param items each ItemsRequest exactly as it is sent: the bytes of `#6.24(bstr .cbor ItemsRequest)`
 * @returns the value of `readerAuthAll`
 */
export const readerAuthAll = (
  readers: readonly Reader[],
  { transcript, items }: { transcript: SessionTranscript; items: readonly Uint8Array[] },
): Uint8Array => {
  const all = cborList(cborText("ReaderAuthenticationAll"), transcript, cborList(...items), CBOR_NULL);
  return cborList(...readers.map((reader) => signedBy(reader, cborEmbedded(all))));
};
