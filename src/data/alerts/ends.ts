import type { Db } from "#data/service/client.ts";
import { CERTIFICATES_IN_USE } from "#data/sql/tenant-certificates.ts";

// What an open alert was about, as it is now: why it is over. Null: it is not there.

export const endpointNow = (db: Db, id: string) =>
  db.webhookEndpoint.findUnique({
    where: { id, deletedAt: null },
    select: { isEnabled: true, disabledReason: true, failingSince: true },
  });

export const keyNow = (db: Db, id: string) =>
  db.apiKey.findUnique({
    where: { id, revokedAt: null, replacedBy: null },
    select: { expiresAt: true, lastUsedAt: true },
  });

/** When a certificate in use, or its registration, ends: whichever is first. */
export const certificateEnd = async (db: Db, id: string): Promise<Date | null> => {
  const [row] = await db.$queryRaw<{ until: Date | null }[]>`
    select min(c.valid_until) as until from (${CERTIFICATES_IN_USE}) c where c.id = ${id}`;
  return row?.until ?? null;
};

export const isRequestOpen = async (db: Db, id: string): Promise<boolean> =>
  (await db.erasureRequest.count({ where: { id, status: "open" } })) > 0;
