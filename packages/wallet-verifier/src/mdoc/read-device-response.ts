import { asList, asMap, type CborMap, decodeCbor, textAt } from "../cbor/decode.ts";
import { isDraftPhotoId } from "../credential-type.ts";
import { MAX_PRESENTATION_BYTES } from "../limits.ts";
import { accept, type Result, refuse } from "../result.ts";

/** ISO/IEC 18013-5 §8.3.2.1.2.3: status 0 is OK. */
const OK = 0;

/**
 * A DeviceResponse that is whole (ISO/IEC 18013-5 §8.3.2.1.2.2). One with another status is refused rather than treated as
 * an empty success.
 */
export const openDeviceResponse = (bytes: Uint8Array, maxBytes: number): Result<CborMap> => {
  if (bytes.length > maxBytes) return refuse("too_large");
  const decoded = decodeCbor(bytes);
  if (!decoded.ok) return decoded;
  const response = asMap(decoded.value);
  if (!response) return refuse("response_malformed");
  if (!/^1\.\d{1,3}$/.test(textAt(response, "version") ?? "")) return refuse("response_version");
  return response.get("status") === OK ? accept(response) : refuse("response_status");
};

/** Whether an answer carries proofs (ISO/IEC 18013-5:2025 §10.2.7), of whatever shape. */
export const hasProofs = (response: CborMap): boolean => {
  const proofs = response.get("zkDocuments");
  return proofs !== undefined && asList(proofs)?.length !== 0;
};

export type ClaimedDocument = { docType: string; document: CborMap };

/**
 * The documents of a DeviceResponse, at least one. A proof beside them is refused: none was asked for.
 * @param options.docTypes which types were asked for
 * @param options.maxDocuments how many may come
 */
export const readDeviceResponse = (
  bytes: Uint8Array,
  { docTypes, maxDocuments }: { docTypes: readonly string[]; maxDocuments: number },
): Result<ClaimedDocument[]> => {
  const opened = openDeviceResponse(bytes, MAX_PRESENTATION_BYTES);
  if (!opened.ok) return opened;
  const response = opened.value;
  if (hasProofs(response)) return refuse("proof_not_asked");
  const documents = asList(response.get("documents")) ?? [];
  if (documents.length === 0 || documents.length > maxDocuments) return refuse("document_count");
  const claimed: ClaimedDocument[] = [];
  for (const each of documents) {
    const document = asMap(each);
    const docType = document ? textAt(document, "docType") : null;
    if (!document || docType === null) return refuse("doctype_mismatch");
    if (!docTypes.includes(docType))
      return refuse(isDraftPhotoId(docType) ? "doctype_of_draft" : "doctype_mismatch");
    claimed.push({ docType, document });
  }
  return accept(claimed);
};
