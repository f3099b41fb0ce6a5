import type { Circuit } from "./circuits.ts";

/** One data element, its value as the wallet wrote it: the circuit reads these bytes. */
export type ProvedElement = { name: string; value: Uint8Array };

/**
 * What a zero-knowledge proof is said to prove: someone holds a credential of this type, signed by this issuer and valid at
 * this time, with these elements in this order, and its device signed this session.
 */
export type ProvedClaim = {
  circuit: Circuit;
  docType: string;
  nameSpace: string;
  /** In the order in which the wallet names them: another order is another claim. */
  elements: readonly ProvedElement[];
  /** `YYYY-MM-DDTHH:MM:SSZ`. */
  time: string;
  /** DER, the signer of the credential first; already checked. The proof is about the first one's key. */
  issuerChain: readonly [Uint8Array, ...Uint8Array[]];
  /** ISO/IEC 18013-5 §9.1.5.1, encoded. */
  transcript: Uint8Array;
};

/** `unavailable`: it cannot be verified now. It never counts as valid. */
export type ProofVerdict = "valid" | "invalid" | "unavailable";

/** Decides whether a proof proves a claim, and nothing else: whom to trust and what was asked is checked before. */
export interface ProofVerifier {
  /** Which program decided, for the record of a verification and for practice statements. */
  readonly name: string;
  /** Never throws. */
  verify(claim: ProvedClaim, proof: Uint8Array): Promise<ProofVerdict>;
}
