import { KNOWN_CREDENTIAL_TYPES } from "../credential-type.ts";
import type { TrustAnchor } from "./anchor.ts";
import { readPemAnchors } from "./read-pem.ts";
import { TEST_ISSUER_PEM } from "./test-issuer.ts";

/** The test issuer for every type, with the rule for signers that a real one has. For test verifications. */
export const TEST_ANCHORS: readonly TrustAnchor[] = KNOWN_CREDENTIAL_TYPES.flatMap(({ type }) => {
  const read = readPemAnchors(TEST_ISSUER_PEM, {
    credentialType: type,
    source: "test",
    label: "Lintel test issuer",
  });
  return read.ok ? read.value : [];
});
