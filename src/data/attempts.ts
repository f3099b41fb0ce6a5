import type { Db } from "./client.ts";

export type AttemptGlance = { finding: string; reason: string | null };

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
