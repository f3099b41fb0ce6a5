import type { ProvingLevel } from "#core/assurance.ts";
import type { ProofKind } from "./proof-kind.ts";

/**
 * Every method of this version. A new method begins here: the compiler then names each table that must know
 * it. A tenant's identity providers share `oidc` and its vendors `vendor`: `oidc:<slug>`, `vendor:<kind>`.
 */
export const METHOD_IDS = ["document", "sandbox", "wallet", "voucher", "oidc", "vendor", "age_key"] as const;

export type MethodId = (typeof METHOD_IDS)[number];

/** What is true of a method wherever it runs, for rules that know only its id. */
export type MethodKind = {
  /** The lowest level that it proves; null: it has none. */
  proves: ProvingLevel | null;
  /** The least that it is: a tenant's own account may ask its company for more. */
  proofKind: ProofKind;
  /** It repeats an earlier proof: it cannot come first, and nothing new is learned from it. */
  isReuse?: true;
  /** Each tenant has its own; the id says which. */
  isTenantsOwn?: true;
  showsDocument?: true;
  leavesMark?: true;
  isByVoucher?: true;
  isOfTests?: true;
};

const KINDS: Readonly<Record<MethodId, MethodKind>> = {
  document: {
    proves: "document_photo_unsigned",
    proofKind: "photo_id",
    showsDocument: true,
    leavesMark: true,
  },
  sandbox: { proves: null, proofKind: "self_declared", isOfTests: true },
  wallet: { proves: "derived_device_bound", proofKind: "wallet" },
  voucher: { proves: "asserted_in_person", proofKind: "in_person", isByVoucher: true },
  oidc: { proves: "asserted_by_identity_provider", proofKind: "identity_provider", isTenantsOwn: true },
  vendor: {
    proves: "asserted_by_vendor",
    proofKind: "photo_id",
    isTenantsOwn: true,
    showsDocument: true,
  },
  age_key: { proves: null, proofKind: "repeated", isReuse: true },
};

/** `oidc` for `oidc:<slug>`; null: an id that this version does not know. */
export const sharedMethodId = (id: string): MethodId | null => {
  const shared = id.split(":")[0] ?? id;
  return METHOD_IDS.find((known) => known === shared) ?? null;
};

/** Null: an id that this version does not know. */
export const kindOf = (id: string): MethodKind | null => {
  const known = sharedMethodId(id);
  return known && KINDS[known];
};

/** What regulators' lists call it. */
export const proofKindOf = (id: MethodId): ProofKind => KINDS[id].proofKind;

/** Whether a person shows a document to it, so that a doubt may be whose it is. */
export const showsDocument = (id: string): boolean => kindOf(id)?.showsDocument === true;

/** Whether a tenant can have it keep a keyed mark of the document, which recognises the same one. */
export const leavesMark = (id: string): boolean => kindOf(id)?.leavesMark === true;

/** Whether a code that staff gave out decides, which is kept with the check. */
export const isByVoucher = (id: string): boolean => kindOf(id)?.isByVoucher === true;

/** Whether it is there only for tests. */
export const isOfTests = (id: string | null): boolean => id !== null && kindOf(id)?.isOfTests === true;

/** Whether a method repeats an earlier proof: it is not a choice for a person without one. */
export const isReuse = (id: string): boolean => kindOf(id)?.isReuse === true;

/** How an age is learned (ISO/IEC 27566-1 names these kinds). */
export const METHOD_CATEGORIES = ["verification", "estimation", "inference", "self_declared"] as const;

export type MethodCategory = (typeof METHOD_CATEGORIES)[number];

/** What a policy must know about a method as it runs here. */
export type MethodTraits = {
  category: MethodCategory;
  /** What regulators' lists call it: what ties the person to the proof follows from it. */
  proofKind: ProofKind;
  /** Whether it checks that a living person is there, not a picture of one. */
  checksLiveness: boolean;
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
