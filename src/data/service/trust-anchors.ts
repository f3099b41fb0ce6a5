import type { Prisma, TrustAnchor } from "#data/generated/client.ts";
import type { Db } from "./client.ts";

/** A row without what the certificate itself says. */
export type AnchorRow = TrustAnchor;

/** The list that an anchor came from, or that is in use. */
export type ListIssue = Pick<TrustAnchor, "listDate" | "listIssueId" | "listNextUpdate" | "listDigest">;

const byTypeAndLabel = [
  { credentialType: "asc" },
  { label: "asc" },
  { id: "asc" },
] as const satisfies Prisma.TrustAnchorOrderByWithRelationInput[];

/** All of them, by type and name. */
export const listAnchors = (db: Db): Promise<AnchorRow[]> =>
  db.trustAnchor.findMany({ orderBy: byTypeAndLabel });

/** Rises with every change of the anchors, from any process. Read it before the anchors, not after. */
export const trustVersion = async (db: Db): Promise<bigint> => {
  const row = await db.trustVersion.findUnique({ where: { id: 1 } });
  return row?.version ?? 0n;
};

/**
 * Adds an anchor; a known one from the same source gets the new label, rules and validity. A re-pinned
 * provider keeps its list state: otherwise an old list could come back.
 */
export const upsertAnchor = (db: Db, anchor: AnchorRow): Promise<AnchorRow> => {
  const { id: _id, certificate: _certificate, createdAt: _createdAt, ...rest } = anchor;
  const { credentialType, fingerprint, source, ...update } = rest;
  const { listProvider, listDate, listIssueId, listNextUpdate, listDigest, ...rules } = update;
  return db.trustAnchor.upsert({
    where: { credentialType_fingerprint_source: { credentialType, fingerprint, source } },
    create: anchor,
    update: listProvider === null ? rules : update,
  });
};

/** The removed anchor; null if there is none with this id. */
export const removeAnchor = async (db: Db, id: string): Promise<AnchorRow | null> => {
  const row = await db.trustAnchor.findUnique({ where: { id } });
  if (!row) return null;
  const { count } = await db.trustAnchor.deleteMany({ where: { id } });
  return count === 1 ? row : null;
};

/**
 * The row of a pinned provider, locked until the transaction ends: its lists are imported one after another.
 */
export const lockPin = async (
  db: Db,
  { credentialType, fingerprint }: Pick<AnchorRow, "credentialType" | "fingerprint">,
): Promise<AnchorRow | null> => {
  await db.$queryRaw`select 1 from trust_anchor
    where credential_type = ${credentialType} and fingerprint = ${fingerprint} and source = 'pem' for update`;
  return db.trustAnchor.findFirst({ where: { credentialType, fingerprint, source: "pem" } });
};

/** Records the list in use from now on. */
export const noteList = async (db: Db, pinId: string, issue: ListIssue): Promise<void> => {
  await db.trustAnchor.update({ where: { id: pinId }, data: issue });
};

/** Removes the anchors from this provider's lists, except those that the new list repeats. Returns the removed ones. */
export const removeOfList = async (
  db: Db,
  listProvider: string,
  repeated: readonly Pick<AnchorRow, "credentialType" | "fingerprint">[] = [],
): Promise<AnchorRow[]> => {
  const keyOf = (row: Pick<AnchorRow, "credentialType" | "fingerprint">) =>
    `${row.fingerprint} ${row.credentialType}`;
  const stays = new Set(repeated.map(keyOf));
  const rows = await db.trustAnchor.findMany({ where: { source: "vical", listProvider } });
  const gone = rows.filter((row) => !stays.has(keyOf(row)));
  await db.trustAnchor.deleteMany({ where: { id: { in: gone.map(({ id }) => id) } } });
  return gone;
};
