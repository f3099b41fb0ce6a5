import { X509Certificate } from "node:crypto";
import { attempt, type Result, refuse } from "../result.ts";
import { type CertificateUse, certificateUse } from "./extensions.ts";

/** A certificate with everything that the chain rules look at. */
export type Certificate = {
  x509: X509Certificate;
  der: Uint8Array;
  notBefore: Date;
  notAfter: Date;
  use: CertificateUse;
};

/** Reads one DER certificate. node:crypto also takes PEM, which no wallet message holds, so that is refused. */
export const readCertificate = (der: Uint8Array): Result<Certificate> => {
  const use = der[0] === 0x30 ? certificateUse(der) : null;
  if (!use) return refuse("certificate_malformed");
  return attempt(() => {
    const x509 = new X509Certificate(der);
    if (x509.raw.length !== der.length) throw new RangeError("bytes after the certificate");
    const notBefore = new Date(x509.validFrom);
    const notAfter = new Date(x509.validTo);
    if (Number.isNaN(notBefore.getTime()) || Number.isNaN(notAfter.getTime()))
      throw new RangeError("validity");
    return { x509, der, notBefore, notAfter, use };
  }, "certificate_malformed");
};
