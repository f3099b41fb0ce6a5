import { addDays } from "./day.ts";
import type { Verification } from "./verification.ts";

/** How long a tenant has to answer a person, in days: a month, GDPR Article 12(3). */
export const DAYS_TO_ANSWER = 30;

/** How long an answered request is kept, in days, so that the person's page shows the answer. */
export const DAYS_KEPT = 90;

export const ERASURE_REQUEST_STATUSES = ["open", "done", "declined"] as const;

/** `done`: the verification was erased, even if for another reason. */
export type ErasureRequestStatus = (typeof ERASURE_REQUEST_STATUSES)[number];

/** When the tenant must have answered. */
export const dueAfter = (askedAt: Date): Date => addDays(askedAt, DAYS_TO_ANSWER);

/** The outcome of asking for erasure. */
type Asked = {
  status: ErasureRequestStatus;
  askedAt: Date;
  /** When the tenant must have answered. */
  dueAt: Date;
  /** It is carried out without a member, in a moment. */
  atOnce: boolean;
  endedAt: Date | null;
  /** What the tenant wrote when it declined. */
  reply: string | null;
};

/** Everything that is kept about one check; of the tenant's own entries that they are there: those are the tenant's to show. */
export type KeptData = Pick<
  Verification,
  | ("mode" | "status" | "minimumAge" | "verified" | "method" | "attempts")
  | ("createdAt" | "openedAt" | "completedAt" | "expiresAt")
> & {
  verificationId: string;
  tenantName: string;
  asked: Pick<
    Verification,
    "thresholds" | "disclosure" | "locale" | "requestId" | "callbackUrl" | "policyPlace"
  >;
  /** Null on a phone that took the check over. */
  result:
    | (Pick<Verification, "verifiedAge" | "ageAtLeast" | "ageBelow" | "confidence" | "documentType"> &
        Pick<Verification, "documentReused" | "reason" | "errorCode" | "overturnedAt"> & {
          assurance: string | null;
        })
    | null;
  /** Each method that was tried, and its outcome. */
  tries: { method: string; finding: string; reason: string | null; at: Date }[];
  /** Entries that the tenant sent with it, such as an order number. */
  entries: number;
  /** Whether there is a keyed hash of the network address that the tenant gave. */
  hasAddressHash: boolean;
  /** When both are erased. */
  startDataUntil: Date;
  /** How many rows of which kind; the kinds are those of erasure receipts. */
  rows: Record<string, number>;
  /**
   * Each stored row, by its table, as prisma/schema.prisma names both; words in brackets in place of a value that is left
   * out (core/practice/stored.ts). Null on a phone that took the check over.
   */
  stored: Record<string, Record<string, unknown>[]> | null;
  request: Asked | null;
};

type Erased = {
  /** The receipt and its salt are about this id. */
  verificationId: string;
  tenantName: string | null;
  erasedAt: Date;
  /** A JWS; with the salt it proves the erasure. */
  receipt: string;
  salt: string;
  /** How long this page can still be opened. */
  shownUntil: Date;
};

/** The person's page of one check. */
export type DataPage =
  | { state: "kept"; kept: KeptData; erasesAtOnce: boolean; isOver: boolean; isAppeal: boolean }
  | { state: "erased"; erased: Erased };
