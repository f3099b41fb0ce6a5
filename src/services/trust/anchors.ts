import { type AnchorRow, listAnchors } from "#data/trust-anchors.ts";
import type { TrustAnchor } from "#methods/wallet/trust/anchor.ts";
import { VICAL_TYPE } from "#methods/wallet/trust/vical-type.ts";
import { readCertificate } from "#methods/wallet/x509/certificate.ts";
import type { Deps } from "../context.ts";
import { isTestIssuer } from "./is-test-issuer.ts";

// A row whose certificate cannot be read any more vouches for nobody; nor does one that somebody wrote past the checks.
const toAnchor = (row: AnchorRow): TrustAnchor[] => {
  const { credentialType, label, eku, source, validFrom: from, validUntil: until } = row;
  const certificate = readCertificate(new Uint8Array(row.certificate));
  if (!certificate.ok || isTestIssuer({ certificate: certificate.value })) return [];
  return [{ credentialType, label, eku, source, certificate: certificate.value, validity: { from, until } }];
};

/** Whose signature counts for these types of credential, as of this moment. */
export const anchorsFor = async (
  { db }: Pick<Deps, "db">,
  credentialTypes: readonly string[],
): Promise<TrustAnchor[]> => (await listAnchors(db.orm, credentialTypes)).flatMap(toAnchor);

/** The providers of lists that an operator pinned by hand: no list vouches for another's provider. */
export const pinnedProviders = async (deps: Pick<Deps, "db">): Promise<TrustAnchor[]> =>
  (await anchorsFor(deps, [VICAL_TYPE])).filter(({ source }) => source === "pem");
