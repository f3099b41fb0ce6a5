import { type CredentialType, isMdoc, type MdocType } from "../credential-type.ts";
import type { AskedAges } from "../proof.ts";
import { type ProofAsking, type ProofOffer, proofOffer } from "../zk/offer.ts";
import { firstSet } from "./dcql.ts";
import { thresholdsAsked } from "./iso-mdoc.ts";

// What zero-knowledge proofs add to a question, where they are asked for.

/** The part of an expectation that a proof of these types is checked against; empty where none is asked for. */
export const proofsFor = (
  types: readonly MdocType[],
  asked: AskedAges,
  proofs: ProofAsking | null,
  wantedOf: typeof firstSet = thresholdsAsked,
): { proofs?: ProofOffer } => {
  const offer = proofOffer(types, asked, proofs, wantedOf);
  return offer ? { proofs: offer } : {};
};

/**
 * The same part for a DCQL query, whose plain part is content with one of several sets: a preferred proof says as much as the
 * first of them, which is what a wallet that has it in full would show.
 */
export const proofsInQuery = (
  types: readonly MdocType[],
  asked: AskedAges,
  proofs: ProofAsking | null,
): { proofs?: ProofOffer } =>
  proofsFor(types, asked, proofs, proofs?.policy === "prefer" ? firstSet : thresholdsAsked);

/** Why a wallet that has no type to be asked for has none. */
export const whyNoType = (proofs: ProofAsking | null | undefined): "no_proof" | "untrusted" =>
  proofs?.policy === "require" ? "no_proof" : "untrusted";

const provableOf = (types: readonly CredentialType[], asked: AskedAges, proofs: ProofAsking | null) =>
  proofsFor(types.filter(isMdoc), asked, proofs).proofs?.types ?? {};

/** Whether a question about these types asks for any proof. */
export const asksForProof = (...question: Parameters<typeof provableOf>): boolean =>
  Object.keys(provableOf(...question)).length > 0;

/** What can be asked of these types: where a proof is required, only those of which one can be taken. */
export const answerable = (
  types: readonly CredentialType[],
  asked: AskedAges,
  proofs: ProofAsking | null,
): readonly CredentialType[] => {
  if (proofs?.policy !== "require") return types;
  const offered = provableOf(types, asked, proofs);
  return types.filter(({ type }) => Object.hasOwn(offered, type));
};
