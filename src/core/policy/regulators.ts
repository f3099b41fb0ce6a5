import type { MethodTraits } from "./method-id.ts";
import { EU_MEMBERS } from "./places.ts";
import { bindingOf, isRepeatable, type ProofKind } from "./proof-kind.ts";

// Which kinds of proof each regulator's list accepts. Packs, findings, practice statements and docs/policies.md ask here;
// regulator-clauses.ts has the source of each line, apart from it because the console's editor reads only this file.

export const REGULATORS = [
  "ofcom",
  "arcom",
  "kjm",
  "agcom",
  "commission",
  "esafety",
  "new_york",
  "anpd",
] as const;

export type Regulator = (typeof REGULATORS)[number];

/** `conditional`: it is named with a condition, which the clause says. */
export type Acceptance = "accepted" | "conditional" | "refused";

type List = {
  name: string;
  /** In years: a rule for a lower age is not what the list is about. */
  fromAge: number;
  places: readonly string[];
};

/** Whose list it is. Laws without a list are in places.ts. */
export const LISTS: Readonly<Record<Regulator, List>> = {
  ofcom: { name: "Ofcom", fromAge: 18, places: ["GB"] },
  arcom: { name: "ARCOM", fromAge: 18, places: ["FR"] },
  kjm: { name: "KJM", fromAge: 18, places: ["DE"] },
  agcom: { name: "AGCOM", fromAge: 18, places: ["IT"] },
  commission: { name: "European Commission", fromAge: 18, places: EU_MEMBERS },
  esafety: { name: "eSafety", fromAge: 16, places: ["AU"] },
  new_york: { name: "Attorney General of New York", fromAge: 18, places: ["US-NY"] },
  anpd: { name: "ANPD", fromAge: 18, places: ["BR"] },
};

/** Null: not on the published list, as far as we know. */
export const SAYS = {
  ofcom: {
    photo_id: null,
    photo_id_matching: "accepted",
    wallet: "accepted",
    identity_provider: "accepted",
    in_person: null,
    face_estimation: "accepted",
    credit_card: "accepted",
    mobile_operator: "accepted",
    open_banking: "accepted",
    email_estimation: "accepted",
    self_declared: "refused",
    repeated: null,
  },
  arcom: {
    photo_id: null,
    photo_id_matching: "conditional",
    wallet: "conditional",
    identity_provider: null,
    in_person: null,
    face_estimation: "conditional",
    credit_card: "refused",
    mobile_operator: null,
    open_banking: null,
    email_estimation: null,
    self_declared: "refused",
    repeated: null,
  },
  kjm: {
    photo_id: "refused",
    photo_id_matching: "accepted",
    wallet: null,
    identity_provider: "conditional",
    in_person: "accepted",
    face_estimation: "conditional",
    credit_card: "conditional",
    mobile_operator: "conditional",
    open_banking: "conditional",
    email_estimation: null,
    self_declared: "refused",
    repeated: "conditional",
  },
  agcom: {
    photo_id: null,
    photo_id_matching: null,
    wallet: "accepted",
    identity_provider: "conditional",
    in_person: null,
    face_estimation: null,
    credit_card: null,
    mobile_operator: "conditional",
    open_banking: "conditional",
    email_estimation: null,
    self_declared: "refused",
    repeated: null,
  },
  commission: {
    photo_id: null,
    photo_id_matching: "conditional",
    wallet: "accepted",
    identity_provider: "conditional",
    in_person: null,
    face_estimation: "refused",
    credit_card: null,
    mobile_operator: null,
    open_banking: null,
    email_estimation: null,
    self_declared: "refused",
    repeated: null,
  },
  esafety: {
    photo_id: "conditional",
    photo_id_matching: "conditional",
    wallet: null,
    identity_provider: null,
    in_person: null,
    face_estimation: "conditional",
    credit_card: null,
    mobile_operator: null,
    open_banking: null,
    email_estimation: null,
    self_declared: "refused",
    repeated: null,
  },
  new_york: {
    photo_id: "conditional",
    photo_id_matching: "conditional",
    wallet: null,
    identity_provider: null,
    in_person: null,
    face_estimation: "conditional",
    credit_card: null,
    mobile_operator: null,
    open_banking: null,
    email_estimation: "conditional",
    self_declared: null,
    repeated: null,
  },
  anpd: {
    photo_id: null,
    photo_id_matching: null,
    wallet: "conditional",
    identity_provider: null,
    in_person: null,
    face_estimation: null,
    credit_card: null,
    mobile_operator: null,
    open_banking: null,
    email_estimation: null,
    self_declared: "refused",
    repeated: null,
  },
} as const satisfies Record<Regulator, Record<ProofKind, Acceptance | null>>;

/** @returns null: not on the published list, as far as we know */
export const saysOf = (regulator: Regulator, kind: ProofKind): Acceptance | null => SAYS[regulator][kind];

/** Whether a list names the kind as one that it takes, with or without a condition. */
export const isListed = (regulator: Regulator, kind: ProofKind): boolean => {
  const says = saysOf(regulator, kind);
  return says === "accepted" || says === "conditional";
};

/**
 * Whose lists are about a rule for this place and age, a country's own before the Union's. A part of a country that has no
 * list has its country's.
 * @param age in years
 */
export const regulatorsAt = (place: string, age: number): Regulator[] => {
  const at = (where: string) => REGULATORS.filter((one) => LISTS[one].places.includes(where));
  const own = at(place);
  const found = own.length > 0 ? own : at(place.split("-")[0] ?? place);
  return found.filter((one) => age >= LISTS[one].fromAge);
};

/** What the lists say of a kind, in the order of `REGULATORS`; those that do not name it are in none. */
export const listsOn = (kind: ProofKind): Record<Acceptance, Regulator[]> => {
  const saying = (says: Acceptance) => REGULATORS.filter((one) => saysOf(one, kind) === says);
  return {
    accepted: saying("accepted"),
    conditional: saying("conditional"),
    refused: saying("refused"),
  };
};

/** Why a list does not take a document that no one is compared with, in words; null: it takes it, or says nothing about documents. */
const WHY_UNBOUND: Readonly<Record<Regulator, string | null>> = {
  ofcom: "what we know of Ofcom’s list names documents only where the face is compared",
  arcom: "ARCOM asks for a check that the person is there",
  kjm: "the KJM does not accept that for closed groups of adults",
  agcom: null,
  commission: "the European Commission asks for a high degree of certainty",
  esafety: null,
  new_york: null,
  anpd: null,
};

/**
 * Whose list does not take a document that no one is compared with, at this place and age (in years), a country's own
 * before the Union's, and why.
 * @returns null: every list takes it, or none says anything about documents
 */
export const unboundRefusal = (place: string, age: number): { regulator: Regulator; why: string } | null => {
  for (const regulator of regulatorsAt(place, age)) {
    const why = WHY_UNBOUND[regulator];
    if (why !== null) return { regulator, why };
  }
  return null;
};

/** What practice statements say about a method in the terms of lists. */
export const inTermsOfLists = ({
  proofKind,
  checksLiveness,
}: Pick<MethodTraits, "proofKind" | "checksLiveness">) => ({
  proofKind,
  binding: bindingOf(proofKind),
  checksLiveness,
  isRepeatable: isRepeatable(proofKind),
  lists: listsOn(proofKind),
});
