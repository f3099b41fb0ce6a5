import type { AgeBand } from "#core/age-over.ts";
import { statesLeftBy } from "#core/verification.ts";
import type { Voucher } from "#data/generated/client.ts";
import type { Db } from "#data/service/client.ts";
import { type HiddenOf, idsWithin } from "#data/service/columns.ts";

type Hash = Uint8Array<ArrayBuffer>;

export type VoucherRow = Pick<
  Voucher,
  | ("id" | "ageAtLeast" | "ageBelow" | "issuedBy" | "createdAt")
  | ("expiresAt" | "usedAt" | "revokedAt" | "verificationId")
>;

const HIDDEN = { codeHash: true, tenantId: true } as const satisfies HiddenOf<Voucher, VoucherRow>;

export const insertVoucher = async (
  db: Db,
  voucher: Omit<Voucher, "usedAt" | "revokedAt" | "verificationId">,
): Promise<void> => {
  await db.voucher.create({ data: voucher });
};

/** Newest first, by keyset: `after` is the last id of the previous page. */
export const listVouchers = (db: Db, tenantId: string, limit: number, after: string | undefined) =>
  db.voucher.findMany({
    where: { tenantId, ...idsWithin({}, after) },
    orderBy: { id: "desc" },
    take: limit,
    omit: HIDDEN,
  });

const open = (now: Date) => ({ usedAt: null, revokedAt: null, expiresAt: { gt: now } });

/** Takes back a voucher that could still be used: true for exactly one caller. */
export const revokeVoucher = async (db: Db, tenantId: string, id: string, now: Date): Promise<boolean> => {
  const { count } = await db.voucher.updateMany({
    where: { id, tenantId, ...open(now) },
    data: { revokedAt: now },
  });
  return count === 1;
};

type Typed = { tenantId: string; codeHashes: Hash[] };

/**
 * Uses up the voucher with this code if it can still be used and says whether the minimum age is reached. Of
 * two verifications that try, only one gets it.
 * @returns its id and what it says; null: no such voucher, and nothing was written
 */
export const takeVoucher = async (
  db: Db,
  { tenantId, codeHashes }: Typed,
  minimumAge: number,
  now: Date,
): Promise<{ id: string; band: AgeBand } | null> => {
  const [row] = await db.voucher.updateManyAndReturn({
    where: {
      tenantId,
      codeHash: { in: codeHashes },
      ...open(now),
      OR: [{ ageAtLeast: { gte: minimumAge } }, { ageBelow: { lte: minimumAge } }],
    },
    data: { usedAt: now },
    select: { id: true, ageAtLeast: true, ageBelow: true },
  });
  return row ? { id: row.id, band: { atLeast: row.ageAtLeast, below: row.ageBelow } } : null;
};

/** Records which verification a voucher decided. */
export const linkVoucher = async (db: Db, id: string, verificationId: string): Promise<void> => {
  await db.voucher.update({ where: { id }, data: { verificationId }, select: { id: true } });
};

/** Whether there is a voucher with this code that could still be used, whatever it says. */
export const isOpenVoucher = async (db: Db, { tenantId, codeHashes }: Typed, now: Date): Promise<boolean> => {
  const where = { tenantId, codeHash: { in: codeHashes }, ...open(now) };
  return (await db.voucher.findFirst({ where, select: { id: true } })) !== null;
};

/**
 * Holds an open verification, so that codes for it are checked one after another. A pending one is in
 * progress from then on.
 * @param handoffId the hand-off of the phone that asks; null: the first device asks
 * @returns how many codes were wrong; null when it has ended, its time is up, or the first device has taken
 *   the check back
 */
export const holdVoucherTries = async (
  db: Db,
  {
    tenantId,
    verificationId,
    handoffId,
  }: { tenantId: string; verificationId: string; handoffId: string | null },
  now: Date,
): Promise<number | null> => {
  const [row] = await db.$queryRaw<{ tries: number }[]>`
    update verification set status = 'in_progress', opened_at = coalesce(opened_at, ${now})
    where id = ${verificationId} and tenant_id = ${tenantId} and status::text = any(${statesLeftBy("complete")})
      and expires_at > ${now}
      and (${handoffId}::text is null or exists (select from handoff where id = ${handoffId} and ended_at is null))
    returning voucher_tries as tries`;
  return row?.tries ?? null;
};

/** Stores how many codes were wrong for a held verification, and under which key the last one came. */
export const setVoucherTries = async (
  db: Db,
  verificationId: string,
  voucherTries: number,
  refused: { refusedKeyHash: Hash; refusedAs: string } | null,
): Promise<void> => {
  await db.verification.update({
    where: { id: verificationId },
    data: { voucherTries, ...refused },
    select: { id: true },
  });
};
