import type { ProvingLevel } from "#core/assurance.ts";
import type { ProofKind } from "#core/policy/proof-kind.ts";
import type { Mode } from "#core/verification.ts";

/** The companies that check identities for this service. */
export const VENDOR_KINDS = ["stripe", "yoti", "didit"] as const;

export type VendorKind = (typeof VENDOR_KINDS)[number];

/** The names that people know them by. */
export const VENDOR_NAMES: Readonly<Record<VendorKind, string>> = {
  stripe: "Stripe Identity",
  yoti: "Yoti",
  didit: "Didit",
};

/** Whether a vendor can be asked to erase its copy (docs/vendors.md, *Erasure*). */
export const VENDOR_ERASES: Readonly<Record<VendorKind, boolean>> = {
  stripe: true,
  yoti: false,
  didit: true,
};

/**
 * Whether a vendor compares the person's face with the document: if an account there chooses it (docs/vendors.md,
 * *The selfie*), or always. Where it always does, its answer says that they match, or leaves it `unsaid`.
 */
const FACE: Readonly<Record<VendorKind, "chosen" | "unsaid" | "said">> = {
  stripe: "chosen",
  yoti: "unsaid",
  didit: "said",
};

export const hasSelfieChoice = (kind: VendorKind): boolean => FACE[kind] === "chosen";

/** Whether the answers of a vendor that compares the face say so. */
export const saysFaceMatch = (kind: VendorKind): boolean => FACE[kind] !== "unsaid";

type Comparing = Pick<VendorAccount, "kind" | "asksSelfie">;

/** Whether the checks of an account compare the person's face with the document: by its choice, or always. */
export const comparesFace = ({ kind, asksSelfie }: Comparing): boolean =>
  asksSelfie || !hasSelfieChoice(kind);

/** What a vendor's word proves, by whether its answer itself says that the face matches the document. */
export const vendorAssurance = (isFaceMatched: boolean): ProvingLevel =>
  isFaceMatched ? "asserted_by_vendor_with_selfie" : "asserted_by_vendor";

/** What the checks of an account prove. */
export const vendorLevel = (account: Comparing): ProvingLevel =>
  vendorAssurance(comparesFace(account) && saysFaceMatch(account.kind));

/** What regulators' lists call the checks of an account. */
export const vendorProofKind = (account: Comparing): ProofKind =>
  comparesFace(account) ? "photo_id_matching" : "photo_id";

/** Where every vendor sends the browser back; the query says which session it was. */
export const VENDOR_RETURN = "/v/vendor/return";

/** The method that all vendors share, and the beginning of each one's id. */
export const VENDOR_METHOD = "vendor";

const PREFIX = `${VENDOR_METHOD}:`;

/** The method's id for a vendor: in policies, settings, attempts and answers. */
export const methodOfVendor = (kind: string): string => `${PREFIX}${kind}`;

/** The vendor in a method's id; null: it is another method, or a vendor of a newer version. */
export const vendorOfMethod = (method: string): VendorKind | null =>
  VENDOR_KINDS.find((kind) => methodOfVendor(kind) === method) ?? null;

/**
 * What is needed to ask a vendor in a tenant's name, with the secrets in the clear: never logged, never
 * returned.
 */
export type VendorAccount = {
  id: string;
  kind: VendorKind;
  mode: Mode;
  /** Yoti's SDK id, or the id of the workflow at Didit. */
  accountId: string | null;
  /** For Yoti, also the private key of its service, as PEM. */
  apiKey: { open(): string };
  /** Stripe's or Didit's secret for callbacks, or the public key that Yoti signs with; null: Yoti's published one. */
  callbackKey: { open(): string | null };
  /** The person's face is to be compared with the document; never where an account has no such choice. */
  asksSelfie: boolean;
};
