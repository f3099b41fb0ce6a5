import { createPublicKey, type KeyObject } from "node:crypto";
import { toBase64Url } from "../bytes.ts";
import { bytesAt, type CborMap } from "../cbor/decode.ts";
import { type Result, refuse, tryResult, type WalletCode } from "../result.ts";

/** How one algorithm's signatures are checked with node:crypto. */
export type SignatureAlgorithm = {
  hash: "sha256" | "sha384" | "sha512";
  /**
   * OpenSSL's name of the curve: an algorithm without its curve would let a key be used for something that it
   * is not meant for.
   */
  curve: "prime256v1" | "secp384r1" | "secp521r1";
  /**
   * The length of r and s together: IEEE P1363, as COSE (RFC 9053 §2.1) and JOSE (RFC 7518 §3.4) write them.
   */
  signatureBytes: number;
};

const P256: SignatureAlgorithm = { hash: "sha256", curve: "prime256v1", signatureBytes: 64 };
const P384: SignatureAlgorithm = { hash: "sha384", curve: "secp384r1", signatureBytes: 96 };
const P521: SignatureAlgorithm = { hash: "sha512", curve: "secp521r1", signatureBytes: 132 };

/**
 * ES256, ES384, ES512 (RFC 9053 §2.1) and their names with a fixed curve, ESP256 and so on (RFC 9864 §2.1).
 */
export const COSE_ISSUER_ALGORITHMS: ReadonlyMap<unknown, SignatureAlgorithm> = new Map([
  [-7, P256],
  [-9, P256],
  [-35, P384],
  [-51, P384],
  [-36, P521],
  [-52, P521],
]);

/** Device keys live in secure hardware, which has P-256; other curves are neither accepted nor asked for. */
export const COSE_DEVICE_ALGORITHMS: ReadonlyMap<unknown, SignatureAlgorithm> = new Map([
  [-7, P256],
  [-9, P256],
]);

/** RFC 7518 §3.4. `none` and the HMACs are left out on purpose: they must never be here. */
export const JOSE_ISSUER_ALGORITHMS: ReadonlyMap<unknown, SignatureAlgorithm> = new Map([
  ["ES256", P256],
  ["ES384", P384],
  ["ES512", P521],
]);

export const JOSE_HOLDER_ALGORITHMS: ReadonlyMap<unknown, SignatureAlgorithm> = new Map([["ES256", P256]]);

/** RFC 9052 §7.1 and RFC 9053 §7.1.1. */
const KTY = 1;
const ALG = 3;
const CRV = -1;
const X = -2;
const Y = -3;
const EC2 = 2;
const P256_CURVE = 1;
const COORDINATE_BYTES = 32;
const ES256 = new Set<unknown>([undefined, -7, -9]);

/** A P-256 key by its coordinates in base64url. OpenSSL refuses a point that is not on the curve. */
export const p256Key = (x: string, y: string, code: WalletCode): Result<KeyObject> =>
  tryResult(() => createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x, y } }), code);

/** A P-256 device key; a compressed point is not accepted. */
export const deviceKeyFrom = (coseKey: CborMap): Result<KeyObject> => {
  const x = bytesAt(coseKey, X);
  const y = bytesAt(coseKey, Y);
  const isP256 = coseKey.get(KTY) === EC2 && coseKey.get(CRV) === P256_CURVE && ES256.has(coseKey.get(ALG));
  if (!isP256 || x?.length !== COORDINATE_BYTES || y?.length !== COORDINATE_BYTES)
    return refuse("device_key");
  return p256Key(toBase64Url(x), toBase64Url(y), "device_key");
};
