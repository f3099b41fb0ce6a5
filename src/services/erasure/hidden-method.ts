import type { ERASURES, FieldsKept } from "#core/practice/stored.ts";

// Under `hideMethod` a tenant learns no method from what is stored.

/** Tables that say the same whichever method it was, except for the verification's columns. */
const ALIKE_FOR_METHODS: readonly string[] = [
  "Verification",
  "Token",
  "Event",
  "WebhookDelivery",
  "WebhookAttempt",
  "ErasureRequest",
  "ErasureReceipt",
] satisfies (keyof typeof ERASURES)[];

/** For each column of a verification: whether it says the same whichever method it was, because a decision under the rule leaves it out. */
const IS_ALIKE: Readonly<Record<string, boolean>> = {
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
} satisfies Record<FieldsKept<"Verification">, boolean>;

const isAlike = (table: string, column: string): boolean =>
  table !== "Verification" || IS_ALIKE[column] === true;

/** All that is stored about a verification, except what reveals the method. */
export const withoutMethods = (
  stored: Record<string, Record<string, unknown>[]>,
): Record<string, Record<string, unknown>[]> =>
  Object.fromEntries(
    Object.entries(stored)
      .filter(([table]) => ALIKE_FOR_METHODS.includes(table))
      .map(([table, rows]) => [
        table,
        rows.map((row) =>
          Object.fromEntries(Object.entries(row).filter(([column]) => isAlike(table, column))),
        ),
      ]),
  );
