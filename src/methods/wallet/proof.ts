import type { TrustAnchor } from "#methods/wallet/trust/anchor.ts";
import { accept, type Result, refuse } from "./result.ts";

/** One issuer's word: "at least `threshold` years old: yes or no". */
export type AgeAttestation = { threshold: number; isOver: boolean };

/**
 * The ages among named values; null when one is not yes or no. Every other value is dropped unread.
 * @param name what names an age, with its threshold as the first group
 */
export const agesIn = (values: Iterable<[string, unknown]>, name: RegExp): AgeAttestation[] | null => {
  const ages: AgeAttestation[] = [];
  for (const [key, isOver] of values) {
    const threshold = name.exec(key)?.[1];
    if (threshold === undefined) continue;
    if (typeof isOver !== "boolean") return null;
    ages.push({ threshold: Number(threshold), isOver });
  }
  return ages;
};

type AgeDecision = "over" | "under" | "undetermined";

/**
 * ISO/IEC 18013-5 §7.2.5: the nearest attestation answers. "Over 21" proves 18, "not over 16" disproves it; "over
 * 16" and "not over 21" say nothing about 18. Attestations that contradict each other prove nothing at all.
 */
export const decideAge = (attestations: readonly AgeAttestation[], minimumAge: number): AgeDecision => {
  const over = attestations.filter(({ isOver }) => isOver).map(({ threshold }) => threshold);
  const under = attestations.filter(({ isOver }) => !isOver).map(({ threshold }) => threshold);
  const highestOver = Math.max(-1, ...over);
  const lowestUnder = Math.min(Number.POSITIVE_INFINITY, ...under);
  if (lowestUnder <= highestOver) return "undetermined";
  if (highestOver >= minimumAge) return "over";
  return lowestUnder <= minimumAge ? "under" : "undetermined";
};

/** The higher threshold that is asked for beside the one that is needed: every licence and every EU proof has it. */
export const COMMON_THRESHOLD = 18;
const HIGHER_THRESHOLD = 21;

/**
 * Which thresholds can prove the age, in the order in which they are wanted: the one that says least about the person
 * first. Issuers attest few thresholds, so a check for 16 has to be content with "over 18".
 */
export const thresholdsFor = (minimumAge: number): number[] => [
  minimumAge,
  ...[COMMON_THRESHOLD, HIGHER_THRESHOLD].filter((threshold) => threshold > minimumAge),
];

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
