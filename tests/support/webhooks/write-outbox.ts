import type { Pool } from "pg";
import { createId, ID_RANDOM_BYTES } from "#core/ids.ts";

export type OutboxRow = {
  /** Unique in its database. */
  number: number;
  endpoint: { id: string; tenantId: string };
};

/** The bytes of an event like a real one; its timestamp is the time of the call. */
export const eventBodyOf = (number: number): string =>
  JSON.stringify({
    event: "verification.completed",
    request_id: `req_${number}`,
    timestamp: new Date().toISOString(),
    verification: { status: "verified", verified_age: 34, confidence_score: 0.97, processing_time_ms: 1_830 },
    metadata: { order: `order-${number}`, customer: "c-0192" },
  });

// $1 numbers, $2 bodies, $3 endpoints, $4 tenants, $5 the time as ids begin with it: retention takes lower ids for old ones.
const OUTBOX = `with given as (
    select $5 || lpad(number::text, 16, '0') as number, body, endpoint_id, tenant_id
    from unnest($1::int[], $2::text[], $3::text[], $4::text[]) as g(number, body, endpoint_id, tenant_id)),
  verifications as (
    insert into verification (id, tenant_id, mode, status, request_id, secret_hash, minimum_age, methods,
      max_attempts, verified, method, created_at, completed_at, expires_at)
    select 'ver_' || number, tenant_id, 'live', 'completed', 'req_' || number, sha256(number::bytea), 18, '{}', 3,
      true, 'tenant', now(), now(), now() from given),
  events as (
    insert into event (id, tenant_id, verification_id, request_id, type, mode, body, created_at)
    select 'evt_' || number, tenant_id, 'ver_' || number, 'req_' || number, 'verification.completed', 'live', body,
      now() from given)
  insert into webhook_delivery (id, tenant_id, endpoint_id, event_id, next_attempt_at, created_at)
  select 'dlv_' || number, tenant_id, endpoint_id, 'evt_' || number, now(), now() from given`;

/** Writes events with one delivery each, as the outbox has them, in one transaction; wakes nobody. */
export const writeOutbox = async (pool: Pool, rows: readonly OutboxRow[]): Promise<void> => {
  await pool.query({
    name: "test_outbox",
    text: OUTBOX,
    values: [
      rows.map(({ number }) => number),
      rows.map(({ number }) => eventBodyOf(number)),
      rows.map(({ endpoint }) => endpoint.id),
      rows.map(({ endpoint }) => endpoint.tenantId),
      createId("event", new Date(), new Uint8Array(ID_RANDOM_BYTES)).slice(4, 14),
    ],
  });
};
