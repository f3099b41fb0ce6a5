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
  /** The erasure is carried out at once, without a member. */
  atOnce: boolean;
  endedAt: Date | null;
  /** What the tenant wrote when it declined. */
  reply: string | null;
};

/**
 * Everything kept about one check. Of the tenant's own entries it says only that they exist: the tenant may
 * show them.
 */
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
  /** How many entries the tenant sent with it, such as an order number. */
  entries: number;
  /** Whether a keyed hash of the network address given by the tenant is stored. */
  hasAddressHash: boolean;
  /** When both are erased. */
  startDataUntil: Date;
  /** The number of rows of each kind; the kinds are those of erasure receipts. */
  rows: Record<string, number>;
  /**
   * Each stored row by table, with the names in prisma/schema.prisma; words in brackets replace a value that
   * is left out (core/practice/stored.ts). Null on a phone that took the check over.
   */
  stored: Record<string, Record<string, unknown>[]> | null;
  request: Asked | null;
};

type Erased = {
  /** The receipt and its salt are about this id. */
  verificationId: string;
  tenantName: string | null;
  erasedAt: Date;
  /** A JWS that, with the salt, proves the erasure. */
  receipt: string;
  salt: string;
  /** When this page can last be opened. */
  shownUntil: Date;
};

/** The person's page about one check. */
export type DataPage =
  | { state: "kept"; kept: KeptData; erasesAtOnce: boolean; isOver: boolean; isAppeal: boolean }
  | { state: "erased"; erased: Erased };
