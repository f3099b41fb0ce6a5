import { decodeCbor } from "../cbor/decode.ts";
import { asList, asMap, type CborMap, textAt } from "../cbor/read.ts";
import { MAX_PRESENTATION_BYTES } from "../limits.ts";
import { accept, type Result, refuse } from "../result.ts";

/** ISO/IEC 18013-5 §8.3.2.1.2.3: status 0 is OK. */
const OK = 0;

/**
 * The one document of a DeviceResponse (ISO/IEC 18013-5 §8.3.2.1.2.2). A response without documents, or with a
 * status of its own, is a refusal and not an empty success.
 * @param docTypes which types were asked for
 */
export const readDeviceResponse = (
  bytes: Uint8Array,
  docTypes: readonly string[],
): Result<{ docType: string; document: CborMap }> => {
  if (bytes.length > MAX_PRESENTATION_BYTES) return refuse("too_large");
  const decoded = decodeCbor(bytes);
  if (!decoded.ok) return decoded;
  const response = asMap(decoded.value);
  if (!response) return refuse("response_malformed");
  if (!/^1\.\d{1,3}$/.test(textAt(response, "version") ?? "")) return refuse("response_version");
  if (response.get("status") !== OK) return refuse("response_status");
  const documents = asList(response.get("documents"));
  const document = asMap(documents?.[0]);
  if (documents?.length !== 1 || !document) return refuse("document_count");
  const docType = textAt(document, "docType");
  if (docType === null || !docTypes.includes(docType)) return refuse("doctype_mismatch");
  return accept({ docType, document });
};
