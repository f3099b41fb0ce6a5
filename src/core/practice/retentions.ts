// How long this service keeps the items listed in stored.ts, in the words of the practice statement.
// tests/integration/practice-kept.test.ts has a test for each of these times.
import { DAYS_KEPT } from "#core/erasure-request.ts";
import { counted } from "#core/text.ts";

/** The settings of a tenant or of the operator that determine how long something is kept. */
export type KeptSettings = {
  requestLogDays: number;
  /** Null: for the deployment as a whole, where each tenant has its own. */
  tenant: {
    metadataRetentionDays: number;
    resultRetentionDays: number | null;
    documentReuseDays: number | null;
  } | null;
};

/** How long, in words; also in seconds, if it is a fixed time from a moment that the words name. */
type Kept = { says: string; seconds: number | null };

const HOUR = 3_600;
const DAY = 24 * HOUR;

const byTenant = (count: number | undefined, from: string): Kept =>
  count === undefined
    ? { says: `as many days as each tenant states, ${from}`, seconds: null }
    : { says: `${counted(count, "day")} ${from}`, seconds: count * DAY };

const fixed =
  (says: string, seconds: number | null = null) =>
  (): Kept => ({ says, seconds });

/**
 * How long rows stay after the moment that ends their use, if that is the same for everyone: the worker's
 * jobs read these.
 */
export const KEPT_SECONDS = {
  idempotency: DAY,
  handoff: 2 * DAY,
  sign_in_artifact: HOUR,
  return_code: HOUR,
  voucher: 30 * DAY,
  wallet: DAY,
  token: DAY,
  erasure_request: DAYS_KEPT * DAY,
  invitation: 30 * DAY,
  mail: 30 * DAY,
  alert: 90 * DAY,
  member: 90 * DAY,
  key_hour: 31 * DAY,
  at_once: 0,
  // Longer than a month can be corrected: until then, its events are what was reported of it.
  meter_event: 90 * DAY,
} as const;

/**
 * Each period for which an item can be kept. The worker deletes once an hour, so "then" means within the next
 * hour.
 */
export const RETENTIONS = {
  until_erased: ({ tenant }: KeptSettings): Kept => {
    const asked = "until the verification is erased, which the tenant can do as soon as it has ended";
    const limit = tenant?.resultRetentionDays ?? null;
    if (limit !== null)
      return {
        says: `${asked}, and which happens by itself ${counted(limit, "day")} after the start`,
        seconds: limit * DAY,
      };
    return {
      says: tenant ? asked : `${asked}, and after the days that a tenant states, where it states any`,
      seconds: null,
    };
  },
  token: fixed("1 day after it expired, or until the verification is erased", KEPT_SECONDS.token),
  given: ({ tenant }: KeptSettings) =>
    byTenant(tenant?.metadataRetentionDays, "after the start, and a webhook after it was made"),
  document_use: ({ tenant }: KeptSettings): Kept =>
    tenant?.documentReuseDays === null
      ? { says: "not stored: the tenant has this switched off", seconds: 0 }
      : byTenant(tenant?.documentReuseDays, "after the check, where a tenant has it on"),
  subject_use: fixed("1 day after the start, or after an estimate that was too close to decide", DAY),
  idempotency: fixed("24 hours after the call", KEPT_SECONDS.idempotency),
  handoff: fixed("2 days after the code expired", KEPT_SECONDS.handoff),
  sign_in_artifact: fixed("1 hour after it expired", KEPT_SECONDS.sign_in_artifact),
  return_code: fixed(
    "1 hour after it expired, which is 10 minutes after it was made",
    KEPT_SECONDS.return_code,
  ),
  voucher: fixed("30 days after it expired", KEPT_SECONDS.voucher),
  wallet: fixed("1 day after the request expired", KEPT_SECONDS.wallet),
  erasure_request: fixed(`${counted(DAYS_KEPT, "day")} after it was answered`, KEPT_SECONDS.erasure_request),
  age_key: fixed(
    "until the day that it says, 90 days after the month of the proof at most",
    KEPT_SECONDS.at_once,
  ),
  age_key_challenge: fixed(
    "until the question to the passkey expires, some minutes after it was asked",
    KEPT_SECONDS.at_once,
  ),
  identity_request: fixed("until the answer, or until it expired", KEPT_SECONDS.at_once),
  vendor_session: fixed("until the company was asked to erase its copy, for three days at most"),
  request_log: ({ requestLogDays }: KeptSettings): Kept => ({
    says: `${counted(requestLogDays, "day")} after the day of the request`,
    seconds: requestLogDays * DAY,
  }),
  device_login: fixed("until the key is fetched, for 10 minutes at most", KEPT_SECONDS.at_once),
  console_session: fixed("until the session expires", KEPT_SECONDS.at_once),
  for_good: fixed("permanently"),
  member: fixed(
    "until they leave their last tenant, that is deleted, or the operator deletes them; 90 days after the last sign-in of someone who never belonged to a tenant, or who made one that is still there or operates the service",
    KEPT_SECONDS.member,
  ),
  invitation: fixed("30 days after it was accepted, withdrawn or expired", KEPT_SECONDS.invitation),
  mail: fixed(
    "address and text until it was sent or given up, within a day; that it was sent, 30 days after that",
    KEPT_SECONDS.mail,
  ),
  alert: fixed("90 days after the alert was over", KEPT_SECONDS.alert),
  while_member: fixed("until they are removed from the tenant, or the operator deletes them"),
  key_maker: fixed("as long as the tenant, or until the operator deletes the member"),
  owner_address: fixed("as long as the tenant"),
} as const satisfies Record<string, (settings: KeptSettings) => Kept>;

export type RetentionId = keyof typeof RETENTIONS;
