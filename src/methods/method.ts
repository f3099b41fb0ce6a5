import { type AgeBand, reaches } from "#core/age-over.ts";
import type { ProvingLevel } from "#core/assurance.ts";
import type { ProviderClient } from "#core/identity/provider.ts";
import type { VendorAccount } from "#core/identity/vendor.ts";
import type { FindingCode } from "#core/policy/finding-codes.ts";
import { type MethodId, type MethodTraits, proofKindOf } from "#core/policy/method-id.ts";
import type { WalletProofs } from "#core/tenant.ts";
import type { Mode } from "#core/verification.ts";

/** What was submitted, unchanged: a picture's bytes, a short text, a wallet's answer. */
export type Submission = {
  contentType: string;
  body: Uint8Array;
  /** For a browser that another site has sent back: the path at which it arrived. */
  path?: string;
};

export type MethodContext = {
  now: Date;
  /** In years. */
  minimumAge: number;
  /** In years, ascending: thresholds to answer besides the minimum age where possible; if absent, none. */
  thresholds?: readonly number[];
  mode: Mode;
  /** Whether the tenant accepts visas; if absent, it does not. */
  acceptsVisas?: boolean;
  /** What was kept of the question that an answer is for; absent for a form. */
  kept?: string;
  /** The tenant's identity provider to ask; only for the method that covers all providers. */
  provider?: ProviderClient;
  /** The vendor to ask; only for the method that covers all vendors. */
  vendor?: VendorAccount;
  /** The site that the page is at, where browsers show it: a tenant's host. If absent, it is the main one. */
  origin?: string;
  /** What stands behind the id in the address to come back to: the host that the browser leaves. If absent, the main one. */
  returnNote?: string;
  /** The tenant in whose name a method asks; if absent, it asks in the deployment's name. */
  tenantId?: string;
  /** Aborted when the end user has left or time is up. */
  signal?: AbortSignal;
};

/**
 * How to ask a person for evidence: with a form on the hosted page; with a link to an app on this device, or
 * a code for one elsewhere; through the browser (W3C Digital Credentials); by a redirect to another site and
 * back; or with a passkey for this site (W3C Web Authentication).
 */
export type Asked =
  | { channel: "form" }
  /** `id`: unguessable, such as the `state` or a passkey's challenge; after `expiresAt` no answer counts. */
  | { channel: "redirect"; id: string; expiresAt: Date }
  | { channel: "passkey"; id: string; expiresAt: Date }
  | {
      channel: "link" | "qr" | "dc_api";
      /** The kind of app that the link or the code is for. */
      app?: string;
      /** Unguessable and specific to this question: part of the addresses that the question names. */
      id: string;
      /** After this time, no answer counts. */
      expiresAt: Date;
    };

export type Question = {
  /** What the answer is checked against. It may hold private keys: the caller keeps it sealed until the answer comes. */
  kept: string;
  /** The address that opens the app, for a link or a code, or to which a redirect leads. */
  link: string | null;
  /** For the browser: each is an alternative. */
  requests: readonly { protocol: string; data: object }[];
  /** For a redirect: every host that receives something on the way to the answer. */
  hosts?: readonly string[];
};

/** The question of a form: public, with nothing to keep for the answer. */
export const FORM: Question = { kept: "", link: null, requests: [] };

/** What a method learned. No name, no number, no birth date, no picture. */
export type Evidence = {
  /**
   * Whole years; null if the method only answers "over or under". On a birthday, the age reached everywhere.
   */
  age: number | null;
  /**
   * What the evidence says about ages. It always decides the minimum age; otherwise the finding is no
   * decision.
   */
  band: AgeBand;
  /** 0 to 1. */
  confidence: number;
  documentType: string | null;
  /** How much the evidence proves, e.g. "document_photo_unsigned": docs/assurance.md. */
  assurance: string;
  /**
   * Equal whenever the same document is shown; dropped unless the tenant wants re-use flagged, and then kept
   * as a keyed hash.
   */
  documentDigest?: Uint8Array | null;
  /** The trust anchor on which it rests, by the operator's name for it. */
  trustLabel?: string;
  /** For a zero-knowledge proof: the program that verified it. */
  proofVerifier?: string;
};

export type Finding =
  | { kind: "evidence"; evidence: Evidence }
  /**
   * The end user may try again: a blurred photo is not a rejection. No attempt is used up if nothing was looked
   * at (a file was not opened, or an identity provider gave no answer), nor on a birthday, nor for documents of two people.
   */
  | { kind: "no_decision"; code: FindingCode; reason?: string; hint: string; isUnopened?: true }
  /** Sandbox only: play a verification that ran out of time. */
  | { kind: "expire" };

export const noDecision = (code: FindingCode, hint: string, reason?: string): Finding => ({
  kind: "no_decision",
  code,
  hint,
  ...(reason === undefined ? {} : { reason }),
});

/**
 * A birth date is known, and the minimum age is reached today: already in some parts of the world, not yet in
 * others. Not a rejection, because a day later or further east there would be none; and not an attempt,
 * because nothing was wrong.
 */
const birthdayToday: Finding = {
  kind: "no_decision",
  code: "BIRTHDAY_TODAY",
  hint: "Try again after 12:00 UTC on your birthday, or choose another way.",
  isUnopened: true,
};

/** What a known birth date leaves open; null: it decides the minimum age, or the evidence names no day. */
export const birthdayIn = (
  { age, band }: Pick<Evidence, "age" | "band">,
  minimumAge: number,
): Finding | null => (age !== null && reaches(band, minimumAge) === null ? birthdayToday : null);

/** How most methods appear to a policy. @param needs things that a person must have */
export const verifies = (id: MethodId, ...needs: MethodTraits["needs"]): MethodTraits => ({
  category: "verification",
  proofKind: proofKindOf(id),
  checksLiveness: false,
  needs,
  isDoubleBlind: false,
  answers: null,
});

/** Why a person cannot be asked now. */
export class CannotAsk extends Error {
  readonly reason: string;

  /** @param reason for the log: never anything from a person, a secret or a third party's text */
  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

/** Whose word counts for a kind of credential, and from when until when. */
export type Trusted = { credentialType: string; validity: { from: Date; until: Date } };

/** Whom the deployment trusts for these kinds of credential, up to a few seconds old. */
export type TrustedFor = (credentialTypes: readonly string[]) => Promise<readonly Trusted[]>;

/** What a method can prove now. */
export type ProvableAges = {
  /** @param minimumAge in years */
  canProve(minimumAge: number): boolean;
  /** Whether it would ask for a zero-knowledge proof of this minimum age. */
  asksForProof(minimumAge: number): boolean;
  /** If it can prove none: why. */
  whyNone: "untrusted" | "no_proof";
};

/**
 * The port that every method implements. First it asks a person (`start`), then it looks at what comes back
 * (`answer`); tests/support/world/method-suite.ts is its conformance suite.
 */
export interface Method {
  /** As used in tenants' settings, in the hosted page's addresses and in a verification's `method`. */
  readonly id: string;
  /** What a policy has to know about it. */
  readonly traits: MethodTraits;
  /** A method that is not offered in a verification's mode is never run. */
  readonly modes: readonly Mode[];
  /** What the page says about an answer that led to METHOD_FAILED; if absent, the same as for any method. */
  readonly failedAs?: string;
  /** Even in test mode, offered only if the verification names it; if absent, every test offers it. */
  readonly isNamedInTests?: true;
  /** How much it can prove as the deployment has set it up; if absent, all that its kind can. */
  readonly levels?: readonly ProvingLevel[];
  /** For one answer. */
  readonly maxBodyBytes: number;
  /**
   * Which minimum ages it can now prove in live mode, given whom the deployment trusts; if absent, all.
   * @param own how the tenant wants wallets to be asked for proofs; null: it has not said
   * @param trustedFor reads as the caller does, which may be within a transaction
   */
  provableAges?(now: Date, own: WalletProofs | null, trustedFor: TrustedFor): Promise<ProvableAges>;
  /**
   * Makes the question; null: the method does not use this channel, or cannot now.
   * @throws CannotAsk for the same, with a reason
   */
  start(asked: Asked, context: MethodContext): Promise<Question | null>;
  /**
   * Looks at one answer. Whatever the bytes are, it returns a finding; it throws only the ServiceError
   * SERVICE_UNAVAILABLE, when it cannot look now, such as when it is too busy; that decides nothing and is not an attempt. Drops the bytes when it is done.
   */
  answer(submission: Submission, context: MethodContext): Promise<Finding>;
  close?(): Promise<void>;
}

/** Asks the person; if that is not possible now, returns no question and the reason for the log. */
export const askPerson = async (
  method: Method,
  asked: Asked,
  context: MethodContext,
): Promise<{ question: Question | null; reason?: string }> => {
  try {
    return { question: await method.start(asked, context) };
  } catch (error) {
    if (!(error instanceof CannotAsk)) throw error;
    return { question: null, reason: error.reason };
  }
};
