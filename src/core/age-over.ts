import { ageOn, ageSomewhere, type PlainDate } from "#core/age.ts";

/** What an answer tells the tenant: the age in years, or only which thresholds the age reaches. */
export const DISCLOSURES = ["age", "thresholds"] as const;

export type Disclosure = (typeof DISCLOSURES)[number];

/** The thresholds of one verification: the most there can be, and their bounds in years. */
export const THRESHOLDS = { most: 5, min: 5, max: 99 } as const;

/**
 * What is known about an age: at least `atLeast` years and below `below` years; null: unknown on that side.
 * An exact age is the narrowest band.
 */
export type AgeBand = { atLeast: number | null; below: number | null };

export const NOTHING_KNOWN: AgeBand = { atLeast: null, below: null };

/** @param age whole years */
export const bandOfAge = (age: number): AgeBand => ({ atLeast: age, below: age + 1 });

/**
 * What a birth date says about the age, wherever the person is. On a birthday, the new age stays open until
 * the day has begun everywhere on Earth, so no one is taken to be older or younger than they are.
 */
export const bandOfBirth = (birthDate: PlainDate, at: Date): AgeBand => ({
  atLeast: ageOn(birthDate, at),
  below: ageSomewhere(birthDate, at) + 1,
});

/** One statement of an issuer: "at least `threshold` years old: yes or no". */
export type AgeFact = { threshold: number; isOver: boolean };

/**
 * What facts say together: true at N also applies below N, false at N above it (ISO/IEC 18013-5 §7.2.5).
 * @returns null if they contradict each other: they then prove nothing
 */
export const bandOfFacts = (facts: readonly AgeFact[]): AgeBand | null => {
  const over = facts.filter(({ isOver }) => isOver).map(({ threshold }) => threshold);
  const under = facts.filter(({ isOver }) => !isOver).map(({ threshold }) => threshold);
  const atLeast = over.length === 0 ? null : Math.max(...over);
  const below = under.length === 0 ? null : Math.min(...under);
  return atLeast !== null && below !== null && below <= atLeast ? null : { atLeast, below };
};

/** Whether the age reaches a threshold; null if the band does not say. */
export const reaches = ({ atLeast, below }: AgeBand, threshold: number): boolean | null => {
  if (atLeast !== null && threshold <= atLeast) return true;
  return below !== null && threshold >= below ? false : null;
};

const factsAt = (band: AgeBand, thresholds: readonly number[]): AgeFact[] =>
  thresholds.flatMap((threshold) => {
    const isOver = reaches(band, threshold);
    return isOver === null ? [] : [{ threshold, isOver }];
  });

/** Reduces a band to what it says about the thresholds; anything else that was known is dropped. */
export const narrowTo = (band: AgeBand, thresholds: readonly number[]): AgeBand =>
  bandOfFacts(factsAt(band, thresholds)) ?? NOTHING_KNOWN;

/** Each threshold's answer, as in `{"13":true,"16":true,"18":false}`. */
export type AgeOver = Readonly<Record<string, boolean>>;

/** The answer for each threshold; a threshold that the band does not answer is absent. */
export const ageOverOf = (band: AgeBand, thresholds: readonly number[]): AgeOver =>
  Object.fromEntries(factsAt(band, thresholds).map(({ threshold, isOver }) => [threshold, isOver]));

/** A band in words: `16 to 17`, `18 or over`, `under 13`; null if nothing is known. */
export const bandText = ({ atLeast, below }: AgeBand): string | null => {
  if (atLeast === null) return below === null ? null : `under ${below}`;
  if (below === null) return `${atLeast} or over`;
  return below === atLeast + 1 ? `${atLeast}` : `${atLeast} to ${below - 1}`;
};

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
