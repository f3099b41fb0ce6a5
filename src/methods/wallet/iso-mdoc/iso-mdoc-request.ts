import { fromBase64Url, toBase64Url } from "../bytes.ts";
import { cborBytes, cborInt, cborList, cborMap, cborText } from "../cbor/encode.ts";
import type { MdocType } from "../credential-type.ts";
import type { IsoMdocExpectation } from "../expectation.ts";
import type { PublicJwk } from "../transaction-key.ts";
import { deviceRequest } from "./device-request.ts";

/** RFC 9052 §7 with RFC 9053 §7.1.1: {1: EC2, -1: P-256, -2: x, -3: y}. */
const coseKey = ({ x, y }: PublicJwk): Uint8Array =>
  cborMap(
    [cborInt(1), cborInt(2)],
    [cborInt(-1), cborInt(1)],
    [cborInt(-2), cborBytes(fromBase64Url(x) ?? new Uint8Array())],
    [cborInt(-3), cborBytes(fromBase64Url(y) ?? new Uint8Array())],
  );

/** ISO/IEC TS 18013-7 Annex C.2: EncryptionInfo = ["dcapi", {nonce, recipientPublicKey}], in base64url. */
export const encryptionInfo = (nonce: Uint8Array, key: PublicJwk): string =>
  toBase64Url(
    cborList(
      cborText("dcapi"),
      cborMap([cborText("nonce"), cborBytes(nonce)], [cborText("recipientPublicKey"), coseKey(key)]),
    ),
  );

/**
 * ISO/IEC TS 18013-7 Annex C.1. Unsigned: the browser vouches for the origin, which is in the transcript.
 * @param type the one that is asked for
 */
export const isoMdocRequest = (expectation: IsoMdocExpectation, type: MdocType) => ({
  protocol: "org-iso-mdoc",
  data: {
    deviceRequest: deviceRequest([type], expectation.minimumAge),
    encryptionInfo: expectation.encryptionInfo,
  },
});
