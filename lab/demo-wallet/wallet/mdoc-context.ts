import { createHash, randomBytes, X509Certificate } from "node:crypto";
import { CoseKey, type MdocContext } from "@owf/mdoc";
import { type EcJwk, signEs256, verifyEs256 } from "../issuer/keys.ts";

// What @owf/mdoc wants to be given: cryptography. Only that which a holder, an issuer and the benchmark use.

const HASHES = { "SHA-256": "sha256", "SHA-384": "sha384", "SHA-512": "sha512" } as const;

const notUsed = (): never => {
  throw new Error("not used in these tests");
};

const publicJwk = ({ jwk }: CoseKey) =>
  ({ kty: "EC", crv: "P-256", x: String(jwk.x), y: String(jwk.y) }) as const;
const privateJwk = (key: CoseKey): EcJwk => ({ ...publicJwk(key), d: String(key.jwk.d) });

export const mdocContext: MdocContext = {
  crypto: {
    random: (length) => new Uint8Array(randomBytes(length)),
    digest: ({ digestAlgorithm, bytes }) =>
      new Uint8Array(createHash(HASHES[digestAlgorithm]).update(bytes).digest()),
    calculateEphemeralMacKey: notUsed,
  },
  cose: {
    sign1: {
      sign: ({ toBeSigned, key }) => new Uint8Array(signEs256(privateJwk(key), toBeSigned)),
      verify: ({ sign1: { toBeSigned, signature }, key }) =>
        verifyEs256({ key: publicJwk(key), format: "jwk" }, toBeSigned, signature),
    },
    mac0: { sign: notUsed, verify: notUsed },
  },
  x509: {
    getIssuerNameField: ({ certificate, field }) => {
      const { issuer } = new X509Certificate(certificate);
      return issuer
        .split("\n")
        .flatMap((line) => (line.startsWith(`${field}=`) ? [line.slice(field.length + 1)] : []));
    },
    getPublicKey: ({ certificate }) =>
      CoseKey.fromJwk({ ...new X509Certificate(certificate).publicKey.export({ format: "jwk" }) }),
    verifyCertificateChain: ({ trustedCertificates, x5chain }) => {
      const [leaf] = x5chain.map((der) => new X509Certificate(der));
      const trusted = trustedCertificates.map((der) => new X509Certificate(der));
      const isTrusted = trusted.some((ca) => leaf?.checkIssued(ca) && leaf.verify(ca.publicKey));
      if (!isTrusted) throw new Error("untrusted");
    },
    getCertificateData: ({ certificate }) => {
      const read = new X509Certificate(certificate);
      return {
        issuerName: read.issuer,
        subjectName: read.subject,
        serialNumber: read.serialNumber,
        thumbprint: read.fingerprint256,
        notBefore: new Date(read.validFrom),
        notAfter: new Date(read.validTo),
        pem: read.toString(),
      };
    },
  },
};
