import { fromBase64 } from "../bytes.ts";
import { accept, type Result, refuse } from "../result.ts";
import { type Certificate, readCertificate } from "../x509/certificate.ts";
import { type TrustAnchor, USUAL_LIST_TYPES, usualEkus, VICAL_TYPE } from "./anchor.ts";
import { mayAnchor } from "./check-chain.ts";

const PEM = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g;
const MAX_CERTIFICATES = 500;

/** The subject's common name, else the whole subject on one line. */
const labelOf = ({ x509 }: Certificate): string =>
  /^CN=(.+)$/m.exec(x509.subject)?.[1] ?? x509.subject.replaceAll("\n", ", ");

type AnchorOptions = {
  credentialType: string;
  label?: string;
  /** Absent: the usual ones for the type; empty: none is required. */
  ekus?: readonly string[];
  /** For a provider of lists; absent: licences. */
  vouchesFor?: readonly string[];
};

/** An anchor from one certificate, valid as long as the certificate is. */
export const anchorFrom = (
  certificate: Certificate,
  options: AnchorOptions & { source: TrustAnchor["source"] },
): TrustAnchor => ({
  credentialType: options.credentialType,
  label: options.label ?? labelOf(certificate),
  certificate,
  validity: { from: certificate.notBefore, until: certificate.notAfter },
  ekus: options.ekus ?? usualEkus(options.credentialType),
  vouchesFor: options.credentialType === VICAL_TYPE ? (options.vouchesFor ?? USUAL_LIST_TYPES) : [],
  source: options.source,
});

/**
 * RFC 7468 §5: every certificate in a PEM text, or none of them. Text around them (`openssl` writes some) is
 * ignored.
 */
export const readPemAnchors = (
  pem: string,
  options: AnchorOptions & { source?: TrustAnchor["source"] },
): Result<TrustAnchor[]> => {
  const blocks = [...pem.matchAll(PEM)].map(([, body = ""]) => fromBase64(body.replaceAll(/\s/g, "")));
  if (blocks.length === 0 || blocks.length > MAX_CERTIFICATES) return refuse("certificate_malformed");
  const anchors: TrustAnchor[] = [];
  for (const der of blocks) {
    const certificate = der ? readCertificate(der) : refuse("certificate_malformed");
    if (!certificate.ok) return certificate;
    if (!mayAnchor(certificate.value)) return refuse("anchor_refused");
    anchors.push(anchorFrom(certificate.value, { ...options, source: options.source ?? "pem" }));
  }
  return accept(anchors);
};
