import type { Db } from "./client.ts";
import type { Prisma } from "./generated/client.ts";
import { type IdRange, idsWithin } from "./id-range.ts";

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

export type AuditFilter = { actor?: string | undefined; action?: string | undefined } & IdRange;

/** Newest first, by keyset: `after` is the last id of the page before. */
export const listAuditEntries = (
  db: Db,
  tenantId: string,
  limit: number,
  { actor, action, ...range }: AuditFilter = {},
  after?: string,
) =>
  db.auditEntry.findMany({
    where: {
      tenantId,
      ...(actor === undefined ? {} : { actor }),
      // "api_key" finds all that was done to keys, "api_key.revoke" one kind.
      ...(action === undefined ? {} : { OR: [{ action }, { action: { startsWith: `${action}.` } }] }),
      ...idsWithin(range, after),
    },
    orderBy: { id: "desc" },
    take: limit,
  });
