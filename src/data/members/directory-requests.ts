import type { DirectoryRequest } from "#data/generated/client.ts";
import type { Database, Db } from "#data/service/client.ts";

export type RequestRow = DirectoryRequest;

/** Slots of a directory; the schema allows no more. */
export const KEPT_REQUESTS = 50;

// One statement and one lock, held for as long as it takes: a directory can have many requests at once.
const WRITE = `
  with counted as (update directory set requests = requests + 1 where id = $1 returning tenant_id, requests)
  insert into directory_request
    (directory_id, slot, tenant_id, number, at, method, path, status, kept, dropped, refused)
  select $1, requests % ${KEPT_REQUESTS}, tenant_id, requests, $2, $3, $4, $5, $6, $7, $8 from counted
  on conflict (directory_id, slot) do update set number = excluded.number, at = excluded.at,
    method = excluded.method, path = excluded.path, status = excluded.status, kept = excluded.kept,
    dropped = excluded.dropped, refused = excluded.refused`;

/** Writes a request down in place of the one that is `KEPT_REQUESTS` older; nothing if the directory is gone. */
export const insertRequest = async (
  { pool }: Database,
  directoryId: string,
  request: Omit<RequestRow, "directoryId" | "tenantId" | "slot" | "number">,
): Promise<void> => {
  const { at, method, path, status, kept, dropped, refused } = request;
  await pool.query(WRITE, [directoryId, at, method, path, status, kept, dropped, refused]);
};

/** The tenant's last requests, newest first. */
export const listRequests = (db: Db, tenantId: string): Promise<RequestRow[]> =>
  db.directoryRequest.findMany({ where: { tenantId }, orderBy: { number: "desc" }, take: KEPT_REQUESTS });
