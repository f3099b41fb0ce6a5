import type { Db } from "./client.ts";
import type { Prisma } from "./generated/client.ts";

export type AuditRow = {
  id: string;
  tenantId: string | null;
  actor: string;
  action: string;
  target: string;
  changes: Prisma.InputJsonObject;
  requestId: string;
  createdAt: Date;
};

/** Appends to the audit trail; called in the transaction of the change that it tells of. */
export const insertAuditEntry = async (db: Db, entry: AuditRow): Promise<void> => {
  await db.auditEntry.create({ data: entry });
};

export const listAuditEntries = (db: Db, tenantId: string, limit: number) =>
  db.auditEntry.findMany({ where: { tenantId }, orderBy: { id: "desc" }, take: limit });
