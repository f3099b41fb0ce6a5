import type { AgeAttestation } from "./age-over.ts";
import { decideAge } from "./age-over.ts";
import { accept, type Result, refuse } from "./result.ts";
import type { TrustAnchor } from "./trust/anchor.ts";

/** All that is left of a presentation. No name, no number, no digest, no key, no certificate. */
export type WalletProof = {
  minimumAge: number;
  isOver: boolean;
  /** Document type or vct. */
  credentialType: string;
  /** The trust anchor's label. */
  trustLabel: string;
  /** The wallet sent more than ages. It was not read; that it came is worth counting. */
  disclosedMore: boolean;
};

/** What a verified credential says about ages, whatever its format is. */
export type AgeStatement = {
  /** null: an age that is not yes or no. */
  attestations: readonly AgeAttestation[] | null;
  disclosedMore: boolean;
  anchor: TrustAnchor;
};

/**
 * What several credentials of one answer say together: all of their attestations count, so that two which contradict each
 * other prove nothing. The first that decides by itself is named; the same person's others are not.
 */
export const proofFromAll = (
  statements: readonly AgeStatement[],
  minimumAge: number,
): Result<WalletProof> => {
  const alone = statements.map((statement) => proofFrom(statement, minimumAge));
  const named = statements[alone.findIndex(({ ok }) => ok)] ?? statements[0];
  if (!named) return refuse("age_undetermined");
  const isReadable = statements.every(({ attestations }) => attestations !== null);
  const attestations = isReadable ? statements.flatMap((statement) => statement.attestations ?? []) : null;
  const disclosedMore = statements.some((statement) => statement.disclosedMore);
  return proofFrom({ attestations, disclosedMore, anchor: named.anchor }, minimumAge);
};

/** An honest "no" is a result. What cannot be decided is a refusal, and never a "no". */
export const proofFrom = (statement: AgeStatement, minimumAge: number): Result<WalletProof> => {
  const { attestations, disclosedMore, anchor } = statement;
  const decision = attestations ? decideAge(attestations, minimumAge) : "undetermined";
  if (decision === "undetermined") return refuse("age_undetermined");
  return accept({
    minimumAge,
    isOver: decision === "over",
    credentialType: anchor.credentialType,
    trustLabel: anchor.label,
    disclosedMore,
  });
};
