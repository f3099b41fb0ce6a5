import type { Db } from "./client.ts";

export type AttemptGlance = { finding: string; reason: string | null };

export type AttemptRow = {
  number: number;
  method: string;
  finding: string;
  reason: string | null;
  durationMs: number;
  createdAt: Date;
};

/** Every attempt of a verification, in order. */
export const listAttempts = (db: Db, tenantId: string, verificationId: string): Promise<AttemptRow[]> =>
  db.methodAttempt.findMany({
    where: { verificationId, tenantId },
    orderBy: { number: "asc" },
    select: { number: true, method: true, finding: true, reason: true, durationMs: true, createdAt: true },
  });

/** The last attempt of a verification, if there was one. */
export const lastAttempt = (
  db: Db,
  tenantId: string,
  verificationId: string,
): Promise<AttemptGlance | null> =>
  db.methodAttempt.findFirst({
    where: { verificationId, tenantId },
    orderBy: { number: "desc" },
    select: { finding: true, reason: true },
  });
