import { createHash, randomBytes, X509Certificate } from "node:crypto";
import type { CallbackContext, HashAlgorithm } from "@openid4vc/oauth2";
import { CompactEncrypt, compactVerify, importJWK } from "jose";

// What @openid4vc wants to be given: cryptography, and a way to fetch a request.

const hash = (data: Uint8Array, algorithm: HashAlgorithm): Uint8Array =>
  new Uint8Array(createHash(algorithm).update(data).digest());

export const callbacks = (fetchRequest: CallbackContext["fetch"]): CallbackContext => ({
  hash,
  generateRandom: (length) => new Uint8Array(randomBytes(length)),
  signJwt: () => Promise.reject(new Error("this wallet signs nothing itself")),
  decryptJwe: () => ({ decrypted: false }),
  encryptJwe: async (encryptor, data) => {
    const jwk = encryptor.publicJwk;
    const key = await importJWK({ kty: "EC", crv: "P-256", x: jwk.x ?? "", y: jwk.y ?? "" }, "ECDH-ES");
    const jwe = await new CompactEncrypt(new TextEncoder().encode(data))
      .setProtectedHeader({ alg: "ECDH-ES", enc: encryptor.enc, kid: jwk.kid ?? "" })
      .encrypt(key);
    return { jwe, encryptionJwk: jwk };
  },
  verifyJwt: async (signer, { compact }) => {
    if (signer.method !== "x5c") return { verified: false };
    const { publicKey } = new X509Certificate(Buffer.from(signer.x5c[0] ?? "", "base64"));
    const { kty = "", crv = "", x = "", y = "" } = publicKey.export({ format: "jwk" });
    const verified: boolean = await compactVerify(compact, publicKey, { algorithms: ["ES256"] }).then(
      () => true,
      () => false,
    );
    return verified ? { verified, signerJwk: { kty, crv, x, y } } : { verified };
  },
  getX509CertificateMetadata: (certificate) => {
    const names = new X509Certificate(Buffer.from(certificate, "base64")).subjectAltName ?? "";
    return { sanDnsNames: [...names.matchAll(/DNS:([^,]+)/g)].map(([, name = ""]) => name), sanUriNames: [] };
  },
  clientAuthentication: () => undefined,
  ...(fetchRequest ? { fetch: fetchRequest } : {}),
});
