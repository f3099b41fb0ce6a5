import type { AgeBand, Disclosure, StoredThresholds } from "./age-over.ts";

/** `test` verifications run the same code, cost nothing and let their caller choose the outcome. */
export type Mode = "live" | "test";

/** The outcomes that a test can be given, on its page and by `POST /verify/simulate`. */
export const SANDBOX_OUTCOMES = [
  "approve",
  "under_age",
  "poor_document",
  "provider_error",
  "expire",
] as const;

export type SandboxOutcome = (typeof SANDBOX_OUTCOMES)[number];

export const VERIFICATION_STATUSES = ["pending", "in_progress", "completed", "failed", "expired"] as const;

export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number];

/** A transition of a verification's status. */
export type VerificationTransition = "open" | "complete" | "fail" | "expire";

/** All transitions; null: there is none. A status without any is final. */
const TRANSITIONS: Record<VerificationStatus, Record<VerificationTransition, VerificationStatus | null>> = {
  pending: { open: "in_progress", complete: "completed", fail: "failed", expire: "expired" },
  // It is open already.
  in_progress: { open: null, complete: "completed", fail: "failed", expire: "expired" },
  completed: { open: null, complete: null, fail: null, expire: null },
  failed: { open: null, complete: null, fail: null, expire: null },
  expired: { open: null, complete: null, fail: null, expire: null },
};

/** The status after a transition, or null when it is not allowed. */
export const nextStatus = (
  from: VerificationStatus,
  move: VerificationTransition,
): VerificationStatus | null => TRANSITIONS[from][move];

/** The statuses that a transition can start from: the conditional UPDATE names them in its WHERE. */
export const statesLeftBy = (move: VerificationTransition): VerificationStatus[] =>
  VERIFICATION_STATUSES.filter((status) => nextStatus(status, move) !== null);

export const isFinal = (status: VerificationStatus): boolean =>
  Object.values(TRANSITIONS[status]).every((to) => to === null);

/** The status to report: an overdue verification reads as expired even before the worker expires it. */
export const effectiveStatus = (
  verification: { status: VerificationStatus; expiresAt: Date },
  now: Date,
): VerificationStatus =>
  !isFinal(verification.status) && verification.expiresAt.getTime() <= now.getTime()
    ? "expired"
    : verification.status;

/** How long a verification stays open, in seconds. */
export const EXPIRY_SECONDS = { default: 30 * 60, min: 5 * 60, max: 24 * 60 * 60 } as const;

/** The minimum ages that a tenant can ask for, in years. */
export const MINIMUM_AGE = { default: 18, min: 13, max: 99 } as const;

/** The state of a verification under its tenant's policy. */
export type PolicyState = {
  /** The version that applies, whatever is published later, and the place of its rule; null: none. */
  policyId: string | null;
  policyPlace: string | null;
  /** When the person said that they cannot use any of the methods shown. */
  othersAskedAt: Date | null;
  /** Methods that ended for a reason other than their tries. */
  closedMethods: string[];
  /** The rejected verification that this one appeals; null: it is not an appeal. */
  appealOf: string | null;
  /** When an appeal against this verification was approved. */
  overturnedAt: Date | null;
};

/** What a start without any of it gives. */
export const NOTHING_GIVEN = {
  callbackUrl: null,
  listenerId: null,
  cancelUrl: null,
  notificationUrl: null,
  reference: null,
  holdsReference: false,
  uncounted: false,
} as const;

export const NO_POLICY: PolicyState = {
  policyId: null,
  policyPlace: null,
  othersAskedAt: null,
  closedMethods: [],
  appealOf: null,
  overturnedAt: null,
};

/** One check of one person. */
export type Verification = StoredThresholds &
  PolicyState & {
    id: string;
    tenantId: string;
    mode: Mode;
    status: VerificationStatus;
    requestId: string;
    minimumAge: number;
    disclosure: Disclosure;
    methods: string[];
    locale: string | null;
    callbackUrl: string | null;
    /** The only target of its events; null: the tenant's endpoints and listeners. */
    listenerId: string | null;
    /** Where the browser goes instead when there is no decision; null: to the same address. */
    cancelUrl: string | null;
    /** Where the webhook endpoint of the same origin receives its events. */
    notificationUrl: string | null;
    /** The tenant's own order or session number. */
    reference: string | null;
    /** No other verification in the tenant and mode has its reference. */
    holdsReference: boolean;
    metadata: Record<string, MetadataValue> | null;
    /** A visitor's check in which no step has been taken: it is not a start yet, and costs nothing. */
    uncounted: boolean;
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

/**
 * Metadata for the console. The tenant chooses its names, and some of them, such as `constructor`, are not
 * safe as an object's keys.
 */
export type MetadataPairs = readonly (readonly [name: string, value: MetadataValue])[];

export const metadataPairs = (metadata: Verification["metadata"]): MetadataPairs | null =>
  metadata && Object.entries(metadata);

export type Outcome = "approved" | "rejected";

/** A decision by the service or the tenant, as a completed verification stores it. */
export type Decision = {
  outcome: Outcome;
  /** The method that proved the age. */
  method: string;
  /** Whole years as learned; `keptOf` decides what is stored of it. */
  verifiedAge: number | null;
  band: AgeBand;
  /** 0 to 1, or null if not given. */
  confidence: number | null;
  documentType: string | null;
  /** Whether its document was used more often than the tenant allows; null or absent: not checked. */
  documentReused?: boolean | null;
  assurance: string | null;
  reason: string | null;
};

export const outcomeForAge = (age: number, minimumAge: number): Outcome =>
  age >= minimumAge ? "approved" : "rejected";

/**
 * Whether an approval proves 18: the known age is at least 18, or else the minimum age is.
 * An approval at 16 without a known age says nothing about 18.
 */
export const provesOver18 = (approval: { verifiedAge: number | null; minimumAge: number }): boolean =>
  approval.verifiedAge === null ? approval.minimumAge >= 18 : approval.verifiedAge >= 18;
