import { withClient, withDatabase } from "../../../scripts/lib/database.ts";
import { applyMigrations } from "../../../scripts/lib/migrations.ts";
import { scriptRuntime } from "../../../scripts/lib/script-runtime.ts";
import { addDays, dayOf } from "../../../src/core/day.ts";
import { ensureRequestLogDays } from "../../../src/data/service/request-logs.ts";

/** Of all tenants' endpoints, keys, certificates, requests. */
const TROUBLED = 100;
const MONTH_DAYS = 28;

// Each tenant: two endpoints, three keys, a used month with its days, and every second one a certificate. One endpoint, key and
// certificate in a hundred is in trouble. Ids count up.
const tenantRows = (tenants: number): string[] => [
  `insert into tenant (id, name, plan, created_at, updated_at)
    select 'ten_' || lpad(i::text, 8, '0'), 'Tenant ' || i, 'growth', now(), now() from generate_series(1, ${tenants}) i`,
  `insert into webhook_endpoint (id, tenant_id, url, events, modes, secret_sealed, failing_since, created_at, updated_at)
    select 'whe_' || lpad(i::text, 8, '0'), 'ten_' || lpad((i / 2 + 1)::text, 8, '0'), 'https://shop-' || i || '.example/', '{}', '{live}', 'v1.x',
      case when i % ${TROUBLED} = 0 then now() - interval '1 hour' end, now(), now() from generate_series(0, ${2 * tenants - 1}) i`,
  `insert into api_key (id, tenant_id, mode, name, hash, last_four, scopes, created_at, last_used_at, expires_at)
    select 'key_' || lpad(i::text, 8, '0'), 'ten_' || lpad((i / 3 + 1)::text, 8, '0'), 'live', 'Backend', sha256(i::text::bytea), 'abcd', '{}', now(), now(),
      case when i % ${TROUBLED} = 0 then now() + interval '10 days' when i % 2 = 0 then now() + interval '300 days' end
    from generate_series(0, ${3 * tenants - 1}) i`,
  `insert into usage_month (tenant_id, month, mode, started)
    select id, date_trunc('month', now() at time zone 'UTC')::date, 'live', 500 from tenant`,
  `insert into verification_day (tenant_id, day, mode, method, started, opened, tried, approved, rejected, failed, expired)
    select t.id, (now() at time zone 'UTC')::date - d, 'live', 'document', 40, 40, 40, 36, 4, 0, 0
    from tenant t, generate_series(1, ${MONTH_DAYS}) d`,
  `insert into reader_certificate (id, tenant_id, fingerprint, domain, valid_until, signer_sealed, created_at)
    select 'rcr_' || lpad(i::text, 8, '0'), 'ten_' || lpad(i::text, 8, '0'), md5(i::text), 'shop.example',
      now() + case when i % ${TROUBLED} = 0 then interval '7 days' else interval '300 days' end, 'v1.x', now()
    from generate_series(1, ${tenants / 2}) i`,
  `insert into wallet_certificate (id, tenant_id, fingerprint, valid_until, signer_sealed, created_at)
    select 'wcr_' || lpad(i::text, 8, '0'), 'ten_' || lpad(i::text, 8, '0'), md5(i::text),
      now() + case when i % ${TROUBLED} = 0 then interval '7 days' else interval '300 days' end, 'v1.x', now()
    from generate_series(1, ${tenants / 2}) i`,
  `insert into erasure_request (id, tenant_id, mode, verification_id, secret_hash, at_once, status, created_at, due_at, ended_at)
    select 'erq_' || lpad(i::text, 8, '0'), 'ten_' || lpad(i::text, 8, '0'), 'live', 'ver_' || i, sha256(i::text::bytea), false,
      (case when i % ${TROUBLED} = 0 then 'open' else 'done' end)::erasure_request_status, now(), now() + interval '3 days',
      case when i % ${TROUBLED} <> 0 then now() end
    from generate_series(1, ${tenants / 2}) i`,
];

// What grows with traffic: delivered webhooks with the last thousand waiting, a day of the log, and decided verifications.
const trafficRows = (tenants: number, rows: number): string[] => [
  `insert into webhook_delivery (id, tenant_id, endpoint_id, event_id, status, next_attempt_at, created_at, ended_at)
    select 'dlv_' || lpad(i::text, 10, '0'), 'ten_' || lpad((i % ${tenants} + 1)::text, 8, '0'), 'whe_' || lpad((i % ${2 * tenants})::text, 8, '0'), 'evt_' || i,
      (case when i > ${rows - 1_000} then 'pending' else 'delivered' end)::delivery_status, now() - interval '10 seconds', now(),
      case when i <= ${rows - 1_000} then now() end
    from generate_series(1, ${rows}) i`,
  `insert into request_log (id, time, request_id, tenant_id, method, url, status, duration_ms, event)
    select 'log_' || lpad(i::text, 10, '0'), now() - i * (interval '1 day' / ${rows}), 'req_' || i, 'ten_' || lpad((i % ${tenants} + 1)::text, 8, '0'),
      'GET', '/verify/status', case when i % 1000 = 0 then 500 else 200 end, 1, 'request'
    from generate_series(1, ${rows}) i`,
];

const verificationRows = (tenants: number, rows: number, first: string): string =>
  `insert into verification (id, tenant_id, mode, status, request_id, secret_hash, minimum_age, methods, max_attempts, verified, created_at,
      completed_at, expires_at)
    select '${first}' || lpad(i::text, 10, '0'), 'ten_' || lpad((i % ${tenants} + 1)::text, 8, '0'), 'live', 'completed', 'req_' || i, sha256(i::text::bytea),
      18, '{}', 3, i % 10 <> 0, now(), now(), now()
    from generate_series(1, ${rows}) i`;

/** Makes and fills a database where it is not there yet. @returns its address */
export const prepareTenants = async (
  server: string,
  { tenants, rows }: { tenants: number; rows: number },
  firstId: (runtimeNow: Date) => string,
): Promise<string> => {
  const name = `lintel_alerts_${tenants}_${rows}`;
  const url = withDatabase(server, name);
  const isThere = await withClient(server, async (client) => {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [name]);
    if (rowCount === 0) await client.query(`create database ${name}`);
    return rowCount !== 0;
  });
  await applyMigrations(url);
  if (isThere) return url;
  const { deps, close } = await scriptRuntime(url);
  const today = dayOf(deps.now());
  await ensureRequestLogDays(deps.db, [addDays(today, -1), today]);
  await withClient(url, async (client) => {
    // Foreign keys are right by construction.
    await client.query(
      "set session_replication_role = replica; set synchronous_commit = off; set statement_timeout = 0",
    );
    const statements = [
      ...tenantRows(tenants),
      ...trafficRows(tenants, rows),
      verificationRows(tenants, rows, firstId(deps.now())),
    ];
    for (const statement of statements) await client.query(statement);
    await client.query("vacuum analyze");
  });
  await close();
  return url;
};
