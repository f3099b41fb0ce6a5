import { createHash } from "node:crypto";
import pg from "pg";
import { createId } from "#core/ids.ts";

const DAY_MS = 86_400_000;

export const { E2E_DATABASE_URL: DATABASE_URL = "" } = process.env;

type Outcome = "approved" | "rejected" | "own check" | "never opened";

/** Noon of a UTC day, some days ago. */
export const noon = (daysAgo: number): Date =>
  new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - daysAgo * DAY_MS + DAY_MS / 2);

export const dayText = (daysAgo: number): string => noon(daysAgo).toISOString().slice(0, 10);

/**
 * Verifications of days that are over, as the service would have written them.
 * @returns their ids
 */
export const addPast = async (
  tenantId: string,
  daysAgo: number,
  outcome: Outcome,
  count: number,
): Promise<string[]> => {
  const isEnded = outcome !== "never opened";
  const isHosted = isEnded && outcome !== "own check";
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  const ids = Array.from({ length: count }, () =>
    createId("verification", noon(daysAgo), crypto.getRandomValues(new Uint8Array(10))),
  );
  for (const id of ids) {
    await client.query(
      `insert into verification (id, tenant_id, mode, status, request_id, secret_hash, minimum_age, methods, max_attempts,
          attempts, verified, method, created_at, opened_at, completed_at, expires_at)
        values ($1, $2, 'live', $3::verification_status, 'req_past', $4, 18, '{document}', 3, $5, $6, $7, $8, $9, $10,
          $8::timestamptz + interval '30 minutes')`,
      [
        id,
        tenantId,
        isEnded ? "completed" : "expired",
        createHash("sha256").update(id).digest(),
        isHosted ? 1 : 0,
        isEnded ? outcome !== "rejected" : null,
        isEnded ? (isHosted ? "document" : "tenant") : null,
        noon(daysAgo),
        isHosted ? noon(daysAgo) : null,
        noon(daysAgo),
      ],
    );
  }
  // A page that was opened before may have counted these days already.
  await client.query("update tenant set days_rolled_through = null where id = $1", [tenantId]);
  await client.query("delete from verification_day where tenant_id = $1", [tenantId]);
  await client.end();
  return ids;
};
