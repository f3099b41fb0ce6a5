import { countAdminKeysUnusedSince } from "#data/operator/admin-keys.ts";
import {
  pageOfHashes,
  pageOfSealed,
  REHASHED_COLUMNS,
  type RehashedColumn,
  type RowKey,
  SEALED_COLUMNS,
  type SealedColumn,
  type Swap,
  swapValues,
} from "#data/service/sealed-columns.ts";
import { countKeysUnusedSince } from "#data/tenants/api-keys.ts";
import { SealedTextError, type Secrets } from "#platform/secrets.ts";
import { renewSecretCheck } from "./check-secrets.ts";
import type { Deps } from "./context.ts";
import { digestOf, sealedFor } from "./sealing.ts";

type Digests = Pick<Secrets, "hash" | "fingerprint">;

const DIGESTS: Readonly<Record<RehashedColumn["name"], (by: Digests, opened: string) => Buffer>> = {
  apiKey: (by, key) => by.hash(key),
  memberEmail: (by, email) => digestOf(by, "email", email),
  invitationEmail: (by, email) => digestOf(by, "email", email),
  directoryUserName: (by, name) => digestOf(by, "userName", name),
  directoryExternalId: (by, id) => digestOf(by, "externalId", id),
  directoryEmail: (by, email) => digestOf(by, "email", email),
};

type Using = Pick<Deps, "db" | "secrets">;

const BATCH = 200;
/** A row is missed by a pass only while the service writes it. */
const PASSES = 5;

/** What happened to one column. */
export type ColumnCount = {
  column: string;
  written: number;
  /** Neither key opens them; they stay as they were. */
  unreadable: number;
  /** Changed by the service during every pass. */
  missed: number;
};

/** Null if neither key opens it. */
const unlessUnreadable = (make: () => string): string | null => {
  try {
    return make();
  } catch (error) {
    if (error instanceof SealedTextError || error instanceof SyntaxError) return null;
    throw error;
  }
};

const resealed = ({ secrets }: Using, column: SealedColumn, key: RowKey, value: string): string | null => {
  const context = sealedFor(column.name, ...key);
  return unlessUnreadable(() => {
    if (column.type !== "jsonb") return secrets.reseal(value, context);
    const entries: { sealed: string }[] = JSON.parse(value);
    return JSON.stringify(
      entries.map((entry) => ({ ...entry, sealed: secrets.reseal(entry.sealed, context) })),
    );
  });
};

type Page<Value> = { last: RowKey | null; swaps: Swap<Value>[]; unreadable: number };

/** Walks pages until none is left, and again while the service was in the way. */
const walk = async <Value extends string | Uint8Array>(
  { db }: Using,
  column: Parameters<typeof swapValues>[1],
  read: (after: RowKey | null) => Promise<Page<Value>>,
): Promise<ColumnCount> => {
  const count = { column: `${column.table}.${column.column}`, written: 0, unreadable: 0, missed: 0 };
  for (let pass = 0; pass < PASSES; pass += 1) {
    count.unreadable = 0;
    count.missed = 0;
    let after: RowKey | null = null;
    do {
      const page: Page<Value> = await read(after);
      const written = await swapValues(db, column, page.swaps);
      count.written += written;
      count.missed += page.swaps.length - written;
      count.unreadable += page.unreadable;
      after = page.last;
    } while (after);
    if (count.missed === 0) break;
  }
  return count;
};

const resealColumn = (using: Using, column: SealedColumn): Promise<ColumnCount> =>
  walk<string>(using, column, async (after) => {
    const prefix = using.secrets.sealedPrefix;
    const rows = await pageOfSealed(using.db, column, { prefix, after, limit: BATCH });
    const swaps = rows.flatMap(({ key, value }) => {
      const to = resealed(using, column, key, value);
      return to === null ? [] : [{ key, from: value, to }];
    });
    return { last: rows.at(-1)?.key ?? null, swaps, unreadable: rows.length - swaps.length };
  });

const rehashColumn = (using: Using, older: Digests, column: RehashedColumn): Promise<ColumnCount> => {
  const { secrets, db } = using;
  const digest = DIGESTS[column.name];
  return walk<Uint8Array>(using, column, async (after) => {
    const rows = await pageOfHashes(db, column, { after, limit: BATCH });
    let unreadable = 0;
    const swaps = rows.flatMap(({ key, value, hash: from }) => {
      const opened = unlessUnreadable(() => secrets.open(value, sealedFor(column.name, ...key)));
      if (opened === null) unreadable += 1;
      if (opened === null || !from || !digest(older, opened).equals(from)) return [];
      return [{ key, from, to: new Uint8Array(digest(secrets, opened)) }];
    });
    return { last: rows.at(-1)?.key ?? null, swaps, unreadable };
  });
};

export type Resealed = {
  /** SECRETS_KEY_PREVIOUS is no longer needed. */
  isSealedAnew: boolean;
  /** With KEY_PEPPER_PREVIOUS: working API keys that have not been used since the peppers were changed. */
  unusedKeys: number | null;
};

/**
 * Seals every sealed text with SECRETS_KEY, and makes again the hashes that can be made from sealed texts.
 * Safe while the service runs, and safe to interrupt: finished texts name their key and are not read again.
 * @param onColumn gets the counts of each column when that column is done
 */
export const resealAll = async (
  deps: Pick<Deps, "db" | "secrets" | "now">,
  onColumn: (count: ColumnCount) => void,
): Promise<Resealed> => {
  const { db, secrets, now } = deps;
  const { older } = secrets;
  let missed = 0;
  const note = (count: ColumnCount): void => {
    missed += count.missed;
    onColumn(count);
  };
  // First: a hash is made from a text, whichever key sealed it.
  if (older) for (const column of REHASHED_COLUMNS) note(await rehashColumn(deps, older, column));
  for (const column of SEALED_COLUMNS) note(await resealColumn(deps, column));
  const isSealedAnew = missed === 0;
  const since = isSealedAnew ? await renewSecretCheck(db.orm, secrets, now()) : null;
  const unusedKeys =
    older && since
      ? (await countKeysUnusedSince(db.orm, since, now())) +
        (await countAdminKeysUnusedSince(db.orm, since, now()))
      : null;
  return { isSealedAnew, unusedKeys };
};
