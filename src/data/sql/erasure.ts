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

const deleted = (name: string, table: string, condition = "verification_id = $1"): string =>
  `${name} as (delete from ${table} where ${condition} returning 1)`;

/** Each with what it is called in receipts. */
const CATEGORIES = [
  "verification",
  "method_attempts",
  "tokens",
  "return_codes",
  "handoffs",
  "wallet_requests",
  "identity_requests",
  "vendor_sessions",
  "age_key_questions",
  "subject_uses",
  "document_uses",
  "vouchers",
  "event_bodies",
  "delivery_answers",
  "deliveries",
  "idempotency_answers",
  "sign_in_artifacts",
  "request_log_lines",
] as const;

/**
 * All of it in one statement, so that it is one round trip under the locks. A vendor's session is not deleted: its worker
 * asks the vendor to erase, at once, and deletes the row after the vendor's answer.
 * $1 verification, $2 tenant, $3 now, $4 the hash of no page's secret
 */
export const VERIFICATION_ERASE = statement({
  name: "erasure_of_verification",
  parameters: ["text", "text", "time", "bytes"],
  columns: { category: "text", rows: "int" },
  text: `with happened as materialized (select id, type from event where verification_id = $1),
  sent as materialized (
    select id, status from webhook_delivery where event_id = any(array(select id from happened))),
  verification_rows as (
    update verification set redacted_at = $3::timestamptz, secret_hash = $4::bytea, metadata = null, callback_url = null, ip_hash = null,
      locale = null, thresholds = '{}', disclosure = 'age', methods = '{}', attempts = 0, policy_id = null,
      policy_place = null, others_asked_at = null, closed_methods = '{}', overturned_at = null, checking_until = null,
      voucher_tries = 0, verified = null, verified_age = null, age_at_least = null, age_below = null, confidence = null,
      method = null, document_type = null, document_reused = null, assurance = null, reason = null, error_code = null,
      opened_at = null, completed_at = null
    where id = $1::text and tenant_id = $2::text returning 1),
  ${deleted("method_attempts_rows", "method_attempt")},
  ${deleted("tokens_rows", "token")},
  ${deleted("return_codes_rows", "return_code")},
  ${deleted("handoffs_rows", "handoff")},
  ${deleted("wallet_requests_rows", "wallet_transaction")},
  ${deleted("identity_requests_rows", "identity_request")},
  vendor_sessions_rows as (
    update vendor_session set redact_at = least(redact_at, $3::timestamptz), ended_at = coalesce(ended_at, $3::timestamptz)
    where verification_id = $1 returning 1),
  ${deleted("age_key_questions_rows", "age_key_challenge")},
  ${deleted("subject_uses_rows", "subject_use")},
  ${deleted("document_uses_rows", "document_use", "verification_id = $1 and tenant_id = $2")},
  vouchers_rows as (
    update voucher set verification_id = null where verification_id = $1 and tenant_id = $2 returning 1),
  event_bodies_rows as (
    update event e set body = '{"event":"' || h.type || '","redacted":true}' from happened h where e.id = h.id returning 1),
  delivery_answers_rows as (
    update webhook_attempt set response = null
    where delivery_id = any(array(select id from sent)) and response is not null returning 1),
  deliveries_rows as (
    update webhook_delivery set status = 'cancelled', ended_at = $3::timestamptz
    where id = any(array(select id from sent where status = 'pending')) returning 1),
  ${deleted("idempotency_answers_rows", "idempotency_record")},
  sign_in_artifacts_rows as (
    delete from oidc_artifact where id_hash = any(array(
      select id_hash from oidc_artifact where verification_id = $1
      union select id_hash from oidc_artifact where grant_hash = any(array(
        select id_hash from oidc_artifact where verification_id = $1)))) returning 1),
  request_log_lines_rows as (
    update request_log set verification_id = null where verification_id = $1 returning 1)
  select category, rows::int from (values
    ${CATEGORIES.map((name) => `('${name}', (select count(*) from ${name}_rows))`).join(",\n    ")}) as erased (category, rows)
  where rows > 0`,
});
