import type { Handoff } from "#core/handoff.ts";
import type { Handoff as Row } from "#data/generated/client.ts";
import type { Db } from "#data/service/client.ts";
import { type HiddenOf, running } from "#data/service/columns.ts";

type Hash = Uint8Array<ArrayBuffer>;

const HIDDEN = { codeHash: true, phoneSecretHash: true } as const satisfies HiddenOf<Row, Handoff>;

export const findHandoffByCode = (db: Db, codeHashes: Hash[]): Promise<Handoff | null> =>
  db.handoff.findFirst({ where: { codeHash: { in: codeHashes } }, omit: HIDDEN });

/** Ends any waiting codes, and the phone's page. */
export const endHandoffs = async (db: Db, verificationId: string, now: Date): Promise<void> => {
  await db.handoff.updateMany({ where: { verificationId, endedAt: null }, data: { endedAt: now } });
};

type NewHandoff = Pick<Handoff, "id" | "verificationId" | "tenantId" | "createdAt" | "expiresAt"> & {
  codeHash: Hash;
};

export const insertHandoff = async (db: Db, handoff: NewHandoff): Promise<void> => {
  await db.handoff.create({ data: handoff });
};

/**
 * A phone takes the code, which works once: of two attempts, only one finds a row.
 * @returns null when the code is unknown, used, expired or taken back
 */
export const claimHandoff = async (
  db: Db,
  { codeHashes, phoneSecretHash, now }: { codeHashes: Hash[]; phoneSecretHash: Hash; now: Date },
): Promise<Handoff | null> => {
  const [claimed] = await db.handoff.updateManyAndReturn({
    where: { codeHash: { in: codeHashes }, openedAt: null, ...running(now) },
    data: { openedAt: now, phoneSecretHash },
    omit: HIDDEN,
  });
  return claimed ?? null;
};
