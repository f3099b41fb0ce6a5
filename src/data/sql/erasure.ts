import { statement } from "./statement.ts";

// A worker's lease lasts 15 seconds (worker/deliver-webhooks.ts), and nothing is sent after it. A delivery that waits for
// a later try has its time further ahead; one whose try is seconds away is taken for one that is under way.
const LEASE = "interval '16 seconds'";

/**
 * Holds the deliveries of a verification: workers skip rows that are held. The process's clock and the database's may
 * differ, so a lease by either counts. $1 verification, $2 now
 */
export const DELIVERIES_HELD = statement({
  name: "erasure_deliveries_held",
  parameters: ["text", "time"],
  columns: { sendingUntil: "time?" },
  // The events first, as retention does: two that hold parts of each other's would deadlock.
  text: `with happened as materialized (select id from event where verification_id = $1::text order by id for update),
    held as materialized (
      select status, attempt, next_attempt_at from webhook_delivery
      where event_id = any(array(select id from happened)) order by id for update)
    select max(next_attempt_at) as "sendingUntil" from held
    where status = 'pending' and attempt > 0 and next_attempt_at > least($2::timestamptz, clock_timestamp())
      and next_attempt_at <= greatest($2::timestamptz, clock_timestamp()) + ${LEASE}`,
});

const deleted = (table: string, condition = "verification_id = $1"): string =>
  `delete from ${table} where ${condition} returning 1`;

/**
 * What an erasure does to each category, by what it is called in receipts and in their order. $1 verification, $2 tenant,
 * $3 now, $4 the hash of no page's secret
 */
const ERASED = {
  verification: `update verification set redacted_at = $3::timestamptz, secret_hash = $4::bytea, metadata = null, callback_url = null, ip_hash = null,
      locale = null, thresholds = '{}', disclosure = 'age', methods = '{}', attempts = 0, policy_id = null,
      policy_place = null, others_asked_at = null, closed_methods = '{}', overturned_at = null, checking_until = null,
      voucher_tries = 0, verified = null, verified_age = null, age_at_least = null, age_below = null, confidence = null,
      method = null, document_type = null, document_reused = null, assurance = null, reason = null, error_code = null,
      opened_at = null, completed_at = null
    where id = $1::text and tenant_id = $2::text returning 1`,
  method_attempts: deleted("method_attempt"),
  tokens: deleted("token"),
  return_codes: deleted("return_code"),
  handoffs: deleted("handoff"),
  wallet_requests: deleted("wallet_transaction"),
  identity_requests: deleted("identity_request"),
  // Not deleted: its worker asks the vendor to erase, at once, and deletes the row after the vendor's answer.
  vendor_sessions: `update vendor_session set redact_at = least(redact_at, $3::timestamptz), ended_at = coalesce(ended_at, $3::timestamptz)
    where verification_id = $1 returning 1`,
  age_key_questions: deleted("age_key_challenge"),
  subject_uses: deleted("subject_use"),
  document_uses: deleted("document_use", "verification_id = $1 and tenant_id = $2"),
  vouchers:
    "update voucher set verification_id = null where verification_id = $1 and tenant_id = $2 returning 1",
  event_bodies: `update event e set body = '{"event":"' || h.type || '","redacted":true}' from happened h where e.id = h.id returning 1`,
  delivery_answers: `update webhook_attempt set response = null
    where delivery_id = any(array(select id from sent)) and response is not null returning 1`,
  deliveries: `update webhook_delivery set status = 'cancelled', ended_at = $3::timestamptz
    where id = any(array(select id from sent where status = 'pending')) returning 1`,
  idempotency_answers: deleted("idempotency_record"),
  sign_in_artifacts: `delete from oidc_artifact where id_hash = any(array(
      select id_hash from oidc_artifact where verification_id = $1
      union select id_hash from oidc_artifact where grant_hash = any(array(
        select id_hash from oidc_artifact where verification_id = $1)))) returning 1`,
  request_log_lines: "update request_log set verification_id = null where verification_id = $1 returning 1",
} as const;

const each = (of: (category: string, erase: string) => string): string =>
  Object.entries(ERASED)
    .map(([category, erase]) => of(category, erase))
    .join(",\n  ");

/** All of it in one statement, so that it is one round trip under the locks. */
export const VERIFICATION_ERASE = statement({
  name: "erasure_of_verification",
  parameters: ["text", "text", "time", "bytes"],
  columns: { category: "text", rows: "int" },
  text: `with happened as materialized (select id, type from event where verification_id = $1),
  sent as materialized (
    select id, status from webhook_delivery where event_id = any(array(select id from happened))),
  ${each((category, erase) => `${category}_rows as (${erase})`)}
  select category, rows::int from (values
    ${each((category) => `('${category}', (select count(*) from ${category}_rows))`)}) as erased (category, rows)
  where rows > 0`,
});
