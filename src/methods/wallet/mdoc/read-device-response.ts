import { asList, asMap, type CborMap, decodeCbor, textAt } from "#methods/wallet/cbor/decode.ts";
import { isDraftPhotoId } from "#methods/wallet/credential-type.ts";
import { accept, type Result, refuse } from "#methods/wallet/result.ts";
import { MAX_PRESENTATION_BYTES } from "#methods/wallet/settings.ts";

/** ISO/IEC 18013-5 §8.3.2.1.2.3: status 0 is OK. */
const OK = 0;

export type ClaimedDocument = { docType: string; document: CborMap };

/**
 * The documents of a DeviceResponse (ISO/IEC 18013-5 §8.3.2.1.2.2), at least one. A response without
 * documents, or with another status, is refused rather than treated as an empty success.
 * @param options.docTypes which types were asked for
 * @param options.maxDocuments how many may come
 */
export const readDeviceResponse = (
  bytes: Uint8Array,
  { docTypes, maxDocuments }: { docTypes: readonly string[]; maxDocuments: number },
): Result<ClaimedDocument[]> => {
  if (bytes.length > MAX_PRESENTATION_BYTES) return refuse("too_large");
  const decoded = decodeCbor(bytes);
  if (!decoded.ok) return decoded;
  const response = asMap(decoded.value);
  if (!response) return refuse("response_malformed");
  if (!/^1\.\d{1,3}$/.test(textAt(response, "version") ?? "")) return refuse("response_version");
  if (response.get("status") !== OK) return refuse("response_status");
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
