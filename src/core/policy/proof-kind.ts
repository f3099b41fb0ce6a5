// What kind of proof a method is, in the words that regulators' lists use (regulators.ts says what each accepts).

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

type Kind = {
  /** In lists: "photo of a document, compared with no one". */
  name: string;
  binding: Binding;
  /** Whether an age key may repeat it later: an estimate or a stated age is not known well enough. */
  isRepeatable: boolean;
};

const KINDS: Readonly<Record<ProofKind, Kind>> = {
  photo_id: { name: "photo of a document, compared with no one", binding: "nothing", isRepeatable: true },
  photo_id_matching: {
    name: "photo of a document, compared with the person’s face",
    binding: "face",
    isRepeatable: true,
  },
  wallet: { name: "digital identity wallet", binding: "device_key", isRepeatable: true },
  identity_provider: {
    name: "sign-in with an electronic identity",
    binding: "sign_in",
    isRepeatable: true,
  },
  in_person: { name: "document seen in person", binding: "in_person", isRepeatable: true },
  face_estimation: { name: "estimate from a face", binding: "face", isRepeatable: false },
  // Whose card, contract or address it is stays unknown.
  credit_card: { name: "credit card", binding: "nothing", isRepeatable: true },
  mobile_operator: { name: "mobile operator", binding: "nothing", isRepeatable: true },
  open_banking: { name: "open banking", binding: "sign_in", isRepeatable: true },
  email_estimation: { name: "estimate from an e-mail address", binding: "nothing", isRepeatable: false },
  self_declared: { name: "stated age", binding: "nothing", isRepeatable: false },
  repeated: { name: "earlier proof, repeated by a passkey", binding: "device_key", isRepeatable: false },
};

/** As tables and sentences name it. */
export const proofName = (kind: ProofKind): string => KINDS[kind].name;

export const bindingOf = (kind: ProofKind): Binding => KINDS[kind].binding;

/** Whether a later check may be answered by an age key that rests on it. */
export const isRepeatable = (kind: ProofKind): boolean => KINDS[kind].isRepeatable;

/** Whether it shows a document without showing that the person holds it. */
export const isDocumentUnbound = (kind: ProofKind): boolean => kind === "photo_id";
