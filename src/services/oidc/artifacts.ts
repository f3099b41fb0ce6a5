import { epochSeconds } from "#core/day.ts";
import { idIn } from "#core/ids.ts";
import { isJsonObject } from "#core/json.ts";
import type { Mode } from "#core/verification.ts";
import * as rows from "#data/service/oidc-artifacts.ts";
import { fingerprintsOf } from "#platform/secrets.ts";
import type { Deps } from "#services/context.ts";
import { openSealed, sealedFor } from "#services/sealing.ts";

// What the OpenID Provider keeps between two requests (docs/adr/0031). No id is stored, only its keyed hash,
// and all content is sealed: the table alone can neither spend a code nor tell whose it is.

type Using = Pick<Deps, "db" | "secrets" | "now"> & {
  /** What the running call of the provider has read and will write; null: none runs, and all is written at once. */
  call: CallArtifacts | null;
};

/** The kind of artifact, and which issuer's: the two issuers have nothing in common. */
export type Shelf = { mode: Mode; kind: string };

type Payload = { [member: string]: unknown };

const keyOf = (idHash: Uint8Array): string => Buffer.from(idHash).toString("base64url");

type Hash = Uint8Array<ArrayBuffer>;

/** Without `kept` it is dropped. What is overwritten or dropped within the same call is never sealed. */
type Written = { idHash: Hash; kept: { payload: Payload; row: () => rows.NewArtifact } | null };

type Found = { payload: Payload | undefined; consumedAt: Date | null };

/** Of one call of the provider: what it reads of a grant is read once, and what it keeps and drops is written at its end. */
export type CallArtifacts = {
  hashes: Map<string, Hash[]>;
  /** What has been read, by the hash of its id. */
  read: Map<string, Found>;
  /** What is written at the end. */
  written: Map<string, Written>;
};

export const newCallArtifacts = (): CallArtifacts => ({
  hashes: new Map(),
  read: new Map(),
  written: new Map(),
});

/** The newest pepper's hash first. */
const hashesOf = ({ secrets, call }: Using, { mode, kind }: Shelf, id: string): Hash[] => {
  const purpose = `oidc ${mode} ${kind}`;
  const known = call?.hashes;
  const hashes = known?.get(purpose + id) ?? fingerprintsOf(secrets, purpose, id);
  known?.set(purpose + id, hashes);
  return hashes;
};

const grantHashes = (using: Using, mode: Mode, grantId: string): Hash[] =>
  hashesOf(using, { mode, kind: "Grant" }, grantId);

const write = async ({ db }: Pick<Using, "db">, written: Iterable<Written>): Promise<void> => {
  const all = [...written];
  const kept = all.flatMap((one) => one.kept?.row() ?? []);
  const [first, ...more] = all.flatMap((one) => (one.kept ? [] : [one.idHash]));
  if (all.length > 0) await rows.writeArtifacts(db, kept, first ?? null);
  for (const dropped of more) await rows.writeArtifacts(db, [], dropped);
};

/**
 * Writes what a call of the provider has kept and dropped, in one statement, before it answers. What it spent was spent at
 * once.
 */
export const writeTogether = (using: Pick<Using, "db">, { written }: CallArtifacts): Promise<void> =>
  write(using, written.values());

const put = async (using: Using, written: Written[]): Promise<void> => {
  const { call } = using;
  if (!call) return write(using, written);
  for (const one of written) {
    const key = keyOf(one.idHash);
    // Made in this very call, under an id that is new: there is no row.
    const isNew = call.written.get(key)?.kept && !call.read.has(key);
    if (isNew && !one.kept) call.written.delete(key);
    else call.written.set(key, one);
  }
};

/** An artifact's row, under the newest hash of its id; it is sealed when the row is asked for. */
const newArtifact = (using: Using, { mode, kind }: Shelf, id: string, payload: Payload, seconds: number) => {
  const { secrets, now } = using;
  const [idHash = new Uint8Array()] = hashesOf(using, { mode, kind }, id);
  const row = (): rows.NewArtifact => {
    const { grantId } = payload;
    const [grantHash = null] = typeof grantId === "string" ? grantHashes(using, mode, grantId) : [];
    const createdAt = now();
    const text = JSON.stringify(payload);
    return {
      idHash,
      kind,
      grantHash,
      payloadSealed: secrets.seal(text, sealedFor("oidcArtifact", idHash)),
      // Finds what a site got about a check when the check is erased.
      verificationId: idIn("verification", text),
      createdAt,
      expiresAt: new Date(createdAt.getTime() + seconds * 1000),
    };
  };
  return { idHash, row };
};

/** Keeps an artifact for the given time, in place of any with the same id. */
export const keepArtifact = (
  using: Using,
  shelf: Shelf,
  id: string,
  payload: Payload,
  seconds: number,
): Promise<void> => {
  const { idHash, row } = newArtifact(using, shelf, id, payload, seconds);
  return put(using, [{ idHash, kept: { payload, row } }]);
};

/** Records that an id was seen. @returns false: it was seen before, in this process or another */
export const keepOnce = (
  using: Using,
  shelf: Shelf,
  id: string,
  payload: Payload,
  seconds: number,
): Promise<boolean> => rows.addArtifact(using.db.orm, newArtifact(using, shelf, id, payload, seconds).row());

const isPayload = (value: unknown): value is Payload => isJsonObject(value);

const opened = ({ secrets }: Using, idHash: Uint8Array, sealed: string): Payload | undefined => {
  const text = openSealed(secrets, sealed, sealedFor("oidcArtifact", idHash));
  const payload: unknown = text && JSON.parse(text);
  return isPayload(payload) ? payload : undefined;
};

/** The row from what this call has read, or from the database with the grant that it depends on. */
const findRow = async (using: Using, idHash: Hash): Promise<Found | undefined> => {
  const read = using.call?.read;
  const known = read?.get(keyOf(idHash));
  if (known) return known;
  const row = await rows.findArtifact(using.db, idHash);
  if (!row) return undefined;
  const { grantHash, grantSealed, payloadSealed, consumedAt } = row;
  const found = { payload: opened(using, idHash, payloadSealed), consumedAt };
  read?.set(keyOf(idHash), found);
  if (grantHash && grantSealed) {
    read?.set(keyOf(grantHash), { payload: opened(using, grantHash, grantSealed), consumedAt: null });
  }
  return found;
};

/** The artifact with this id; a spent one says since when (`consumed`, seconds since the epoch). */
export const readArtifact = async (using: Using, shelf: Shelf, id: string): Promise<Payload | undefined> => {
  for (const idHash of hashesOf(using, shelf, id)) {
    const written = using.call?.written.get(keyOf(idHash));
    if (written) return written.kept?.payload;
    const { payload, consumedAt } = (await findRow(using, idHash)) ?? {};
    if (!payload) continue;
    return consumedAt ? { ...payload, consumed: epochSeconds(consumedAt) } : payload;
  }
  return undefined;
};

/**
 * Spends a single-use artifact for exactly one caller, whichever process it is in.
 * @param check the check of a code
 * @returns null: it was spent before; else whether the check's result was taken back
 */
export const spendArtifact = async (
  using: Using,
  shelf: Shelf,
  id: string,
  check: string | null,
): Promise<{ isRevoked: boolean } | null> => {
  for (const idHash of hashesOf(using, shelf, id)) {
    const spent = await rows.consumeArtifact(using.db, idHash, check, using.now());
    if (spent) return spent;
  }
  return null;
};

export const dropArtifact = (using: Using, shelf: Shelf, id: string): Promise<void> =>
  put(
    using,
    hashesOf(using, shelf, id).map((idHash) => ({ idHash, kept: null })),
  );

/** Drops all artifacts of a kind that depend on a grant. */
export const dropOfGrant = (using: Using, { mode, kind }: Shelf, grantId: string): Promise<void> =>
  rows.deleteOfGrant(using.db.orm, kind, grantHashes(using, mode, grantId));
