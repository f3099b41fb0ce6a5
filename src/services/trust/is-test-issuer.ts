import type { TrustAnchor } from "#methods/wallet/trust/anchor.ts";
import { readPemAnchors } from "#methods/wallet/trust/read-pem.ts";
import { TEST_ISSUER_PEM } from "#methods/wallet/trust/test-issuer.ts";

const read = readPemAnchors(TEST_ISSUER_PEM, { credentialType: "" });
const TEST_KEYS = read.ok ? read.value.map(({ certificate }) => certificate.x509.publicKey) : [];

/** Its private key is in everybody's hands: trusted by a row it would let anybody pass as anybody, in live mode too. */
export const isTestIssuer = ({ certificate }: Pick<TrustAnchor, "certificate">): boolean =>
  TEST_KEYS.some((key) => key.equals(certificate.x509.publicKey));
