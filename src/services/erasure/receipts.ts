import { createHash } from "node:crypto";
import { dayName, epochSeconds } from "#core/day.ts";
import type { Mode } from "#core/verification.ts";
import { type Db, inTransaction } from "#data/service/client.ts";
import {
  addErasureKey,
  addReceipt,
  addRestore,
  findReceipt,
  holdChain,
  listErasureKeys,
  listHashes,
  readChain,
} from "#data/service/erasure-receipts.ts";
import { DEPLOYMENT, newestNumber } from "#data/service/practice.ts";
import { publicPartOf, signTyped } from "#platform/keys/signing-key.ts";
import type { Ctx, Deps } from "#services/context.ts";
import { newId } from "#services/ids.ts";
import { keyRing } from "#services/key-ring.ts";
import { sealedFor } from "#services/sealing.ts";

// Receipts of erasures (docs/adr/0034): JWS by keys that sign nothing else, each with the hash of the one
// before it.

/** Why something was erased. */
export type ErasureCause = "request" | "retention" | "person";

/**
 * A kind of row, and how many where the receipt covers many checks: for one, the number would tell how it
 * went.
 */
type Erased = { category: string; rows?: number };

export const RECEIPT_TYPE = "erasure-receipt+jwt";
const HEAD_TYPE = "erasure-head+jwt";
const RESTORE_TYPE = "erasure-restored+jwt";
const SALT_BYTES = 32;

/** More than any backup is behind. */
const LOST_AT_MOST = 1_000_000_000;

const hashOf = (...parts: (string | Uint8Array)[]): string =>
  parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest("base64url");

const keysOf = keyRing("erasureKey", listErasureKeys, addErasureKey);

type About = {
  tenantId: string;
  /** Null: the receipt covers many of the tenant's. */
  verification: { id: string; mode: Mode } | null;
  /** What else the receipt is about, under a name that nothing here keeps. */
  subject?: { id: string; mode: Mode };
  cause: ErasureCause;
  erased: readonly Erased[];
  kept: readonly string[];
};

/** A receipt as JWS, and the salt without which no one can say what it is about. */
export type SignedReceipt = { receipt: string; salt: string };

/**
 * Signs a receipt and adds it to the chain, which stays locked from here to the end of the transaction: call
 * this last.
 * @param db the transaction that erases: both or neither
 */
export const writeReceipt = async (ctx: Ctx, db: Db, about: About, now: Date): Promise<SignedReceipt> => {
  const { deps } = ctx;
  const { tenantId, verification, subject, cause, erased, kept } = about;
  const [key] = await keysOf(deps, db);
  const id = newId(deps, "receipt", now);
  const salt = Buffer.from(deps.random(SALT_BYTES));
  // Not the tenant's statement: a receipt does not say whose it is.
  const statement = await newestNumber(db, DEPLOYMENT);
  const { count, lastHash } = await holdChain(db);
  const claims = {
    iss: deps.settings.publicUrl,
    jti: id,
    iat: epochSeconds(now),
    number: count + 1,
    subject_hash: hashOf(salt, verification?.id ?? subject?.id ?? tenantId),
    cause,
    erased,
    kept,
    ...(statement === null ? {} : { statement_version: statement }),
    ...(lastHash === null ? {} : { prev: lastHash }),
  };
  const jws = await signTyped(key, RECEIPT_TYPE, claims);
  await addReceipt(db, {
    id,
    number: count + 1,
    tenantId,
    mode: verification?.mode ?? subject?.mode ?? null,
    verificationId: verification?.id ?? null,
    saltSealed: deps.secrets.seal(salt.toString("base64url"), sealedFor("erasureSalt", id)),
    jws,
    hash: hashOf(jws),
    prevHash: lastHash,
    createdAt: now,
  });
  return { receipt: jws, salt: salt.toString("base64url") };
};

/** What the caller of an erasure gets, and gets again on a repeat. */
export type Receipt = {
  verificationId: string;
  redactedAt: Date;
  /** JWS. */
  receipt: string;
  /** Base64url: with it, and only with it, the receipt is about this verification. */
  salt: string;
};

/** The receipt of a verification; null: it is not erased, or not this tenant's. */
export const receiptOf = async (
  { secrets }: Pick<Deps, "secrets">,
  db: Db,
  tenantId: string,
  verificationId: string,
): Promise<Receipt | null> => {
  const found = await findReceipt(db, tenantId, verificationId);
  return (
    found && {
      verificationId,
      redactedAt: found.createdAt,
      receipt: found.jws,
      salt: secrets.open(found.saltSealed, sealedFor("erasureSalt", found.id)),
    }
  );
};

/**
 * A page of the public log, the hashes of receipts, with the signed end of the chain: nothing before it can
 * be changed or removed without anyone who kept it noticing. The receipts themselves are for those they were
 * given to: they say to the second when a kind of data was erased, and someone may know who was there. The head has the
 * notes of restores: where numbers are missing, and since when.
 */
export const erasureLog = async ({ deps }: Ctx, page: { after: number; limit: number }) => {
  const db = deps.db.orm;
  const keys = await keysOf(deps, db);
  const [key] = keys;
  const { count, lastHash, root, restores } = await readChain(db);
  const rows = await listHashes(db, page.after, page.limit);
  const now = deps.now();
  const head = await signTyped(key, HEAD_TYPE, {
    iss: deps.settings.publicUrl,
    iat: epochSeconds(now),
    day: dayName(now),
    count,
    ...(lastHash === null ? {} : { last: lastHash }),
    ...(root === null ? {} : { root }),
    ...(restores.length === 0 ? {} : { restored: restores }),
  });
  const next = rows.at(-1)?.number ?? page.after;
  return {
    head,
    keys: keys.map(publicPartOf),
    hashes: rows.map(({ hash }) => hash),
    ...(rows.length === page.limit && next < count ? { next } : {}),
  };
};

/** The numbers that are given to no receipt any more: those between the two. */
export type NotedRestore = { after: number; number: number };

/**
 * Notes in the chain that the database was restored from a backup. Receipts that were signed after the backup are not in it,
 * and their numbers would be signed again, with the same hash before them. So the chain continues behind them, with this note
 * as its next link: anyone who checks it sees where it is broken, and since when. A second note loses nothing, and the end of the
 * chain does not say whether one is needed: the backup may have been taken right behind the note of an earlier restore.
 * @param lastNumber the highest number that anyone was given; null: not known
 */
export const noteRestore = async (
  { deps }: Ctx,
  { lastNumber }: { lastNumber: number | null },
): Promise<NotedRestore> =>
  inTransaction(deps.db, async (db) => {
    const [key] = await keysOf(deps, db);
    const { count: after, lastHash } = await holdChain(db);
    const now = deps.now();
    const id = newId(deps, "receipt", now);
    // Not only from the backup: after a second restore of the same one it would be the same number again. Milliseconds go on faster
    // than receipts.
    const further = Math.max(after + LOST_AT_MOST, now.getTime());
    const number = Math.max(after, lastNumber ?? further) + 1;
    const jws = await signTyped(key, RESTORE_TYPE, {
      iss: deps.settings.publicUrl,
      jti: id,
      iat: epochSeconds(now),
      number,
      after,
      ...(lastHash === null ? {} : { prev: lastHash }),
    });
    await addReceipt(db, {
      ...{ id, number, tenantId: DEPLOYMENT, mode: null, verificationId: null },
      // It is about no one, so it has no salt.
      ...{ saltSealed: "", jws, hash: hashOf(jws), prevHash: lastHash, createdAt: now },
    });
    await addRestore(db, jws);
    return { after, number };
  });
