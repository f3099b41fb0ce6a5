import { type AgeBand, type AgeOver, ageOverOf, narrowTo } from "@lintel/age";

export {
  type AgeBand,
  type AgeFact,
  type AgeOver,
  ageOverOf,
  bandOfAge,
  bandOfBirth,
  bandOfFacts,
  bandText,
  NOTHING_KNOWN,
  narrowTo,
  reaches,
  THRESHOLDS,
} from "@lintel/age";

/** What an answer tells the tenant: the age in years, or only which thresholds the age reaches. */
export const DISCLOSURES = ["age", "thresholds"] as const;

export type Disclosure = (typeof DISCLOSURES)[number];

/** What a verification or a token stores about thresholds. */
export type StoredThresholds = {
  /** Ascending; empty: none were asked for, and nothing is stored or answered about them. */
  thresholds: number[];
  /** The highest of the thresholds that the person reaches. */
  ageAtLeast: number | null;
  /** The lowest of the thresholds that the person does not reach. */
  ageBelow: number | null;
};

/** `ageOver` and `band` as the interface returns them; empty if no thresholds were asked for. */
export const ageAnswerOf = ({
  thresholds,
  ageAtLeast: atLeast,
  ageBelow: below,
}: StoredThresholds): { ageOver?: AgeOver; band?: AgeBand } => {
  if (thresholds.length === 0) return {};
  const band = { atLeast, below };
  return { ageOver: ageOverOf(band, thresholds), band };
};

/** What a method or the tenant learned about an age. */
type Learned = {
  /** Whole years; null if not learned. */
  age: number | null;
  band: AgeBand;
  isApproved: boolean;
};

/**
 * The part of it that is stored. With disclosure `thresholds`, no age in years; with thresholds, no age of a
 * rejected person either; with neither, what the interface answered before there were thresholds.
 */
export const keptOf = (
  { age, band, isApproved }: Learned,
  { thresholds, disclosure }: { thresholds: readonly number[]; disclosure: Disclosure },
): { verifiedAge: number | null; ageAtLeast: number | null; ageBelow: number | null } => {
  const { atLeast: ageAtLeast, below: ageBelow } = narrowTo(band, thresholds);
  const keepsAge = disclosure === "age" && (isApproved || thresholds.length === 0);
  return { verifiedAge: keepsAge ? age : null, ageAtLeast, ageBelow };
};
