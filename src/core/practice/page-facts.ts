import type { VendorKind } from "#core/identity/vendor.ts";
import { isByVoucher, leavesMark } from "#core/policy/method-id.ts";
import type { Verification } from "#core/verification.ts";
import type { ERASURES, FieldsKept } from "./stored.ts";

// What the hosted page says to a person about their data: it follows from what is stored (stored.ts), by the
// check and its tenant's settings. tests/integration/words-and-copy.test.ts compares it with the person's copy.

/** One sentence each on the page (hosted/texts), in this order. */
export const KEPT_PARTS = [
  "result",
  "years",
  "ages",
  "tries",
  "course",
  "document",
  "voucher",
  "entries",
  "address",
  "person",
  "records",
] as const;

export type KeptPart = (typeof KEPT_PARTS)[number];

/** The part that covers each table about people; null: the page need not name it in advance. */
export const PART_OF_TABLE = {
  Verification: "result",
  Token: "result",
  MethodAttempt: "tries",
  DocumentUse: "document",
  Voucher: "voucher",
  SubjectUse: "person",
  ReturnCode: "records",
  Handoff: "records",
  WalletTransaction: "records",
  IdentityRequest: "records",
  VendorSession: "records",
  AgeKeyChallenge: "records",
  Event: "records",
  WebhookDelivery: "records",
  WebhookAttempt: "records",
  IdempotencyRecord: "records",
  OidcArtifact: "records",
  RequestLog: "records",
  AuditEntry: "records",
  // The person's own request and its receipt: the page of their data speaks of them.
  ErasureRequest: null,
  ErasureReceipt: null,
  // Nothing links it to a check, and the button that makes it says what it holds.
  AgeKey: null,
} as const satisfies Record<keyof typeof ERASURES, KeptPart | null>;

/** The part that covers each column of a verification's own row. */
export const PART_OF_COLUMN = {
  id: "result",
  tenantId: "result",
  mode: "result",
  status: "result",
  minimumAge: "result",
  createdAt: "result",
  redactedAt: "result",
  verified: "result",
  confidence: "result",
  method: "result",
  documentType: "result",
  assurance: "result",
  reason: "result",
  errorCode: "result",
  overturnedAt: "result",
  completedAt: "result",
  verifiedAge: "years",
  thresholds: "ages",
  ageAtLeast: "ages",
  ageBelow: "ages",
  documentReused: "document",
  attempts: "tries",
  maxAttempts: "tries",
  voucherTries: "tries",
  readingKeyHash: "tries",
  readingUntil: "tries",
  refusedKeyHash: "tries",
  refusedAs: "tries",
  disclosure: "course",
  locale: "course",
  methods: "course",
  policyId: "course",
  policyPlace: "course",
  othersAskedAt: "course",
  closedMethods: "course",
  checkingUntil: "course",
  listenerId: "course",
  uncounted: "course",
  appealOf: "course",
  openedAt: "course",
  expiresAt: "course",
  secretHash: "course",
  requestId: "records",
  callbackUrl: "entries",
  cancelUrl: "entries",
  notificationUrl: "entries",
  reference: "entries",
  holdsReference: "entries",
  metadata: "entries",
  ipHash: "address",
} as const satisfies Record<FieldsKept<"Verification">, KeptPart>;

/** For each column of a verification: whether it says the same whichever method it was, because a decision under `hideMethod` leaves it out. */
export const IS_ALIKE = {
  id: true,
  tenantId: true,
  mode: true,
  status: true,
  requestId: true,
  minimumAge: true,
  createdAt: true,
  redactedAt: true,
  verified: true,
  verifiedAge: true,
  ageAtLeast: true,
  ageBelow: true,
  confidence: true,
  method: true,
  documentType: true,
  documentReused: true,
  assurance: true,
  reason: true,
  errorCode: true,
  overturnedAt: true,
  thresholds: true,
  disclosure: true,
  methods: true,
  locale: true,
  maxAttempts: true,
  attempts: true,
  policyId: true,
  policyPlace: true,
  othersAskedAt: true,
  closedMethods: false,
  // Only some checks take the lease, and only vouchers have wrong codes.
  checkingUntil: false,
  // Some answers are read without a key, and each method has its own refusals.
  readingKeyHash: false,
  readingUntil: false,
  refusedKeyHash: false,
  refusedAs: false,
  voucherTries: false,
  uncounted: true,
  listenerId: true,
  appealOf: true,
  openedAt: true,
  completedAt: true,
  expiresAt: true,
  secretHash: true,
  callbackUrl: true,
  cancelUrl: true,
  notificationUrl: true,
  reference: true,
  holdsReference: true,
  metadata: true,
  ipHash: true,
} as const satisfies Record<FieldsKept<"Verification">, boolean>;

/** What is stored about a check that is not in its own row, and what others have of it. */
export type KeptElsewhere = {
  /** A keyed hash of the document that decided it. */
  hasMark: boolean;
  /** A keyed hash of the tenant's reference for the person. */
  hasPerson: boolean;
  hasAddress: boolean;
  /** The vendors that the person was sent to. */
  vendors: readonly string[];
};

/** The settings of a tenant that determine what is kept, and for how long in days. */
export type KeptBy = { documentReuseDays: number | null; resultRetentionDays: number | null };

/** What a hosted page says about data. */
export type PageFacts = {
  /** The tenant learns the age in whole years, if the proof shows it; once it has ended: it did. */
  learnsYears: boolean;
  /** The tenant's question is for these ages, ascending, where it is for more than one. */
  ages: readonly number[];
  /** Whether the tenant learns how the age was proven: a policy may hide it. */
  learnsHow: boolean;
  /** What is kept, in the order of `KEPT_PARTS`. */
  parts: readonly KeptPart[];
  /** How long a mark of a document is kept, in days; null: none is. */
  markDays: number | null;
  /** After how many days the result is erased by itself; null: when the tenant erases it. */
  resultDays: number | null;
  /** Once it has ended: vendors that the person was sent to. */
  vendors: readonly VendorKind[];
};

type Check = Pick<
  Verification,
  | ("thresholds" | "disclosure" | "verifiedAge")
  | ("metadata" | "reference" | "callbackUrl" | "cancelUrl" | "notificationUrl")
>;

/** @param methods those that it may be answered by: for an open check those it offers, later the one that decided */
type Input = {
  check: Check;
  methods: readonly string[];
  isOver: boolean;
  tenant: KeptBy;
  elsewhere: KeptElsewhere;
  hidesMethod: boolean;
};

const hasEntries = ({ metadata, reference, callbackUrl, cancelUrl, notificationUrl }: Check): boolean =>
  Object.keys(metadata ?? {}).length > 0 ||
  [reference, callbackUrl, cancelUrl, notificationUrl].some((given) => given !== null);

/**
 * What the page of a check says: before it ends, what may come to be kept and told; afterwards, what was.
 * Pure, so that a test can ask it for every method, setting and ending.
 */
export const pageFacts = ({
  check,
  methods,
  isOver,
  tenant,
  elsewhere,
  hidesMethod,
}: Input): Omit<PageFacts, "vendors"> => {
  const { thresholds } = check;
  const { hasMark, hasPerson, hasAddress } = elsewhere;
  const mayMark = !isOver && methods.some(leavesMark) && tenant.documentReuseDays !== null;
  const isMarked = hasMark || mayMark;
  const mayTellYears = !isOver && check.disclosure === "age" && !hidesMethod;
  const learnsYears = isOver ? check.verifiedAge !== null : mayTellYears;
  const is: Record<KeptPart, boolean> = {
    result: true,
    years: learnsYears,
    ages: thresholds.length > 0,
    tries: true,
    course: true,
    document: isMarked,
    voucher: methods.some(isByVoucher),
    entries: hasEntries(check),
    address: hasAddress,
    person: hasPerson,
    records: true,
  };
  return {
    learnsYears,
    ages: thresholds.length > 1 ? thresholds : [],
    learnsHow: !hidesMethod,
    parts: KEPT_PARTS.filter((part) => is[part]),
    markDays: isMarked ? tenant.documentReuseDays : null,
    resultDays: tenant.resultRetentionDays,
  };
};
