import { asDate } from "../cbor/date.ts";
import { decodeCbor } from "../cbor/decode.ts";
import { asEmbedded, asMap, type CborMap, mapAt, textAt } from "../cbor/read.ts";
import { accept, type Result, refuse } from "../result.ts";

/** ISO/IEC 18013-5 §9.1.2.4: what the issuer signed. Its maps may hold more than is known here. */
export type MobileSecurityObject = {
  version: string;
  docType: string;
  digestAlgorithm: string;
  /** Namespace to digestID to digest. */
  valueDigests: CborMap;
  deviceKey: CborMap;
  keyAuthorizations: CborMap | null;
  signed: Date;
  validFrom: Date;
  validUntil: Date;
};

/** Reads MobileSecurityObjectBytes, #6.24(bstr .cbor MobileSecurityObject). */
export const readMso = (payload: Uint8Array): Result<MobileSecurityObject> => {
  const outer = decodeCbor(payload);
  const embedded = outer.ok ? asEmbedded(outer.value) : null;
  const inner = embedded ? decodeCbor(embedded.content) : null;
  const mso = inner?.ok ? asMap(inner.value) : null;
  if (!mso) return refuse("mso_malformed");
  const validity = mapAt(mso, "validityInfo");
  const keyInfo = mapAt(mso, "deviceKeyInfo");
  const version = textAt(mso, "version");
  const docType = textAt(mso, "docType");
  const digestAlgorithm = textAt(mso, "digestAlgorithm");
  const valueDigests = mapAt(mso, "valueDigests");
  const deviceKey = asMap(keyInfo?.get("deviceKey"));
  const signed = asDate(validity?.get("signed"));
  const validFrom = asDate(validity?.get("validFrom"));
  const validUntil = asDate(validity?.get("validUntil"));
  if (version === null || docType === null || digestAlgorithm === null) return refuse("mso_malformed");
  if (!valueDigests || !signed || !validFrom || !validUntil) return refuse("mso_malformed");
  if (!deviceKey) return refuse("device_key");
  return accept({
    version,
    docType,
    digestAlgorithm,
    valueDigests,
    deviceKey,
    keyAuthorizations: asMap(keyInfo?.get("keyAuthorizations")),
    signed,
    validFrom,
    validUntil,
  });
};
