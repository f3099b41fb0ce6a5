import { createPublicKey, type KeyObject } from "node:crypto";
import { toBase64Url } from "../bytes.ts";
import { bytesAt, type CborMap } from "../cbor/read.ts";
import { attempt, type Result, refuse } from "../result.ts";

/** RFC 9052 §7.1 and RFC 9053 §7.1.1. */
const KTY = 1;
const ALG = 3;
const CRV = -1;
const X = -2;
const Y = -3;
const EC2 = 2;
const P256 = 1;
const COORDINATE_BYTES = 32;
const ES256 = new Set<unknown>([undefined, -7, -9]);

/** A P-256 device key. OpenSSL refuses a point that is not on the curve; a compressed one is not accepted. */
export const deviceKeyFrom = (coseKey: CborMap): Result<KeyObject> => {
  const x = bytesAt(coseKey, X);
  const y = bytesAt(coseKey, Y);
  const isP256 = coseKey.get(KTY) === EC2 && coseKey.get(CRV) === P256 && ES256.has(coseKey.get(ALG));
  if (!isP256 || x?.length !== COORDINATE_BYTES || y?.length !== COORDINATE_BYTES)
    return refuse("device_key");
  return attempt(
    () =>
      createPublicKey({
        format: "jwk",
        key: { kty: "EC", crv: "P-256", x: toBase64Url(x), y: toBase64Url(y) },
      }),
    "device_key",
  );
};
