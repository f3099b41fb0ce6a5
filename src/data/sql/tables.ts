import type { RequestLog, Verification } from "#data/generated/client.ts";
import type { Columns, Kind } from "./statement.ts";

// Columns of tables that several statements name, or that one writes: each is listed once, with its kind.

// Every column of a verification, by the statement that writes it first.

/** The columns that a start writes: its statements and the type of a new verification follow from them. */
export const STARTED = {
  id: "text",
  tenantId: "text",
  mode: "mode",
  requestId: "text",
  secretHash: "bytes",
  minimumAge: "int",
  methods: "texts",
  locale: "text?",
  callbackUrl: "text?",
  metadata: "json?",
  ipHash: "bytes?",
  maxAttempts: "int",
  createdAt: "time",
  expiresAt: "time",
  thresholds: "ints",
  disclosure: "disclosure",
  policyId: "text?",
  policyPlace: "text?",
  listenerId: "text?",
  reference: "text?",
  holdsReference: "boolean",
  cancelUrl: "text?",
  notificationUrl: "text?",
} as const satisfies Columns;

/** The columns that are written later: until then, a column has the database's default or is null. */
export const WRITTEN_LATER = {
  status: "status",
  attempts: "int",
  /** True from the start of a visitor's check: see VERIFICATION_VISIT. */
  uncounted: "boolean",
  othersAskedAt: "time?",
  closedMethods: "texts",
  /** Set for an appeal, which is not a start: see data/verifications/appeals.ts. */
  appealOf: "text?",
  overturnedAt: "time?",
  checkingUntil: "time?",
  readingKeyHash: "bytes?",
  readingUntil: "time?",
  refusedKeyHash: "bytes?",
  refusedAs: "text?",
  voucherTries: "int",
  verified: "boolean?",
  verifiedAge: "int?",
  ageAtLeast: "int?",
  ageBelow: "int?",
  confidence: "double?",
  method: "text?",
  documentType: "text?",
  documentReused: "boolean?",
  assurance: "text?",
  reason: "text?",
  errorCode: "text?",
  openedAt: "time?",
  completedAt: "time?",
  redactedAt: "time?",
} as const satisfies Columns;

export const VERIFICATION = { ...STARTED, ...WRITTEN_LATER } as const satisfies Readonly<
  Record<keyof Verification, Kind>
>;

/** One start among several. */
export const ASKED = { ...STARTED, ceiling: "int" } as const satisfies Columns;

/** A line of the request log, without the verification that it is about. */
export const LINE = {
  id: "text",
  time: "time",
  requestId: "text",
  tenantId: "text?",
  method: "text",
  url: "text",
  status: "int",
  durationMs: "double",
  event: "text",
  code: "text?",
  keyId: "text?",
} as const satisfies Columns;

/** All but the number, which the statement that writes the line gives it. */
export const LOGGED = { ...LINE, verificationId: "text?" } as const satisfies Record<
  Exclude<keyof RequestLog, "number">,
  Kind
>;

/** What a sign-in with age keeps between two requests, when it is written; it is spent later. */
export const ARTIFACT = {
  idHash: "bytes",
  kind: "text",
  grantHash: "bytes?",
  payloadSealed: "text",
  verificationId: "text?",
  createdAt: "time",
  expiresAt: "time",
} as const satisfies Columns;

/** What a request needs to know about its tenant. */
export const TENANT = {
  id: "text",
  name: "text",
  isActive: "boolean",
  plan: "plan",
  overrides: "json",
  minimumAge: "int",
  disclosure: "disclosure",
  methods: "texts",
  maxAttempts: "int",
  tokenTtlSeconds: "int",
  callbackHosts: "texts",
  policyId: "text?",
  walletProofs: "walletProofs?",
  uniqueReferences: "boolean",
  createdAt: "time",
} as const satisfies Columns;

/** What a process counted at a gate on one day. */
export const GATE_COUNTS = {
  gateId: "text",
  day: "day",
  tenantId: "text",
  passes: "int",
  refusals: "int",
  starts: "int",
  approvals: "int",
} as const satisfies Columns;

/** What is known of an age in terms of the thresholds that were asked for. */
export const THRESHOLDS = {
  thresholds: "ints",
  ageAtLeast: "int?",
  ageBelow: "int?",
} as const satisfies Columns;

/** What a tenant learns about a verification: by its status, and in lists. */
export const STATE = {
  id: "text",
  mode: "mode",
  status: "status",
  verified: "boolean?",
  verifiedAge: "int?",
  ...THRESHOLDS,
  confidence: "double?",
  documentReused: "boolean?",
  errorCode: "text?",
  policyId: "text?",
  appealOf: "text?",
  overturnedAt: "time?",
  createdAt: "time",
  completedAt: "time?",
  expiresAt: "time",
  redactedAt: "time?",
  reference: "text?",
} as const satisfies Columns;
