import type { JsonObject } from "@lintel/age";
import { AEAD_AES_128_GCM, CipherSuite, KDF_HKDF_SHA256, KEM_DHKEM_P256_HKDF_SHA256 } from "hpke";
import { fromBase64Url, member, toBase64Url } from "../bytes.ts";
import { asList, asMap, bytesAt, decodeCbor } from "../cbor/decode.ts";
import { CBOR_FALSE, cborBytes, cborEmbedded, cborInt, cborList, cborMap, cborText } from "../cbor/encode.ts";
import { elementFor, type MdocType, takesReaderAuth, thresholdsOf } from "../credential-type.ts";
import type { IsoMdocExpectation } from "../expectation.ts";
import { MAX_RESPONSE_BYTES } from "../limits.ts";
import { isoMdocTranscript, type SessionTranscript } from "../mdoc/transcript.ts";
import { type AskedAges, COMMON_THRESHOLD, thresholdsFor } from "../proof.ts";
import { accept, type Result, refuse } from "../result.ts";
import type { PublicJwk, TransactionKey } from "../transaction-key.ts";
import { offerFor, type ProofOffer, zkRequest } from "../zk/offer.ts";
import { type Reader, readerAuthAll } from "./reader-auth.ts";

/**
 * There is no "one of these" here: everything requested is given, if the person agrees, and a reader may ask
 * for at most two (ISO/IEC 18013-5 §7.2.5). So the request has the minimum age and the threshold that every
 * issuer attests, if that suffices; otherwise the nearest other threshold, preferably one above the minimum
 * age.
 */
export const thresholdsAsked = (type: MdocType, { minimumAge, thresholds = [] }: AskedAges): number[] => {
  const known = thresholdsOf(type);
  // For a type with fixed elements, the nearest one that can prove the age.
  if (known) return known.filter((threshold) => threshold >= minimumAge).slice(0, 1);
  const common = thresholdsFor(minimumAge).find(
    (threshold) => threshold === COMMON_THRESHOLD && threshold !== minimumAge,
  );
  const other =
    common ??
    thresholds.find((threshold) => threshold > minimumAge) ??
    thresholds.findLast((threshold) => threshold < minimumAge);
  return [minimumAge, ...(other === undefined ? [] : [other])].sort((a, b) => a - b);
};

type Asked = AskedAges & { proofs?: ProofOffer | undefined };

/** ISO/IEC 18013-5 §8.3.2.1.2.1: ItemsRequest; each element with IntentToRetain false. */
const itemsRequest = (asking: MdocType, asked: Asked): Uint8Array => {
  const { type, nameSpace } = asking;
  const offer = offerFor(asked.proofs, asking);
  const plain = () =>
    thresholdsAsked(asking, asked).flatMap((threshold) => elementFor(asking, threshold) ?? []);
  const elements = (offer?.elements ?? plain()).map((name) => [name, CBOR_FALSE] as const);
  const info = offer && cborMap(["zkRequest", zkRequest(offer.circuits, offer.isRequired)]);
  return cborMap(
    ["docType", cborText(type)],
    ["nameSpaces", cborMap([nameSpace, cborMap(...elements)])],
    ...(info ? [["requestInfo", info] as const] : []),
  );
};

/** The readers that sign a request, and the session that they sign for. */
type Signing = { readers: readonly Reader[]; transcript: SessionTranscript };

/**
 * ISO/IEC 18013-5 §8.3.2.1.2.1: DeviceRequest, in base64url. Requests with members of the second edition say so
 * (§10.2.2): what reads 1.0 would ignore them.
 */
export const deviceRequest = (
  types: readonly MdocType[],
  asked: Asked,
  { readers, transcript }: Signing = { readers: [], transcript: new Uint8Array() },
): string => {
  const items = types.map((type) => cborEmbedded(itemsRequest(type, asked)));
  const isSecondEdition = readers.length > 0 || types.some((type) => offerFor(asked.proofs, type));
  const signed =
    readers.length > 0 ? ([["readerAuthAll", readerAuthAll(readers, { transcript, items })]] as const) : [];
  return toBase64Url(
    cborMap(
      ["version", cborText(isSecondEdition ? "1.1" : "1.0")],
      ["docRequests", cborList(...items.map((item) => cborMap(["itemsRequest", item])))],
      ...signed,
    ),
  );
};

/** RFC 9052 §7 with RFC 9053 §7.1.1: {1: EC2, -1: P-256, -2: x, -3: y}. */
const coseKey = ({ x, y }: PublicJwk): Uint8Array =>
  cborMap(
    [1, cborInt(2)],
    [-1, cborInt(1)],
    [-2, cborBytes(fromBase64Url(x) ?? new Uint8Array())],
    [-3, cborBytes(fromBase64Url(y) ?? new Uint8Array())],
  );

/** ISO/IEC TS 18013-7 Annex C.2: EncryptionInfo = ["dcapi", {nonce, recipientPublicKey}], in base64url. */
export const encryptionInfo = (nonce: Uint8Array, key: PublicJwk): string => {
  const info = cborMap(["nonce", cborBytes(nonce)], ["recipientPublicKey", coseKey(key)]);
  return toBase64Url(cborList(cborText("dcapi"), info));
};

/**
 * ISO/IEC TS 18013-7 Annex C.1. The browser vouches for the origin, which is in the transcript.
 * @param type the credential type that is requested
 * @param readers who signs, where the type's wallets want that; if empty, the request is unsigned
 */
export const isoMdocRequest = (
  expectation: IsoMdocExpectation,
  type: MdocType,
  readers: readonly Reader[] = [],
) => ({
  protocol: "org-iso-mdoc",
  data: {
    deviceRequest: deviceRequest([type], expectation, {
      readers: takesReaderAuth(type) ? readers : [],
      transcript: isoMdocTranscript(expectation),
    }),
    encryptionInfo: expectation.encryptionInfo,
  },
});

/** ISO/IEC TS 18013-7 Annex C.4: HPKE in base mode (RFC 9180 §5.1.1) with these three. */
const suite = new CipherSuite(KEM_DHKEM_P256_HKDF_SHA256, KDF_HKDF_SHA256, AEAD_AES_128_GCM);

/** Annex C.3: EncryptedResponse = ["dcapi", {enc, cipherText}]. */
const readEncryptedResponse = (data: JsonObject) => {
  const text = member(data, "response");
  const bytes = typeof text === "string" ? fromBase64Url(text) : null;
  const decoded = bytes ? decodeCbor(bytes) : null;
  const parts = decoded?.ok ? asList(decoded.value) : null;
  const sealed = asMap(parts?.[1]);
  const enc = sealed ? bytesAt(sealed, "enc") : null;
  const cipherText = sealed ? bytesAt(sealed, "cipherText") : null;
  if (parts?.length !== 2 || parts[0] !== "dcapi" || !enc || !cipherText) return null;
  return { enc, cipherText };
};

/**
 * Opens the answer. The transcript is HPKE's `info`, so an answer sealed for another site or another request
 * does not even open.
 */
export const openIsoMdocResponse = async (
  data: JsonObject,
  key: TransactionKey,
  transcript: SessionTranscript,
  maxBytes = MAX_RESPONSE_BYTES,
): Promise<Result<Uint8Array>> => {
  const text = member(data, "response");
  if (typeof text === "string" && text.length > maxBytes) return refuse("too_large");
  const sealed = readEncryptedResponse(data);
  if (!sealed) return refuse("response_malformed");
  try {
    const secret = fromBase64Url(key.privateJwk.open().d) ?? new Uint8Array();
    // Extractable, because Node 20 cannot give the public half otherwise, and HPKE hashes it.
    const recipient = await suite.DeserializePrivateKey(secret, true);
    return accept(await suite.Open(recipient, sealed.enc, sealed.cipherText, { info: transcript }));
  } catch {
    return refuse("decryption_failed");
  }
};
