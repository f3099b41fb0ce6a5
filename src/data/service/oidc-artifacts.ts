import type { OidcTokenAlg } from "#core/oidc/age-request.ts";
import type { Mode } from "#core/verification.ts";
import type { OidcKey } from "#data/generated/client.ts";
import { OIDC_ARTIFACT_BY_ID, OIDC_ARTIFACT_SPEND, OIDC_ARTIFACTS_WRITE } from "#data/sql/oidc.ts";
import { jsonOf } from "#data/sql/rows.ts";
import { type Fields, run, runForOne } from "#data/sql/statement.ts";
import { ARTIFACT } from "#data/sql/tables.ts";
import type { Database, Db } from "./client.ts";

// The OpenID Provider's stored artifacts, and the keys that it signs with.

type Hash = Uint8Array<ArrayBuffer>;

export type NewArtifact = Fields<typeof ARTIFACT> & { idHash: Hash; grantHash: Hash | null };

/** Writes artifacts, each replacing the one with its id, and drops one: all or nothing. */
export const writeArtifacts = async (
  database: Database,
  kept: readonly NewArtifact[],
  dropped: Hash | null,
): Promise<void> => {
  await run(database, OIDC_ARTIFACTS_WRITE, [jsonOf(ARTIFACT, kept), dropped]);
};

/** Writes an artifact with an id not seen before: true for exactly one caller. */
export const addArtifact = async (db: Db, artifact: NewArtifact): Promise<boolean> =>
  (await db.oidcArtifact.createMany({ data: artifact, skipDuplicates: true })).count === 1;

/** An artifact, and the grant that it belongs to. The caller judges whether they have expired. */
export const findArtifact = (database: Database, idHash: Hash) =>
  runForOne(database, OIDC_ARTIFACT_BY_ID, [idHash]);

/**
 * Spends an artifact: of two attempts, only one finds the row.
 * @param check the check of a code
 * @returns null: it was spent before; otherwise, whether the check's result was taken back
 */
export const consumeArtifact = async (database: Database, idHash: Hash, check: string | null, now: Date) => {
  const spent = await runForOne(database, OIDC_ARTIFACT_SPEND, [idHash, now, check]);
  return spent && { isRevoked: spent.revokedAt !== null };
};

/** Deletes all artifacts of one kind that belong to a grant. */
export const deleteOfGrant = async (db: Db, kind: string, grantHashes: Hash[]): Promise<void> => {
  await db.oidcArtifact.deleteMany({ where: { kind, grantHash: { in: grantHashes } } });
};

/** The keys of one mode; the newest of each algorithm comes first. */
export const listOidcKeys = (db: Db, mode: Mode): Promise<OidcKey[]> =>
  db.oidcKey.findMany({ where: { mode }, orderBy: [{ alg: "asc" }, { number: "desc" }] });

/** Adds a key unless another process has just added one with this number. */
export const addOidcKey = async (
  db: Db,
  key: Omit<OidcKey, "mode" | "alg"> & { mode: Mode; alg: OidcTokenAlg },
): Promise<void> => {
  await db.oidcKey.createMany({ data: key, skipDuplicates: true });
};

export const deleteOidcKeys = async (db: Db, ids: string[]): Promise<void> => {
  await db.oidcKey.deleteMany({ where: { id: { in: ids } } });
};
