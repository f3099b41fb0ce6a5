// Whose word counts: trust anchors, and the lists that they come in.

export { ANCHOR_TYPES, type TrustAnchor, usualEkus, VICAL_TYPE } from "./trust/anchor.ts";
export { mayAnchor } from "./trust/check-chain.ts";
export { anchorFrom, readPemAnchors } from "./trust/read-pem.ts";
export { TEST_ANCHORS } from "./trust/test-anchors.ts";
export { type EuListEntry, readEuList } from "./trust-lists/read-eu-list.ts";
export { readVical, type Vical } from "./trust-lists/read-vical.ts";
