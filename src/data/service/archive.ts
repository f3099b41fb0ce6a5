import { snakeCase } from "#data/sql/statement.ts";
import type { Database } from "./client.ts";

// Everything of a tenant's, table by table, in one snapshot: docs/exports.md. Columns are named one by one, so that no secret
// and no hash gets into an archive because it was added to a table.

type Section = {
  /** What each of its lines is called. */
  type: string;
  table: string;
  columns: string;
  /** Where the table has no index by tenant: reached over its verifications. */
  isByVerification?: true;
  /** In place of "tenant_id". */
  tenantColumn?: string;
};

const COUNTS = "mode method started opened tried approved rejected failed expired";

export const ARCHIVED: readonly Section[] = [
  {
    type: "tenant",
    table: "tenant",
    tenantColumn: "id",
    columns:
      "id name isActive plan overrides minimumAge disclosure methods maxAttempts tokenTtlSeconds metadataRetentionDays resultRetentionDays acceptVisas documentReuseDays documentReuseLimit walletProofs callbackHosts returnWith uniqueReferences listMetadataKey erasesAtOnce displayName brandColour supportUrl practicePublished numbersPublished practiceContact complaintUrl policyId createdAt updatedAt",
  },
  {
    type: "policy",
    table: "policy_version",
    columns: "id number content note packIds acceptedWarnings publishedBy createdAt",
  },
  { type: "member", table: "membership", columns: "memberId role createdAt" },
  {
    type: "invitation",
    table: "invitation",
    columns: "id role invitedBy createdAt expiresAt acceptedAt acceptedBy revokedAt",
  },
  {
    type: "api_key",
    table: "api_key",
    columns: "id mode name lastFour madeBy createdAt lastUsedAt expiresAt revokedAt",
  },
  {
    type: "webhook_endpoint",
    table: "webhook_endpoint",
    columns:
      "id url description events modes isEnabled disabledReason failingSince createdAt updatedAt deletedAt",
  },
  {
    type: "site",
    table: "oidc_client",
    columns:
      "id mode name redirectUris authMethod jwks tokenAlg thresholds underAge requiresPkce createdAt updatedAt",
  },
  {
    type: "gate",
    table: "gate",
    columns: "id mode name origin minimumAge country region lifetimeSeconds openPaths createdAt updatedAt",
  },
  { type: "gate_day", table: "gate_day", columns: "gateId day passes refusals starts approvals" },
  {
    type: "identity_provider",
    table: "identity_provider",
    columns:
      "id slug mode name country issuer clientId clientAuth preset minAcr hosts isActive createdAt updatedAt",
  },
  { type: "vendor", table: "vendor", columns: "id kind mode name accountId isActive createdAt updatedAt" },
  {
    type: "wallet_certificate",
    table: "wallet_certificate",
    columns: "id fingerprint validUntil registeredUntil retiredAt createdAt",
  },
  {
    type: "reader_certificate",
    table: "reader_certificate",
    columns: "id fingerprint domain validUntil createdAt",
  },
  {
    type: "registrar_certificate",
    table: "registrar_certificate",
    columns: "id fingerprint validUntil announcedAt retiredAt createdAt",
  },
  {
    type: "verification",
    table: "verification",
    columns:
      "id mode status requestId minimumAge thresholds disclosure methods locale callbackUrl cancelUrl notificationUrl reference metadata maxAttempts attempts policyId policyPlace othersAskedAt closedMethods appealOf overturnedAt verified verifiedAge ageAtLeast ageBelow confidence method documentType documentReused assurance reason errorCode createdAt openedAt completedAt expiresAt redactedAt",
  },
  {
    type: "attempt",
    table: "method_attempt",
    isByVerification: true,
    columns: "id verificationId number method finding reason durationMs createdAt",
  },
  {
    type: "token",
    table: "token",
    isByVerification: true,
    columns:
      "id verificationId minimumAge verifiedAge thresholds ageAtLeast ageBelow over18 method issuedAt expiresAt revokedAt exchangedAt",
  },
  { type: "event", table: "event", columns: "id verificationId requestId type mode body createdAt" },
  {
    type: "webhook_delivery",
    table: "webhook_delivery",
    columns:
      "id endpointId listenerId eventId status url attempt isManual firstAttemptAt lastStatus lastCode createdAt endedAt",
  },
  {
    type: "voucher",
    table: "voucher",
    columns: "id ageAtLeast ageBelow issuedBy createdAt expiresAt usedAt revokedAt verificationId",
  },
  {
    type: "erasure_request",
    table: "erasure_request",
    columns: "id mode verificationId atOnce status createdAt dueAt endedAt reply",
  },
  {
    type: "erasure_receipt",
    table: "erasure_receipt",
    columns: "id number mode verificationId jws createdAt",
  },
  { type: "usage_month", table: "usage_month", columns: "month mode started reused" },
  { type: "day", table: "verification_day", columns: `day ${COUNTS}` },
  { type: "plan", table: "tenant_plan", columns: "validFrom recordedAt plan overrides" },
  { type: "statement", table: "statement", columns: "month number frozenAt content csv" },
  { type: "practice_statement", table: "practice_statement", columns: "id number content jws createdAt" },
  {
    type: "audit_entry",
    table: "audit_entry",
    columns: "id createdAt action actor target changes requestId",
  },
];

/** Tables that name a tenant and are in no archive, and why. */
export const NOT_ARCHIVED: Readonly<Record<string, string>> = {
  subject_use: "keyed hashes, for a day",
  document_use: "keyed hashes",
  handoff: "keyed hashes, for two days",
  identity_request: "sealed, until the answer",
  vendor_session: "sealed, until the vendor was asked to erase",
  wallet_transaction: "secrets of a request, for a day",
  return_code: "keyed hashes, for an hour",
  listener: "a command line that listens now",
  device_login: "keyed hashes, for ten minutes",
  age_key: "a person's, whom nothing here names",
  event_numbers: "a counter",
  verification_hour: "counted in days",
  verification_erased: "counted in days",
  request_log: "read by GET /logs, for as long as the operator keeps it",
  alert: "what is wrong now, or was: no data of the tenant's",
  alert_channel: "an address at Slack, sealed, and which rules are off",
  alert_message: "messages that wait, or went out",
  alert_preference: "each member's own",
  directory: "the token's hash",
  directory_person: "sealed; the directory has it",
  directory_request: "the last 50 requests, without values",
  key_hour: "counts of uses, for a month",
  mail: "sealed, until it is sent",
  operator_visit: "the operator's; its entries are in the audit trail",
  tenant_host: "what the DNS says now",
  tenant_plan_change: "the operator's, until it is a plan",
  tenant_deletion: "the operator's",
  stripe_customer: "the operator's",
  meter_event: "the operator's; the same as usage_month",
};

/** Few enough that a slow reader takes them within the minute. */
const ROWS = 250;

const selectOf = ({ table, columns, isByVerification, tenantColumn = "tenant_id" }: Section): string => {
  const listed = columns.split(" ").map((name) => `r.${snakeCase(name)} as "${name}"`);
  const from = isByVerification
    ? `verification v join ${table} r on r.verification_id = v.id where v.tenant_id = $1`
    : `${table} r where r.${tenantColumn} = $1`;
  return `select ${listed.join(", ")} from ${from}`;
};

/**
 * A tenant's rows in pieces, all as of one moment. It holds a connection and a snapshot until it is read to its end; a reader
 * that stops for a minute is cut off.
 */
export async function* archiveRows(
  { pool }: Database,
  tenantId: string,
): AsyncGenerator<{ type: string; rows: Record<string, unknown>[] }> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    await client.query("begin isolation level repeatable read read only");
    await client.query("set local idle_in_transaction_session_timeout = '60s'");
    for (const section of ARCHIVED) {
      await client.query(`declare archive no scroll cursor for ${selectOf(section)}`, [tenantId]);
      for (let more = true; more; ) {
        const { rows } = await client.query<Record<string, unknown>>(`fetch ${ROWS} from archive`);
        if (rows.length > 0) yield { type: section.type, rows };
        more = rows.length === ROWS;
      }
      await client.query("close archive");
    }
    await client.query("commit");
    isBroken = false;
  } finally {
    // In the middle of a section there is nothing to keep: the connection goes with its transaction.
    client.release(isBroken);
  }
}
