import type { Mode } from "#core/verification.ts";
import type { Database } from "./client.ts";

export type NewVerification = {
  id: string;
  tenantId: string;
  mode: Mode;
  requestId: string;
  secretHash: Uint8Array;
  minimumAge: number;
  methods: string[];
  locale: string | null;
  callbackUrl: string | null;
  metadata: Record<string, unknown> | null;
  ipHash: Uint8Array | null;
  maxAttempts: number;
  createdAt: Date;
  expiresAt: Date;
};

// Hot. One statement is one transaction: the month's unit and the verification are written together or not
// at all. The row lock of the counter makes the ceiling exact under any number of parallel starts.
const START = {
  name: "verification_start",
  text: `with unit as (
    insert into usage_month as u (tenant_id, month, mode, started)
    select $2::text, date_trunc('month', $13::timestamptz at time zone 'UTC')::date, $3::mode, 1 where $15::int > 0
    on conflict (tenant_id, month, mode) do update set started = u.started + 1 where u.started < $15::int
    returning started)
  insert into verification (id, tenant_id, mode, request_id, secret_hash, minimum_age, methods, locale,
    callback_url, metadata, ip_hash, max_attempts, created_at, expires_at)
  select $1::text, $2::text, $3::mode, $4::text, $5::bytea, $6::int, $7::text[], $8::text, $9::text, $10::jsonb,
    $11::bytea, $12::int, $13::timestamptz, $14::timestamptz from unit
  returning id`,
};

/**
 * Writes a verification and counts it, unless the month has reached `ceiling`.
 * @returns false when it has; then nothing was written
 */
export const insertVerification = async (
  database: Database,
  verification: NewVerification,
  ceiling: number,
): Promise<boolean> => {
  const v = verification;
  const { rows } = await database.pool.query({
    ...START,
    values: [
      v.id,
      v.tenantId,
      v.mode,
      v.requestId,
      v.secretHash,
      v.minimumAge,
      v.methods,
      v.locale,
      v.callbackUrl,
      v.metadata === null ? null : JSON.stringify(v.metadata),
      v.ipHash,
      v.maxAttempts,
      v.createdAt,
      v.expiresAt,
      ceiling,
    ],
  });
  return rows.length === 1;
};
