import { ERASURES, type FieldsKept, STORED, type TablesThat, withheldAs } from "#core/practice/stored.ts";
import { snakeCase, statement } from "./statement.ts";

// A worker's lease lasts 15 seconds (worker/deliver-webhooks.ts), and nothing is sent after it. A delivery
// waiting for a later try has its time further ahead; one whose try is seconds away is treated as under way.
const LEASE = "interval '16 seconds'";

/**
 * Holds the deliveries of a verification: workers skip held rows. The process's clock and the database's may
 * differ, so a lease that runs by either counts. $1 verification, $2 now
 */
export const DELIVERIES_HELD = statement({
  name: "erasure_deliveries_held",
  parameters: ["text", "time"],
  columns: { sendingUntil: "time?" },
  // Events are locked first, as in retention: two that each held rows the other needs would deadlock.
  text: `with happened as materialized (select id from event where verification_id = $1::text order by id for update),
    held as materialized (
      select status, attempt, next_attempt_at from webhook_delivery
      where event_id = any(array(select id from happened)) order by id for update)
    select max(next_attempt_at) as "sendingUntil" from held
    where status = 'pending' and attempt > 0 and next_attempt_at > least($2::timestamptz, clock_timestamp())
      and next_attempt_at <= greatest($2::timestamptz, clock_timestamp()) + ${LEASE}`,
});

type Told = Exclude<keyof typeof ERASURES, "AgeKey">;

const BY_CHECK = "r.verification_id = $1::text";
const EVENTS = "select id from event where verification_id = $1::text";
const DELIVERIES = `select id from webhook_delivery where event_id = any(array(${EVENTS}))`;

/** Which rows of a table are about a check. $1 verification, $2 its tenant */
const ABOUT: Record<Told, string> = {
  Verification: "r.id = $1::text and r.tenant_id = $2::text",
  MethodAttempt: BY_CHECK,
  Token: BY_CHECK,
  ReturnCode: BY_CHECK,
  Handoff: BY_CHECK,
  WalletTransaction: BY_CHECK,
  IdentityRequest: BY_CHECK,
  VendorSession: BY_CHECK,
  AgeKeyChallenge: BY_CHECK,
  SubjectUse: BY_CHECK,
  DocumentUse: `${BY_CHECK} and r.tenant_id = $2::text`,
  Voucher: `${BY_CHECK} and r.tenant_id = $2::text`,
  Event: BY_CHECK,
  WebhookDelivery: `r.event_id = any(array(${EVENTS}))`,
  WebhookAttempt: `r.delivery_id = any(array(${DELIVERIES}))`,
  IdempotencyRecord: BY_CHECK,
  OidcArtifact: `r.id_hash = any(array(
    select id_hash from oidc_artifact where verification_id = $1::text
    union select id_hash from oidc_artifact where grant_hash = any(array(
      select id_hash from oidc_artifact where verification_id = $1::text))))`,
  RequestLog: BY_CHECK,
  // By the ids of the approval's token and the webhooks' deliveries; a token may have been purged before.
  // Each has its index; the one on targets, which can be anything, is in the database's own order, not in
  // that of ids.
  AuditEntry: `r.tenant_id = $2::text and r.id = any(array(
    select id from audit_entry where target = any(array(
      select had.id collate "default" from (
        select id from token where verification_id = $1::text union ${DELIVERIES}) had))
    union select id from audit_entry where action = 'token.revoke' and changes ->> 'verificationId' = $1::text))`,
  ErasureRequest: BY_CHECK,
  ErasureReceipt: BY_CHECK,
};

const EMPTY = "null";

/**
 * The value of an erased verification in each column that says how it went. $3 now, $4 the hash of no page's
 * secret
 */
const EMPTIED: Record<FieldsKept<"Verification", "until_erased" | "given">, string> = {
  secretHash: "$4::bytea",
  metadata: EMPTY,
  callbackUrl: EMPTY,
  cancelUrl: EMPTY,
  notificationUrl: EMPTY,
  reference: EMPTY,
  holdsReference: "false",
  ipHash: EMPTY,
  locale: EMPTY,
  thresholds: "'{}'",
  disclosure: "'age'",
  methods: "'{}'",
  // An appeal can differ in tries and time from the verification that it appeals, so all erased ones are made
  // alike.
  maxAttempts: "1",
  expiresAt: "r.created_at + interval '1 day'",
  appealOf: EMPTY,
  attempts: "0",
  policyId: EMPTY,
  policyPlace: EMPTY,
  othersAskedAt: EMPTY,
  closedMethods: "'{}'",
  overturnedAt: EMPTY,
  checkingUntil: EMPTY,
  readingKeyHash: EMPTY,
  readingUntil: EMPTY,
  refusedKeyHash: EMPTY,
  refusedAs: EMPTY,
  voucherTries: "0",
  uncounted: "false",
  listenerId: EMPTY,
  verified: EMPTY,
  verifiedAge: EMPTY,
  ageAtLeast: EMPTY,
  ageBelow: EMPTY,
  confidence: EMPTY,
  method: EMPTY,
  documentType: EMPTY,
  documentReused: EMPTY,
  assurance: EMPTY,
  reason: EMPTY,
  errorCode: EMPTY,
  openedAt: EMPTY,
  completedAt: EMPTY,
};

const tableOf = (model: string): string => snakeCase(model).slice(1);

const toSet = Object.entries(EMPTIED)
  .map(([field, value]) => `${snakeCase(field)} = ${value}`)
  .join(", ");

/** The changes to rows that stay; all others are deleted. */
const STAYS: Record<TablesThat<"empties" | "unlinks" | "asks">, string> = {
  // An appeal has the request id of the verification that it appeals: $5 replaces it.
  Verification: `redacted_at = $3::timestamptz, request_id = case when r.appeal_of is null then r.request_id else $5::text end, ${toSet}`,
  // The vendor is asked to erase at once, and the row is deleted once it has answered.
  VendorSession:
    "redact_at = least(r.redact_at, $3::timestamptz), ended_at = coalesce(r.ended_at, $3::timestamptz)",
  AuditEntry: "target = 'erased', changes = '{}'",
};

const told = Object.entries(ABOUT).map(([model, about]) => ({
  model,
  about,
  table: tableOf(model),
  does: Object.entries(ERASURES).find(([name]) => name === model)?.[1]?.does,
  stays: Object.entries(STAYS).find(([name]) => name === model)?.[1],
}));

const erasures = told
  .filter(({ does }) => does !== "keeps")
  .map(({ table, about, stays }) => {
    const erase = stays
      ? `update ${table} r set ${stays} where ${about}`
      : `delete from ${table} r where ${about}`;
    return `${table}_erased as (${erase})`;
  })
  .join(",\n  ");

/**
 * Everything that an erasure does (core/practice/stored.ts) in one statement, so that the locks last for only
 * one round trip. $1 verification, $2 tenant, $3 now, $4 the hash of no page's secret, $5 an appeal's own
 * request id
 */
export const VERIFICATION_ERASE = statement({
  name: "erasure_of_verification",
  parameters: ["text", "text", "time", "bytes", "text"],
  columns: { erased: "boolean" },
  text: `with ${erasures}
  select true as erased`,
});

/** A column's value, or whether there is one if the value itself is not shown. */
const shown = (model: string, field: string): string => {
  const column = `r.${snakeCase(field)}`;
  return `${withheldAs(model, field) === null ? column : `${column} is not null`} as "${field}"`;
};

const fieldsOf = (model: string): string[] =>
  Object.entries(STORED).flatMap(([name, items]) =>
    name === model ? items.flatMap(({ fields }) => fields.split(" ")) : [],
  );

/** Every row about a verification, for the person whose check it is. $1 verification, $2 tenant */
export const STORED_ABOUT = statement({
  name: "stored_about_verification",
  parameters: ["text", "text"],
  columns: { model: "text", row: "json" },
  text: told
    .map(
      ({ model, table, about }) => `select '${model}'::text as model, to_jsonb(s) as row
      from (select ${fieldsOf(model)
        .map((field) => shown(model, field))
        .join(", ")} from ${table} r where ${about}) s`,
    )
    .join("\n  union all "),
});
