import { fromBase64 } from "../bytes.ts";
import { accept, type Result, refuse } from "../result.ts";
import { type Certificate, readCertificate } from "../x509/certificate.ts";
import { type TrustAnchor, usualEku } from "./anchor.ts";

const PEM = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g;
const MAX_CERTIFICATES = 500;

/** The subject's common name, else the whole subject on one line. */
const labelOf = ({ x509 }: Certificate): string =>
  /^CN=(.+)$/m.exec(x509.subject)?.[1] ?? x509.subject.replaceAll("\n", ", ");

/** An anchor from one certificate, valid as long as the certificate is. */
export const anchorFrom = (
  certificate: Certificate,
  options: { credentialType: string; source: TrustAnchor["source"]; label?: string; eku?: string | null },
): TrustAnchor => ({
  credentialType: options.credentialType,
  label: options.label ?? labelOf(certificate),
  certificate,
  validity: { from: certificate.notBefore, until: certificate.notAfter },
  eku: options.eku === undefined ? usualEku(options.credentialType) : options.eku,
  source: options.source,
});

/** RFC 7468 §5: every certificate of a PEM text, all or none. Text around them (`openssl` writes some) is left alone. */
export const readPemAnchors = (
  pem: string,
  options: { credentialType: string; label?: string; eku?: string | null; source?: TrustAnchor["source"] },
): Result<TrustAnchor[]> => {
  const blocks = [...pem.matchAll(PEM)].map(([, body = ""]) => fromBase64(body.replaceAll(/\s/g, "")));
  if (blocks.length === 0 || blocks.length > MAX_CERTIFICATES) return refuse("certificate_malformed");
  const anchors: TrustAnchor[] = [];
  for (const der of blocks) {
    const certificate = der ? readCertificate(der) : refuse("certificate_malformed");
    if (!certificate.ok) return certificate;
    anchors.push(anchorFrom(certificate.value, { ...options, source: options.source ?? "pem" }));
  }
  return accept(anchors);
};
