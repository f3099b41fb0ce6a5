import { thresholdsFor } from "../age-over.ts";
import { toBase64Url } from "../bytes.ts";
import { CBOR_FALSE, cborEmbedded, cborList, cborMap, cborText } from "../cbor/encode.ts";
import type { MdocType } from "../credential-type.ts";

const COMMON_THRESHOLD = 18;

/**
 * There is no "one of these" here: everything that is asked for is given, if the person agrees. So beside the
 * threshold itself only the one that every issuer attests is asked for, and only if it suffices.
 */
const elementsFor = (minimumAge: number): string[] =>
  thresholdsFor(minimumAge)
    .filter((threshold) => threshold === minimumAge || threshold === COMMON_THRESHOLD)
    .map((threshold) => `age_over_${String(threshold).padStart(2, "0")}`);

/** ISO/IEC 18013-5 §8.3.2.1.2.1: ItemsRequest; each element with IntentToRetain false. */
const itemsRequest = ({ type, nameSpace }: MdocType, minimumAge: number): Uint8Array => {
  const elements = elementsFor(minimumAge).map((name) => [cborText(name), CBOR_FALSE] as const);
  return cborMap(
    [cborText("docType"), cborText(type)],
    [cborText("nameSpaces"), cborMap([cborText(nameSpace), cborMap(...elements)])],
  );
};

/** ISO/IEC 18013-5 §8.3.2.1.2.1: DeviceRequest without reader authentication, in base64url. */
export const deviceRequest = (types: readonly MdocType[], minimumAge: number): string =>
  toBase64Url(
    cborMap(
      [cborText("version"), cborText("1.0")],
      [
        cborText("docRequests"),
        cborList(
          ...types.map((type) =>
            cborMap([cborText("itemsRequest"), cborEmbedded(itemsRequest(type, minimumAge))]),
          ),
        ),
      ],
    ),
  );
