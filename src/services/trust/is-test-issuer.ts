import type { TrustAnchor } from "#methods/wallet/trust/anchor.ts";
import { TEST_ANCHORS } from "#methods/wallet/trust/test-anchors.ts";

/** Its private key is in everybody's hands: trusted by a row it would let anybody pass as anybody, in live mode too. */
export const isTestIssuer = ({ certificate }: Pick<TrustAnchor, "certificate">): boolean =>
  TEST_ANCHORS.some((test) => test.certificate.x509.publicKey.equals(certificate.x509.publicKey));
