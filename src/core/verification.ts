/** `test` verifications run the same code, cost nothing and have outcomes to choose from. */
export type Mode = "live" | "test";

export type VerificationStatus = "pending" | "in_progress" | "completed" | "failed" | "expired";

/** What can happen to a verification. */
export type VerificationTransition = "open" | "complete" | "fail" | "expire";

/** The one table of moves. A state without moves is final. */
export const TRANSITIONS = {
  pending: { open: "in_progress", complete: "completed", fail: "failed", expire: "expired" },
  in_progress: { complete: "completed", fail: "failed", expire: "expired" },
  completed: {},
  failed: {},
  expired: {},
} as const satisfies Record<VerificationStatus, Partial<Record<VerificationTransition, VerificationStatus>>>;

const table: Record<
  VerificationStatus,
  Partial<Record<VerificationTransition, VerificationStatus>>
> = TRANSITIONS;

export const VERIFICATION_STATUSES = [
  "pending",
  "in_progress",
  "completed",
  "failed",
  "expired",
] as const satisfies readonly VerificationStatus[];

/** The state after a move, or null when the table does not allow it. */
export const nextStatus = (
  from: VerificationStatus,
  move: VerificationTransition,
): VerificationStatus | null => table[from][move] ?? null;

/** The states that a move may leave: what the conditional UPDATE names in its WHERE. */
export const statesLeftBy = (move: VerificationTransition): VerificationStatus[] =>
  VERIFICATION_STATUSES.filter((status) => nextStatus(status, move) !== null);

export const isFinal = (status: VerificationStatus): boolean => Object.keys(table[status]).length === 0;

/** The state as the world sees it: an overdue verification reads as expired before the worker comes by. */
export const effectiveStatus = (
  verification: { status: VerificationStatus; expiresAt: Date },
  now: Date,
): VerificationStatus =>
  !isFinal(verification.status) && verification.expiresAt.getTime() <= now.getTime()
    ? "expired"
    : verification.status;

/** How long a verification may stay open, in seconds. */
export const EXPIRY_SECONDS = { default: 30 * 60, min: 5 * 60, max: 24 * 60 * 60 } as const;

/** The ages that a tenant may ask for, in years. */
export const MINIMUM_AGE = { default: 18, min: 13, max: 99 } as const;

/** One check of one person. */
export type Verification = {
  id: string;
  tenantId: string;
  mode: Mode;
  status: VerificationStatus;
  requestId: string;
  minimumAge: number;
  methods: string[];
  locale: string | null;
  callbackUrl: string | null;
  metadata: Record<string, MetadataValue> | null;
  maxAttempts: number;
  attempts: number;
  verified: boolean | null;
  verifiedAge: number | null;
  confidence: number | null;
  method: string | null;
  documentType: string | null;
  documentReused: boolean | null;
  reason: string | null;
  errorCode: string | null;
  createdAt: Date;
  openedAt: Date | null;
  completedAt: Date | null;
  expiresAt: Date;
};

export type MetadataValue = string | number | boolean | null;

/** What a decision says. */
export type Outcome = "approved" | "rejected";

/** A decision that was reached, whoever reached it: what a completed verification keeps. */
export type Decision = {
  outcome: Outcome;
  /** The method that proved the age. */
  method: string;
  verifiedAge: number | null;
  /** 0 to 1, or null where nobody gave one. */
  confidence: number | null;
  documentType: string | null;
  /** Whether its document came more often than the tenant thinks normal; null or absent: not looked at. */
  documentReused?: boolean | null;
  assurance: string | null;
  reason: string | null;
};

/** Old enough, at the age in whole years. */
export const outcomeForAge = (age: number, minimumAge: number): Outcome =>
  age >= minimumAge ? "approved" : "rejected";

/**
 * Whether an approval proves 18: the age is known to be at least 18, or what was asked for was.
 * An approval at 16 of a person whose age is unknown says nothing about 18.
 */
export const provesOver18 = (approval: { verifiedAge: number | null; minimumAge: number }): boolean =>
  approval.verifiedAge === null ? approval.minimumAge >= 18 : approval.verifiedAge >= 18;
