import { entryFor } from "#core/json.ts";

// What is wrong with the certificate of a server that this service connects to.

export type CertificateFault = "unknown_authority" | "expired" | "not_yet_valid" | "other_name" | "refused";

/** The codes of OpenSSL's check as Node spells them (X509_STORE_CTX_get_error(3)), and of Node's own comparison of names. */
const FAULTS: Readonly<Record<string, CertificateFault>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: "unknown_authority",
  SELF_SIGNED_CERT_IN_CHAIN: "unknown_authority",
  // Of a chain that ends too early: an authority that is not known, or a server that leaves out what is between.
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "unknown_authority",
  UNABLE_TO_GET_ISSUER_CERT: "unknown_authority",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "unknown_authority",
  CERT_UNTRUSTED: "unknown_authority",
  CERT_HAS_EXPIRED: "expired",
  CERT_NOT_YET_VALID: "not_yet_valid",
  ERR_TLS_CERT_ALTNAME_INVALID: "other_name",
  HOSTNAME_MISMATCH: "other_name",
  CERT_REVOKED: "refused",
  CERT_REJECTED: "refused",
  CERT_SIGNATURE_FAILURE: "refused",
  CERT_CHAIN_TOO_LONG: "refused",
  PATH_LENGTH_EXCEEDED: "refused",
  INVALID_CA: "refused",
  INVALID_PURPOSE: "refused",
};

/** `fetch` and Prisma wrap an error once or twice. */
const MOST_CAUSES = 5;

/** Why a connection's certificate was not trusted, from the error of the connection or its causes; null: another failure. */
export const certificateFaultOf = (error: unknown): CertificateFault | null => {
  let each = error;
  for (let depth = 0; depth < MOST_CAUSES && each instanceof Error; depth += 1) {
    const code: unknown = Reflect.get(each, "code");
    const fault = typeof code === "string" ? entryFor(FAULTS, code) : undefined;
    if (fault !== undefined) return fault;
    each = each.cause;
  }
  return null;
};

/** What is wrong and what an operator does about it, as the end of a sentence. */
export const CERTIFICATE_WORDS: Readonly<Record<CertificateFault, string>> = {
  unknown_authority:
    "its certificate is signed by an authority that is not known here; name the authority's file as EXTRA_CA_FILE",
  expired: "its certificate has expired; renew it on the server",
  not_yet_valid: "its certificate is not valid yet; compare the clocks of both machines",
  other_name: "its certificate is for another name; use the name that it was issued for as the host",
  refused: "its certificate is not accepted; look at its chain, and at what it may be used for",
};
