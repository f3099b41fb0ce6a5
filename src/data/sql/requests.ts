import { statement } from "./statement.ts";

// What tenants' requests run: starting, polling, validating, and the key of each.

/** For every request that misses the cache. $1 the key's hash */
export const KEY_BY_HASH = statement({
  name: "api_key_by_hash",
  parameters: ["bytes"],
  columns: {
    key_id: "text",
    mode: "mode",
    expires_at: "time?",
    revoked_at: "time?",
    id: "text",
    name: "text",
    is_active: "boolean",
    plan: "plan",
    overrides: "json",
    minimum_age: "int",
    methods: "texts",
    max_attempts: "int",
    token_ttl_seconds: "int",
    callback_hosts: "texts",
    created_at: "time",
  },
  text: `select k.id as key_id, k.mode, k.expires_at, k.revoked_at,
    t.id, t.name, t.is_active, t.plan, t.overrides, t.minimum_age, t.methods, t.max_attempts,
    t.token_ttl_seconds, t.callback_hosts, t.created_at
    from api_key k join tenant t on t.id = k.tenant_id where k.hash = $1`,
});

/**
 * One statement is one transaction: the month's count and the verification are written together or not at all. The row
 * lock of the counter makes the ceiling exact under any number of parallel starts. No row: the ceiling is reached.
 */
export const VERIFICATION_START = statement({
  name: "verification_start",
  // The verification's columns in their order, and the ceiling.
  parameters: [
    "text",
    "text",
    "mode",
    "text",
    "bytes",
    "int",
    "texts",
    "text?",
    "text?",
    "jsonText?",
    "bytes?",
    "int",
    "time",
    "time",
    "int",
  ],
  columns: { id: "text" },
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
});

/** Tenants poll this. $1 id, $2 tenant */
export const VERIFICATION_STATE = statement({
  name: "verification_state",
  parameters: ["text", "text"],
  columns: {
    id: "text",
    mode: "mode",
    status: "status",
    verified: "boolean?",
    verified_age: "int?",
    confidence: "double?",
    document_reused: "boolean?",
    error_code: "text?",
    created_at: "time",
    completed_at: "time?",
    expires_at: "time",
  },
  text: `select id, mode, status, verified, verified_age, confidence, document_reused, error_code, created_at, completed_at, expires_at
    from verification where id = $1 and tenant_id = $2`,
});

/** Every /tokens/validate. $1 id, $2 tenant, $3 mode */
export const TOKEN_BY_ID = statement({
  name: "token_by_id",
  parameters: ["text", "text", "mode"],
  columns: {
    id: "text",
    tenantId: "text",
    verificationId: "text",
    minimumAge: "int",
    verifiedAge: "int?",
    over18: "boolean",
    method: "text",
    issuedAt: "time",
    expiresAt: "time",
    revokedAt: "time?",
  },
  text: `select t.id, t.tenant_id as "tenantId", t.verification_id as "verificationId", t.minimum_age as "minimumAge",
    t.verified_age as "verifiedAge", t.over_18 as "over18", t.method, t.issued_at as "issuedAt",
    t.expires_at as "expiresAt", t.revoked_at as "revokedAt"
    from token t join verification v on v.id = t.verification_id
    where t.id = $1 and t.tenant_id = $2 and v.mode = $3::mode`,
});

/**
 * Notifying transactions commit one after the other, so this one does not wait for the disk: it has nothing to lose.
 * $1 the channel
 */
export const NOTIFY = statement({
  name: "wake_deliveries",
  parameters: ["text"],
  columns: { set_config: "text", pg_notify: "nothing" },
  text: "select set_config('synchronous_commit', 'off', true), pg_notify($1, '')",
});
