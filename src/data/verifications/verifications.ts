import type { Verification, VerificationStatus } from "#core/verification.ts";
import type { Prisma } from "#data/generated/client.ts";
import type { Database, Db } from "#data/service/client.ts";
import { metadataFromJson } from "#data/service/columns.ts";
import { VERIFICATION_STATE } from "#data/sql/requests.ts";
import { run } from "#data/sql/statement.ts";

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

export type VerificationState = Pick<
  Verification,
  | "id"
  | "mode"
  | "status"
  | "verified"
  | "verifiedAge"
  | "confidence"
  | "documentReused"
  | "errorCode"
  | "createdAt"
  | "completedAt"
  | "expiresAt"
>;

/** Where a verification stands; null means absent or not this tenant's. */
export const findVerificationState = async (
  database: Database,
  tenantId: string,
  id: string,
): Promise<VerificationState | null> => {
  const [row] = await run(database, VERIFICATION_STATE, [id, tenantId]);
  if (!row) return null;
  return {
    id: row.id,
    mode: row.mode,
    status: row.status,
    verified: row.verified,
    verifiedAge: row.verified_age,
    confidence: row.confidence,
    documentReused: row.document_reused,
    errorCode: row.error_code,
    createdAt: row.created_at,
    completedAt: row.completed_at,
    expiresAt: row.expires_at,
  };
};

/** A whole verification; null means absent or not this tenant's. */
export const findVerification = async (
  db: Db,
  tenantId: string,
  id: string,
): Promise<Verification | null> => {
  const row = await db.verification.findFirst({ where: { id, tenantId }, select: VERIFICATION_COLUMNS });
  return row && toVerification(row);
};

export type VerificationSummary = Pick<
  Verification,
  "id" | "status" | "createdAt" | "completedAt" | "expiresAt" | "method"
>;

/** The tenant's newest verifications. */
export const lastVerifications = (db: Db, tenantId: string, limit: number): Promise<VerificationSummary[]> =>
  db.verification.findMany({
    where: { tenantId },
    orderBy: { id: "desc" },
    take: limit,
    select: { id: true, status: true, createdAt: true, completedAt: true, expiresAt: true, method: true },
  });

export type MoveChanges = {
  status: VerificationStatus;
  openedAt?: Date;
  completedAt?: Date;
  verified?: boolean;
  verifiedAge?: number | null;
  confidence?: number | null;
  method?: string;
  documentType?: string | null;
  documentReused?: boolean | null;
  assurance?: string | null;
  reason?: string | null;
  errorCode?: string;
};

/**
 * The one write that moves a verification: a conditional UPDATE that names the states it may leave.
 * Null when it was not in one of them any more, or is not this tenant's: then nothing was written.
 * @param notExpiredAt the move is for a verification that still has time at this instant
 */
export const moveVerification = async (
  db: Db,
  tenantId: string,
  id: string,
  from: readonly VerificationStatus[],
  changes: MoveChanges,
  notExpiredAt: Date | null,
): Promise<Verification | null> => {
  const [row] = await db.verification.updateManyAndReturn({
    where: {
      id,
      tenantId,
      status: { in: [...from] },
      ...(notExpiredAt === null ? {} : { expiresAt: { gt: notExpiredAt } }),
    },
    data: { ...changes, checkingUntil: null },
    select: VERIFICATION_COLUMNS,
  });
  return row ? toVerification(row) : null;
};

/** Sets an open verification's end to this instant: how test mode plays "the time ran out". */
export const endNow = async (db: Db, tenantId: string, id: string, now: Date): Promise<void> => {
  await db.verification.updateMany({
    where: { id, tenantId, status: { in: ["pending", "in_progress"] } },
    data: { expiresAt: now },
  });
};
