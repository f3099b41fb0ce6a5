import { DEFAULT_CREDENTIAL_TYPES, PID_MDOC, PID_SD_JWT } from "../credential-type.ts";
import type { TrustAnchor } from "./anchor.ts";
import { readPemAnchors } from "./read-pem.ts";
import { TEST_ISSUER_PEM } from "./test-issuer.ts";

const TYPES = [...DEFAULT_CREDENTIAL_TYPES, PID_MDOC, PID_SD_JWT];

/** The test issuer for every type, with the rule for signers that a real one has. For test verifications. */
export const TEST_ANCHORS: readonly TrustAnchor[] = TYPES.flatMap(({ type }) => {
  const read = readPemAnchors(TEST_ISSUER_PEM, {
    credentialType: type,
    source: "test",
    label: "Lintel test issuer",
  });
  return read.ok ? read.value : [];
});
