import type { AgeBand } from "#core/age-over.ts";
import type { VendorAccount, VendorKind } from "#core/identity/vendor.ts";
import type { Mode } from "#core/verification.ts";

/** A vendor's session, as both sides know it. */
export type VendorSession = {
  /** The vendor's id. */
  sessionId: string;
  /** Our reference: all that the vendor learns from us. */
  reference: string;
  /** In years, as the vendor was asked. */
  minimumAge: number;
  /** Whether the vendor was asked to compare the person's face with the document. */
  asksSelfie: boolean;
};

export type VendorAsking = Pick<VendorSession, "reference" | "minimumAge"> & {
  /** Where the browser returns to. */
  returnUrl: string;
  /** Where the vendor may report news. */
  callbackUrl: string;
  lifetimeSeconds: number;
};

/** What a vendor says about a session when asked. Nothing about the person but the age. */
export type VendorAnswer =
  | { state: "pending" }
  /** The person stopped there, or nothing was begun: nothing was learned. */
  | { state: "declined"; reason: string }
  /** The vendor looked but cannot say. */
  | { state: "undecided"; reason: string }
  /** `isFaceMatched`: it was asked to compare the person's face with the document, and says that they match. */
  | { state: "decided"; age: number | null; band: AgeBand; isFaceMatched: boolean };

/** The vendor's answer, or a callback, is unusable; `reason` is for the log and never holds what was sent. */
export class VendorFault extends Error {
  override readonly name = "VendorFault";
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

/** A vendor's refusal as a word; `vendor_away` for whatever the network throws. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof VendorFault) return error.reason;
  const isRefused = error instanceof Error && error.name === "AddressRefused";
  return isRefused ? "address_refused" : "vendor_away";
};

/** A callback as it arrived; `header` gives null for one that is absent. */
export type VendorCallback = { body: Uint8Array; header: (name: string) => string | null };

/** Keys as a member entered them. */
export type EnteredKeys = {
  accountId?: string | undefined;
  apiKey: string;
  callbackKey?: string | undefined;
};

/** What is wrong with one of them, in words for the person who entered it. */
export type KeyFault = { field: keyof EnteredKeys; says: string };

/**
 * What every vendor must offer: a person is sent there, a signed callback reports news, and we fetch the
 * result. What a callback says never decides anything. Personal data in an answer is dropped within the call.
 */
export interface Vendor {
  readonly kind: VendorKind;
  /** What can be seen before keys are tried: whether they are this vendor's and of this mode. @returns null: they may be */
  faultOfKeys(mode: Mode, keys: EnteredKeys): KeyFault | null;
  /** What a try found, by its word, for the person who entered the keys; any other word: the vendor does not answer. */
  readonly refusals: Readonly<Record<string, string>>;
  /** Where it is asked. */
  readonly address: string;
  /**
   * Tries out, before the first paid check, what the account will be needed for. This costs nothing at the
   * vendor.
   * @returns why the account is unusable, as a word; null: it can do everything, as far as that can be tried
   */
  tryAccount(account: VendorAccount, returnUrl: string): Promise<string | null>;
  /** @throws VendorFault, or whatever the network throws */
  start(account: VendorAccount, asking: VendorAsking): Promise<{ sessionId: string; url: string }>;
  /** @throws as above */
  fetch(account: VendorAccount, session: VendorSession, now: Date): Promise<VendorAnswer>;
  /**
   * The vendor's id of the session that a genuine callback is about; null if it is not about one of ours.
   * @throws VendorFault: it is not genuine
   */
  sessionOf(account: VendorAccount, callback: VendorCallback, now: Date): Promise<string | null>;
  /**
   * Asks the vendor to erase what it collected.
   * @param reference ours, by which a vendor may know the person as well
   * @returns false: the vendor offers no such call.
   * @throws as above
   */
  redact(account: VendorAccount, sessionId: string, reference: string): Promise<boolean>;
}

export type Vendors = Readonly<Record<VendorKind, Vendor>>;
