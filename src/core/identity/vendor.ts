import type { ProvingLevel } from "#core/assurance.ts";
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

/**
 * Whether each of its checks compares the person's face with the photo on the document, whatever an account
 * chooses.
 */
export const ALWAYS_COMPARES_FACE: Readonly<Record<VendorKind, boolean>> = {
  stripe: false,
  yoti: false,
  didit: true,
};

/** What a vendor's word proves, by whether it has compared the person's face with the document. */
export const vendorAssurance = (isFaceMatched: boolean): ProvingLevel =>
  isFaceMatched ? "asserted_by_vendor_with_selfie" : "asserted_by_vendor";

/** What the id of an account there is called; null: it has none. */
export const ACCOUNT_ID_NAMES: Readonly<Record<VendorKind, string | null>> = {
  stripe: null,
  yoti: "SDK id",
  didit: "Workflow id",
};

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
};

/**
 * Whether a Stripe key belongs to this mode: `sk_live_…`, or `rk_live_…` for a restricted one, which alone
 * may read birth dates. Yoti's keys do not name their mode; its test mode has a different address and accepts
 * private keys only.
 */
export const isStripeKey = (key: string, mode: Mode): boolean =>
  new RegExp(`^[sr]k_${mode}_[A-Za-z0-9_]{4,500}$`).test(key);
