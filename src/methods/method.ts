import type { Mode } from "#core/verification.ts";
import type { WalletQuestion } from "./wallet/answer.ts";

/** How an age is proven on the hosted page. `tenant` (its own evidence) is not one of these. */
export type MethodId = "document" | "sandbox" | "wallet";

/** Why a piece of evidence led to no decision. */
export type FindingCode =
  | "DOCUMENT_QUALITY_LOW"
  | "DOCUMENT_UNREADABLE"
  | "DOCUMENT_NOT_FOUND"
  | "DOCUMENT_MRZ_INVALID"
  | "DOCUMENT_EXPIRED"
  | "DOCUMENT_TYPE_UNSUPPORTED"
  | "IMAGE_FORMAT_UNSUPPORTED"
  | "IMAGE_TOO_LARGE"
  | "METHOD_FAILED";

/** What the browser handed in, as it came: a picture's bytes, or a small JSON text. */
export type Submission = { contentType: string; body: Uint8Array };

export type MethodContext = {
  now: Date;
  /** In years. */
  minimumAge: number;
  mode: Mode;
  /** Whether the tenant lets a visa count; left out, it does not. */
  acceptsVisas?: boolean;
  /** What was asked, for methods whose evidence is an answer. */
  question?: WalletQuestion;
  /** Aborted when the person has gone away or time is up. */
  signal?: AbortSignal;
};

/** What a method learned. No name, no number, no birth date, no picture. */
export type Evidence = {
  /** Whole years; null where the method only answers "over or under". */
  age: number | null;
  meetsMinimumAge: boolean;
  /** 0 to 1. */
  confidence: number;
  documentType: string | null;
  /** How much the evidence proves, e.g. "substantial_no_binding": docs/assurance.md. */
  assurance: string;
  /** Equal whenever the same document is shown; dropped unless the tenant has re-use flagged, and then kept as a keyed hash. */
  documentDigest?: Uint8Array | null;
};

export type Finding =
  | { kind: "evidence"; evidence: Evidence }
  /** The person may try again: a blurred photo is not a refusal. What was not even opened is not an attempt either. */
  | { kind: "no_decision"; code: FindingCode; reason?: string; hint: string; isUnopened?: true }
  /** Only the sandbox: play a verification that ran out of time. */
  | { kind: "expire" };

/** The port that every method implements; tests/support/method-suite.ts is its conformance suite. */
export interface Method {
  readonly id: MethodId;
  /** A method offered in no mode that a verification has is never run. */
  readonly modes: readonly Mode[];
  readonly maxBodyBytes: number;
  /** Its evidence answers a question that was asked before, so it cannot be handed in out of the blue. */
  readonly isAnswer?: true;
  /**
   * Looks at one submission. Whatever the bytes are it answers with a finding; it throws only a
   * ServiceError SERVICE_UNAVAILABLE, when it is too busy to look. Drops the bytes when it is done.
   */
  submit(submission: Submission, context: MethodContext): Promise<Finding>;
  close?(): Promise<void>;
}
