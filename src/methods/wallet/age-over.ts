/** One issuer's word: "at least `threshold` years old: yes or no". */
export type AgeAttestation = { threshold: number; isOver: boolean };

export type AgeDecision = "over" | "under" | "undetermined";

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
const COMMON_THRESHOLD = 18;
const HIGHER_THRESHOLD = 21;

/**
 * Which thresholds can prove the age, in the order in which they are wanted: the one that says least about the person
 * first. Issuers attest few thresholds, so a check for 16 has to be content with "over 18".
 */
export const thresholdsFor = (minimumAge: number): number[] => [
  minimumAge,
  ...[COMMON_THRESHOLD, HIGHER_THRESHOLD].filter((threshold) => threshold > minimumAge),
];
