/** How an age is learned (ISO/IEC 27566-1 names these kinds). */
export const METHOD_CATEGORIES = ["verification", "estimation", "inference", "self_declared"] as const;

export type MethodCategory = (typeof METHOD_CATEGORIES)[number];

/** What a policy must know about a method. */
export type MethodTraits = {
  category: MethodCategory;
  /** What the person must have at hand: all of these. */
  needs: readonly ("camera" | "phone" | "identity_document")[];
  /** Whether neither the site learns the provider nor the provider the site. */
  isDoubleBlind: boolean;
  /** The ages, in years, that it is sure to answer; null: every age. */
  answers: readonly number[] | null;
};

/** What a person has at hand. */
export type Device = { hasCamera: boolean; hasPhone: boolean };

/** Whether a person with this device can use the method. */
export const isUsable = ({ needs }: Pick<MethodTraits, "needs">, { hasCamera, hasPhone }: Device): boolean =>
  (hasCamera || !needs.includes("camera")) && (hasPhone || !needs.includes("phone"));

/** Whether the method is sure to answer for an age in years. */
export const answersAge = ({ answers }: Pick<MethodTraits, "answers">, age: number): boolean =>
  answers === null || answers.includes(age);
