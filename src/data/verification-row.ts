import type { Verification } from "#core/verification.ts";
import type { Prisma } from "./generated/client.ts";
import { metadataFromJson } from "./json.ts";

/** What services see of a verification; the secret's hash and the lease stay inside data. */
export const VERIFICATION_COLUMNS = {
  id: true,
  tenantId: true,
  mode: true,
  status: true,
  requestId: true,
  minimumAge: true,
  methods: true,
  locale: true,
  callbackUrl: true,
  metadata: true,
  maxAttempts: true,
  attempts: true,
  verified: true,
  verifiedAge: true,
  confidence: true,
  method: true,
  documentType: true,
  documentReused: true,
  reason: true,
  errorCode: true,
  createdAt: true,
  openedAt: true,
  completedAt: true,
  expiresAt: true,
} as const satisfies Prisma.VerificationSelect;

type Row = Prisma.VerificationGetPayload<{ select: typeof VERIFICATION_COLUMNS }>;

export const toVerification = (row: Row): Verification => ({
  ...row,
  metadata: metadataFromJson(row.metadata),
});
