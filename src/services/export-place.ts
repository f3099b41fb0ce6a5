import { createCipheriv, createDecipheriv } from "node:crypto";
import { invalidParameter } from "#core/errors.ts";
import { type ExportStream, lastExported } from "#data/service/export-order.ts";
import type { Ctx, Deps } from "./context.ts";

// A place in an export as its reader sees it. The numbers behind it count all tenants' rows: one block of AES under a key
// for each reader, so that none learns from its cursors how much the others do. Half of the block is zero: what was not
// made here does not open.

/** From the oldest row that is kept. */
const BEGINNING = "0";

const PLACE = /^(?:0|[A-Za-z0-9_-]{22})$/;

/** What is read, and by whom; null: by the operator. */
export type Reading = { stream: ExportStream; tenantId: string | null };

const BLOCK = "aes-256-ecb";

type Digests = Pick<Deps["secrets"], "fingerprint">;

const keyOf = ({ fingerprint }: Digests, { stream, tenantId }: Reading): Buffer =>
  fingerprint("export-place", `${stream}:${tenantId ?? "operator"}`);

/** Writes places for one reader. */
export const placesOf = ({ secrets }: Pick<Deps, "secrets">, reading: Reading) => {
  const key = keyOf(secrets, reading);
  return (number: bigint): string => {
    const block = Buffer.alloc(16);
    block.writeBigUInt64BE(number);
    const cipher = createCipheriv(BLOCK, key, null).setAutoPadding(false);
    return Buffer.concat([cipher.update(block), cipher.final()]).toString("base64url");
  };
};

const opened = (digests: Digests, reading: Reading, place: string): bigint | null => {
  const decipher = createDecipheriv(BLOCK, keyOf(digests, reading), null).setAutoPadding(false);
  const block = Buffer.concat([decipher.update(Buffer.from(place, "base64url")), decipher.final()]);
  return block.readBigUInt64BE(8) === 0n ? block.readBigUInt64BE() : null;
};

const beginAgain = (why: string): Error =>
  invalidParameter("after", `${why}: begin again with after=${BEGINNING}`);

/**
 * The number that a place stands for.
 * @throws INVALID_PARAMETERS: not one of this reader's
 */
export const numberAt = (
  { secrets }: Pick<Deps, "secrets">,
  reading: Reading,
  place: string | undefined,
): bigint => {
  if (place === undefined || place === BEGINNING) return 0n;
  const found = PLACE.test(place)
    ? (opened(secrets, reading, place) ?? (secrets.older && opened(secrets.older, reading, place)))
    : null;
  if (found === null) throw beginAgain("is not a cursor of yours");
  return found;
};

/** @throws INVALID_PARAMETERS: a place beyond the last row, as after a restored backup */
export const refuseAhead = async ({ deps }: Ctx, { stream }: Reading, after: bigint): Promise<void> => {
  if (after > (await lastExported(deps.db.orm, stream)))
    throw beginAgain("is ahead, as after a restored backup");
};
