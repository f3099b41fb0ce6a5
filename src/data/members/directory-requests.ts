import type { DirectoryRequest } from "#data/generated/client.ts";
import type { Db } from "#data/service/client.ts";

export type RequestRow = DirectoryRequest;

/** Slots of a directory; the schema allows no more. */
export const KEPT_REQUESTS = 50;

/** Writes a request down in place of the one that is `KEPT_REQUESTS` older. */
export const insertRequest = async (
  db: Db,
  directoryId: string,
  request: Omit<RequestRow, "directoryId" | "slot" | "number">,
): Promise<void> => {
  const counted = await db.directory.updateManyAndReturn({
    where: { id: directoryId },
    data: { requests: { increment: 1 } },
    select: { requests: true },
  });
  const number = counted[0]?.requests;
  if (number === undefined) return;
  const slot = number % KEPT_REQUESTS;
  const row = { ...request, directoryId, slot, number };
  await db.directoryRequest.upsert({
    where: { directoryId_slot: { directoryId, slot } },
    create: row,
    update: row,
  });
};

/** The tenant's last requests, newest first. */
export const listRequests = (db: Db, tenantId: string): Promise<RequestRow[]> =>
  db.directoryRequest.findMany({ where: { tenantId }, orderBy: { number: "desc" }, take: KEPT_REQUESTS });
