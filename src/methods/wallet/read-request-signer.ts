import { createPrivateKey, X509Certificate } from "node:crypto";
import type { RequestSigner } from "./openid4vp/request-signer.ts";

const CERTIFICATES = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * The key and chain that requests are signed with, from their PEM files.
 * @throws RangeError when they do not belong together, are not P-256, or the certificate signed itself (HAIP 1.0 §5.1)
 */
export const readRequestSigner = (keyPem: string, chainPem: string): RequestSigner => {
  const privateKey = createPrivateKey(keyPem);
  const chain = [...chainPem.matchAll(CERTIFICATES)].map(([pem]) => new X509Certificate(pem));
  const [signer, ...above] = chain;
  if (!signer) throw new RangeError("the chain holds no certificate");
  if (privateKey.asymmetricKeyDetails?.namedCurve !== "prime256v1") {
    throw new RangeError("the key is not a P-256 key");
  }
  if (!signer.checkPrivateKey(privateKey)) {
    throw new RangeError("the chain's first certificate is not the key's");
  }
  if (signer.checkIssued(signer))
    throw new RangeError("the certificate is self-signed, which wallets refuse");
  // The root is what wallets have; it is not sent along.
  const sent = above.filter((certificate) => !certificate.checkIssued(certificate));
  return { privateKey, chain: [new Uint8Array(signer.raw), ...sent.map(({ raw }) => new Uint8Array(raw))] };
};
