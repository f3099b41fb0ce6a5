import type { WalletExpectation } from "./expectation.ts";
import type { WalletProof } from "./proof.ts";
import { PASSED, type Result, refuse } from "./result.ts";
import type { VerifiedCredential } from "./status/status-claim.ts";
import type { StatusLists } from "./status/status-lists.ts";
import type { TrustAnchor } from "./trust/anchor.ts";
import { verifyWalletResponse } from "./verify-response.ts";
import type { ProofJudging } from "./zk/verify-proof.ts";

/** What was asked: one expectation for a link, one for each protocol that the Digital Credentials API was offered. */
type WhatWasAsked = {
  expectations: readonly WalletExpectation[];
  /** The issuers whose word counts. */
  anchors: readonly TrustAnchor[];
  /** Null: no list is consulted. */
  lists?: StatusLists | null | undefined;
  /** What judges zero-knowledge proofs; null or absent: nothing does. */
  judging?: ProofJudging | null | undefined;
};

/**
 * An answer belongs to the expectation whose protocol it came in. Where several share a protocol
 * (`org-iso-mdoc` has one for each type), it belongs to the one whose key it was sealed to: no other key
 * opens it.
 */
export const verifyAnswer = async (
  body: Uint8Array,
  { expectations, anchors, lists = null, judging = null }: WhatWasAsked,
  now: Date,
): Promise<Result<WalletProof>> => {
  let refusal = refuse("protocol_mismatch");
  for (const expectation of expectations) {
    const credentials: VerifiedCredential[] = [];
    const onVerified = (credential: VerifiedCredential) => void credentials.push(credential);
    const result = await verifyWalletResponse(body, expectation, { anchors, now, judging, onVerified });
    if (result.ok) {
      // Last: no list is fetched for a credential that no trusted issuer has signed.
      const standing = (await lists?.check(credentials)) ?? PASSED;
      return standing.ok ? result : standing;
    }
    const isForAnother = result.code === "protocol_mismatch" || result.code === "decryption_failed";
    if (!isForAnother) return result;
    if (result.code === "decryption_failed") refusal = result;
  }
  return refusal;
};
