// What kind of proof a method is, in the words that regulators' lists use: regulators.ts says what each list accepts.

/**
 * `photo_id`: a document is shown, and no one is compared with it. `photo_id_matching`: the person's face is compared
 * with it. `in_person`: a member of staff saw the person and the document. `repeated`: an earlier proof is shown again.
 */
export const PROOF_KINDS = [
  "photo_id",
  "photo_id_matching",
  "wallet",
  "identity_provider",
  "in_person",
  "face_estimation",
  "credit_card",
  "mobile_operator",
  "open_banking",
  "email_estimation",
  "self_declared",
  "repeated",
] as const;

export type ProofKind = (typeof PROOF_KINDS)[number];

/** What ties the person at the screen to the proof. */
export const BINDINGS = ["nothing", "face", "device_key", "sign_in", "in_person"] as const;

export type Binding = (typeof BINDINGS)[number];

const NAMES: Readonly<Record<ProofKind, string>> = {
  photo_id: "photo of a document, compared with no one",
  photo_id_matching: "photo of a document, compared with the person’s face",
  wallet: "digital identity wallet",
  identity_provider: "sign-in with an electronic identity",
  in_person: "document seen in person",
  face_estimation: "estimate from a face",
  credit_card: "credit card",
  mobile_operator: "mobile operator",
  open_banking: "open banking",
  email_estimation: "estimate from an e-mail address",
  self_declared: "stated age",
  repeated: "earlier proof, repeated by a passkey",
};

const BOUND_BY: Readonly<Record<ProofKind, Binding>> = {
  photo_id: "nothing",
  photo_id_matching: "face",
  wallet: "device_key",
  identity_provider: "sign_in",
  in_person: "in_person",
  face_estimation: "face",
  // Whose card, contract or address it is stays unknown.
  credit_card: "nothing",
  mobile_operator: "nothing",
  open_banking: "sign_in",
  email_estimation: "nothing",
  self_declared: "nothing",
  repeated: "device_key",
};

/** An estimate or a stated age is not known well enough, and a key from a key would never end. */
const REPEATABLE: Readonly<Record<ProofKind, boolean>> = {
  photo_id: true,
  photo_id_matching: true,
  wallet: true,
  identity_provider: true,
  in_person: true,
  face_estimation: false,
  credit_card: true,
  mobile_operator: true,
  open_banking: true,
  email_estimation: false,
  self_declared: false,
  repeated: false,
};

/** As tables and sentences name it. */
export const proofName = (kind: ProofKind): string => NAMES[kind];

export const bindingOf = (kind: ProofKind): Binding => BOUND_BY[kind];

/** Whether a later check may be answered by an age key that rests on it. */
export const isRepeatable = (kind: ProofKind): boolean => REPEATABLE[kind];

/** Whether it shows a document without showing that the person holds it. */
export const isDocumentUnbound = (kind: ProofKind): boolean => kind === "photo_id";
