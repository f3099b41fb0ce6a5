import type { Db } from "./client.ts";
import type { Prisma, TrustSource } from "./generated/client.ts";

export type AnchorSource = TrustSource;

/** A row as it is: what the certificate says is read from the certificate. */
export type AnchorRow = {
  id: string;
  credentialType: string;
  label: string;
  certificate: Uint8Array<ArrayBuffer>;
  /** SHA-256 in hexadecimal. */
  fingerprint: string;
  eku: string | null;
  source: AnchorSource;
  validFrom: Date;
  validUntil: Date;
  /** SHA-256 of the pinned provider's certificate, in hexadecimal. */
  listProvider: string | null;
  listDate: Date | null;
  createdAt: Date;
};

const byTypeAndLabel = [
  { credentialType: "asc" },
  { label: "asc" },
  { id: "asc" },
] as const satisfies Prisma.TrustAnchorOrderByWithRelationInput[];

/** All of them, or those for some types; by type and name. */
export const listAnchors = (db: Db, credentialTypes?: readonly string[]): Promise<AnchorRow[]> =>
  db.trustAnchor.findMany({
    where: credentialTypes ? { credentialType: { in: [...credentialTypes] } } : {},
    orderBy: byTypeAndLabel,
  });

/** Adds an anchor; one that is there already from the same source gets the new label, rule and validity. */
export const upsertAnchor = (db: Db, anchor: AnchorRow): Promise<AnchorRow> => {
  const { credentialType, fingerprint, source, label, eku, validFrom, validUntil, listProvider, listDate } =
    anchor;
  return db.trustAnchor.upsert({
    where: { credentialType_fingerprint_source: { credentialType, fingerprint, source } },
    create: anchor,
    update: { label, eku, validFrom, validUntil, listProvider, listDate },
  });
};

/** The anchor that was removed; null when there is none with this id. */
export const removeAnchor = async (db: Db, id: string): Promise<AnchorRow | null> => {
  const row = await db.trustAnchor.findUnique({ where: { id } });
  if (!row) return null;
  const { count } = await db.trustAnchor.deleteMany({ where: { id } });
  return count === 1 ? row : null;
};

/** The date of the newest list of this provider that was imported. */
export const newestListDate = async (db: Db, listProvider: string): Promise<Date | null> => {
  const { _max } = await db.trustAnchor.aggregate({ where: { listProvider }, _max: { listDate: true } });
  return _max.listDate;
};

/** Removes what came in lists of this provider before that date; without one, all of it. Returns what was removed. */
export const removeOlderOfList = async (
  db: Db,
  listProvider: string,
  listDate?: Date,
): Promise<AnchorRow[]> => {
  const where = { source: "vical", listProvider, ...(listDate && { listDate: { lt: listDate } }) } as const;
  const rows = await db.trustAnchor.findMany({ where });
  await db.trustAnchor.deleteMany({ where: { id: { in: rows.map(({ id }) => id) } } });
  return rows;
};

/** The types of credential that some anchor vouches for at this time. */
export const trustedCredentialTypes = async (db: Db, now: Date): Promise<string[]> => {
  const rows = await db.trustAnchor.findMany({
    where: { validFrom: { lte: now }, validUntil: { gte: now } },
    distinct: ["credentialType"],
    select: { credentialType: true },
  });
  return rows.map(({ credentialType }) => credentialType);
};
