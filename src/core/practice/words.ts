import { type MethodId, sharedMethodId } from "#core/policy/method-id.ts";
import type { WalletProofs } from "#core/tenant.ts";
import words from "./words.json" with { type: "json" };

// The words of practice statements for methods and for outside parties. What a method proves is stated once:
// docs/assurance.md has the same words, and a test compares them.

/** By the `assurance` of a decision. */
export const ASSURANCES = words.assurances;

export type Assurance = keyof typeof ASSURANCES;

type Stated = {
  name: string;
  assurances: readonly Assurance[];
  /** How it can be cheated: the same for everyone, and better stated than discovered. */
  limits: readonly string[];
  /** Its evidence can be a zero-knowledge proof. */
  mayProve?: true;
};

/** What a statement says about each method. */
export const STATED_METHODS = {
  document: {
    name: "Photo of an identity document",
    assurances: ["document_photo_unsigned", "issuer_signed_no_binding"],
    limits: ["A picture of someone else's document is read as well as one's own."],
  },
  sandbox: { name: "Played results, for tests", assurances: ["none_test_mode"], limits: [] },
  wallet: {
    name: "Digital identity wallet",
    assurances: ["high_device_bound", "derived_device_bound"],
    limits: ["A phone can be lent unlocked, and a QR code can be passed on."],
    mayProve: true,
  },
  voucher: {
    name: "Voucher from a member of staff",
    assurances: ["asserted_in_person"],
    limits: ["A code can be passed on before it is used."],
  },
  oidc: {
    name: "Sign-in at an identity provider",
    assurances: ["asserted_by_identity_provider"],
    limits: ["An account can be lent."],
  },
  vendor: {
    name: "Check by a company",
    assurances: ["asserted_by_vendor", "asserted_by_vendor_with_selfie"],
    limits: ["How well the company checks is for the company to show."],
  },
  age_key: {
    name: "Age key: a passkey of an earlier check",
    assurances: ["_reused"],
    limits: [
      "Passkeys are synced between devices and can be shared.",
      "The operator can tell that two checks were answered by one age key.",
    ],
  },
} as const satisfies Record<MethodId, Stated>;

/** The statement's words for `document`, `oidc:<slug>`, `vendor:<kind>`; null: an id that this version does not know. */
export const statedMethod = (id: string): (Stated & { key: MethodId }) | null => {
  const key = sharedMethodId(id);
  return key ? { key, ...STATED_METHODS[key] } : null;
};

/** What a deployment has for zero-knowledge proofs: the choice of tenants that have made none, and what verifies them. */
type PossibleProofs = { policy: WalletProofs; verifier: string };

const ASKED_FOR = {
  prefer:
    "Where the browser can ask a wallet, it asks for a proof of the answer instead of the credential. Wallets that cannot give one, and those reached by a link or a QR code, show the credential.",
  require: "A wallet has to prove the answer without showing the credential.",
} as const;

/** What a statement says about zero-knowledge proofs; empty: none is asked for. @param own the tenant's choice */
export const statedProofs = (possible: PossibleProofs | null, own: WalletProofs | null) => {
  const policy = own ?? possible?.policy ?? "off";
  if (!possible || policy === "off") return {};
  const verifiedBy = `${possible.verifier}, on the operator's own machine`;
  return { zeroKnowledge: { isRequired: policy === "require", says: ASKED_FOR[policy], verifiedBy } };
};

/**
 * Every party that anything is sent to. The browser tests fail if this service's processes reach any other.
 */
export const PROCESSORS = words.processors;

export type ProcessorId = keyof typeof PROCESSORS;

/** In place of an operator's name: a host is the address of the service, not a person's name. */
export const NOT_GIVEN = "not given";
