import type { MethodTraits } from "#core/policy/method-id.ts";

/** Of a method that only a test has: it asks for nothing and answers every age. */
export const TRAITS: MethodTraits = {
  category: "verification",
  proofKind: "in_person",
  checksLiveness: false,
  needs: [],
  isDoubleBlind: false,
  answers: null,
};
