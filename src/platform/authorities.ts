import { X509Certificate } from "node:crypto";
import { getCACertificates, setDefaultCACertificates } from "node:tls";

// Whose certificates this process trusts. The operator's own authorities count wherever the operator has named the other side
// (database, identity provider, Redis, mail server, collectors), and nowhere that a tenant has: tenants' connections say which
// they believe (platform/webhooks/connect.ts), and all others take the process's.

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

const isReadable = (pem: string): boolean => {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
};

/** The certificates of a text in PEM, one by one. @throws Error where there is none, or one that cannot be read */
export const certificatesIn = (text: string): string[] => {
  const found = text.match(CERTIFICATE) ?? [];
  if (found.length === 0)
    throw new Error(
      "expected certificates in PEM, -----BEGIN CERTIFICATE-----; `openssl x509 -inform der` makes it of a binary file",
    );
  if (!found.every(isReadable))
    throw new Error("expected certificates in PEM, and one of them cannot be read");
  return found;
};

/** What Node trusts by itself, with NODE_EXTRA_CA_CERTS; null: it is what the process trusts. */
let ofNode: readonly string[] | null = null;

/** Makes this process trust these authorities in addition to Node's, and none of an earlier call. @param certificates PEM, one in each text */
export const addAuthorities = (certificates: readonly string[]): void => {
  if (certificates.length === 0 && ofNode === null) return;
  ofNode ??= getCACertificates("default");
  setDefaultCACertificates([...ofNode, ...certificates]);
};

/**
 * The options of a TLS connection to an address that a tenant named: Node's authorities without those that were added.
 * @param more PEM, trusted there as well
 */
export const authoritiesForTenants = (more: readonly string[] = []): { ca?: string[] } =>
  ofNode === null && more.length === 0 ? {} : { ca: [...(ofNode ?? getCACertificates("default")), ...more] };

/** Those of the process with one more, for connections that an own setting is for. @param extra PEM; undefined: none */
export const authoritiesWith = (extra: string | undefined): { ca?: string[] } =>
  extra === undefined ? {} : { ca: [...getCACertificates("default"), extra] };
