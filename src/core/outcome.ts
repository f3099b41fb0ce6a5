/** What a decision says. */
export type Outcome = "approved" | "rejected";

/** A decision that was reached, whoever reached it: what a completed verification keeps. */
export type Decision = {
  outcome: Outcome;
  /** The method that proved the age. */
  method: string;
  verifiedAge: number | null;
  /** 0 to 1, or null where nobody gave one. */
  confidence: number | null;
  documentType: string | null;
  /** Whether its document came more often than the tenant thinks normal; null or absent: not looked at. */
  documentReused?: boolean | null;
  assurance: string | null;
  reason: string | null;
};

/** Old enough, at the age in whole years. */
export const outcomeForAge = (age: number, minimumAge: number): Outcome =>
  age >= minimumAge ? "approved" : "rejected";

/**
 * Whether an approval proves 18: the age is known to be at least 18, or what was asked for was.
 * An approval at 16 of a person whose age is unknown says nothing about 18.
 */
export const provesOver18 = (approval: { verifiedAge: number | null; minimumAge: number }): boolean =>
  approval.verifiedAge === null ? approval.minimumAge >= 18 : approval.verifiedAge >= 18;
