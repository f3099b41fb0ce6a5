import { setTimeout as pause } from "node:timers/promises";
import { addDays, HOUR_MS } from "#core/day.ts";
import { KEPT_SECONDS } from "#core/practice/retentions.ts";
import { HOSTS } from "#core/tenant-host.ts";
import { purgeAlerts } from "#data/alerts/alerts.ts";
import { purgeSessions } from "#data/members/console-sessions.ts";
import { purgeInvitations } from "#data/members/invitations.ts";
import { purgeMembers } from "#data/members/members.ts";
import type { Db } from "#data/service/client.ts";
import { dropRequestLogDays, ensureRequestLogDays } from "#data/service/request-logs.ts";
import { purge } from "#data/service/retention.ts";
import { purgeKeyHours } from "#data/tenants/key-uses.ts";
import { purgeRemovedHosts } from "#data/tenants/tenant-hosts.ts";
import { purgeAgeKeys } from "#data/verifications/age-keys.ts";
import { purgeListeners } from "#data/webhooks/listeners.ts";
import { type Runtime, systemCtx } from "#runtime/runtime.ts";
import { numberTrail } from "#services/audit/trail.ts";
import { expireVerifications } from "#services/check/end.ts";
import { eraseAtOnce } from "#services/erasure/requests.ts";
import { eraseOldResults, purgeExpiredData } from "#services/erasure/retention.ts";
import { recheckHosts } from "#services/hosts/proof.ts";
import { applyDuePlan } from "#services/operator/plan-changes.ts";
import { publishAll } from "#services/practice/statement.ts";
import { deleteTenants } from "#services/tenants/deletion.ts";
import { closeMeterHours, sendMeterEvents } from "#services/usage/meters.ts";
import { freezeAllStatements } from "#services/usage/statements.ts";
import { rollAllDays } from "#services/usage/usage.ts";
import { redactVendorSessions } from "#services/vendors/redact.ts";
import { purgeWalletTransactions } from "#services/wallet/transactions.ts";
import { endUnseenListeners } from "#services/webhooks/listeners.ts";
import { tellOperationalEvents } from "#services/webhooks/operational.ts";
import { type Outage, SAYS_ALL } from "./outage.ts";

/** Work that no request triggers. Several workers may run it at once. */
export type Job = {
  name: string;
  everyMs: number;
  /**
   * Does one bounded piece of work.
   * @param signal when the worker stops: a run of several transactions begins none after it
   * @returns how much was done; above zero it runs again at once
   */
  run(runtime: Runtime, signal?: AbortSignal): Promise<number>;
};

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const EXPIRY_BATCH = 50;
const PURGE_BATCH = 500;
/** Each can be an event for several endpoints. */
const TOLD_BATCH = 100;
/** Each is a call to a company. */
const REDACT_BATCH = 10;
/** Each waits for the DNS, some seconds where it is silent. */
const HOSTS_BATCH = 10;
const DAY_SECONDS = 86_400;
/** Each is a separate erasure. */
const RESULTS_BATCH = 50;
const RECORDS_BATCH = 5_000;
const COUNT_TENANTS = 20;
const COUNT_DAYS = 10;
const FREEZE_PAGE = 200;

/** Deletes rows whose time has been over for as long as the practice statement says. */
const purgeHourly = (
  name: string,
  work: (db: Db, before: Date, limit: number) => Promise<number>,
  keptSeconds: number,
): Job => ({
  name,
  everyMs: HOUR_MS,
  run: ({ deps }) =>
    work(deps.db.orm, new Date(deps.now().getTime() - keptSeconds * SECOND_MS), RECORDS_BATCH),
});

export const JOBS: readonly Job[] = [
  {
    name: "expire-verifications",
    everyMs: SECOND_MS,
    run: ({ deps }) => expireVerifications(systemCtx(deps), EXPIRY_BATCH),
  },
  purgeHourly("purge-idempotency-records", purge("idempotency_record"), KEPT_SECONDS.idempotency),
  {
    name: "purge-expired-data",
    everyMs: HOUR_MS,
    run: ({ deps }, signal) => purgeExpiredData(systemCtx(deps), PURGE_BATCH, signal).then(() => 0),
  },
  {
    name: "erase-old-results",
    everyMs: HOUR_MS,
    run: ({ deps }, signal) => eraseOldResults(systemCtx(deps), RESULTS_BATCH, signal).then(() => 0),
  },
  purgeHourly("purge-tokens", purge("token"), KEPT_SECONDS.token),
  purgeHourly("purge-document-uses", purge("document_use"), KEPT_SECONDS.at_once),
  purgeHourly("purge-subject-uses", purge("subject_use"), KEPT_SECONDS.at_once),
  {
    name: "purge-wallet-transactions",
    everyMs: MINUTE_MS,
    run: ({ deps }) => purgeWalletTransactions(systemCtx(deps), PURGE_BATCH),
  },
  {
    ...purgeHourly("purge-device-logins", purge("device_login"), KEPT_SECONDS.at_once),
    everyMs: MINUTE_MS,
  },
  purgeHourly("purge-console-sessions", purgeSessions, KEPT_SECONDS.at_once),
  // An invitation that has expired can be renewed until then.
  purgeHourly("purge-invitations", purgeInvitations, KEPT_SECONDS.invitation),
  purgeHourly("purge-alerts", purgeAlerts, KEPT_SECONDS.alert),
  purgeHourly("purge-mail", purge("mail"), KEPT_SECONDS.mail),
  purgeHourly("purge-members", purgeMembers, KEPT_SECONDS.member),
  // Longer than a verification can be open: a phone's page lasts as long as its check.
  purgeHourly("purge-handoffs", purge("handoff"), KEPT_SECONDS.handoff),
  // A code that is spent again within the hour is known by its row.
  purgeHourly("purge-oidc-artifacts", purge("oidc_artifact"), KEPT_SECONDS.sign_in_artifact),
  // For an hour more, a backend that comes too late learns that the code has expired.
  purgeHourly("purge-return-codes", purge("return_code"), KEPT_SECONDS.return_code),
  purgeHourly("purge-identity-requests", purge("identity_request"), KEPT_SECONDS.at_once),
  {
    name: "tell-operational-events",
    everyMs: 15 * SECOND_MS,
    run: ({ deps }) => tellOperationalEvents(systemCtx(deps), TOLD_BATCH),
  },
  {
    name: "end-unseen-listeners",
    everyMs: HOUR_MS,
    run: ({ deps }) => endUnseenListeners(systemCtx(deps), PURGE_BATCH),
  },
  // Its deliveries go by their own time, and name it until then.
  purgeHourly("purge-key-hours", purgeKeyHours, KEPT_SECONDS.key_hour),
  purgeHourly("purge-listeners", purgeListeners, KEPT_SECONDS.at_once),
  {
    name: "delete-tenants",
    everyMs: 5 * SECOND_MS,
    run: ({ deps }, signal) =>
      deleteTenants(systemCtx(deps), { erased: RESULTS_BATCH, rows: PURGE_BATCH }, signal),
  },
  {
    name: "redact-vendor-sessions",
    everyMs: 5 * SECOND_MS,
    run: ({ deps }) => redactVendorSessions(systemCtx(deps), REDACT_BATCH),
  },
  {
    name: "recheck-hosts",
    everyMs: MINUTE_MS,
    run: ({ deps }, signal) => recheckHosts(systemCtx(deps), HOSTS_BATCH, signal),
  },
  purgeHourly("purge-removed-hosts", purgeRemovedHosts, HOSTS.removedDays * DAY_SECONDS),
  {
    name: "erase-at-once",
    everyMs: 5 * SECOND_MS,
    run: ({ deps }, signal) => eraseAtOnce(systemCtx(deps), REDACT_BATCH, signal),
  },
  purgeHourly("purge-erasure-requests", purge("erasure_request"), KEPT_SECONDS.erasure_request),
  purgeHourly("purge-age-keys", purgeAgeKeys, 0),
  purgeHourly("purge-age-key-challenges", purge("age_key_challenge"), 0),
  // For this long, members see in the console whether one was used.
  purgeHourly("purge-vouchers", purge("voucher"), KEPT_SECONDS.voucher),
  // For readers to come; after an upgrade, all that there is.
  {
    name: "number-audit-trail",
    everyMs: 5 * SECOND_MS,
    run: ({ deps }) => numberTrail(systemCtx(deps)),
  },
  {
    name: "count-verification-days",
    everyMs: HOUR_MS,
    run: ({ deps }) => rollAllDays(deps, COUNT_TENANTS, COUNT_DAYS),
  },
  {
    name: "freeze-statements",
    everyMs: 5 * MINUTE_MS,
    run: ({ deps }) => freezeAllStatements(deps, FREEZE_PAGE).then(() => 0),
  },
  {
    name: "apply-due-plans",
    everyMs: 2 * SECOND_MS,
    run: ({ deps }) => applyDuePlan(systemCtx(deps)),
  },
  {
    name: "close-meter-hours",
    everyMs: MINUTE_MS,
    run: ({ deps }, signal) => closeMeterHours(systemCtx(deps), FREEZE_PAGE, signal).then(() => 0),
  },
  {
    name: "send-meter-events",
    everyMs: 5 * SECOND_MS,
    run: ({ deps }, signal) => sendMeterEvents(systemCtx(deps), REDACT_BATCH, signal),
  },
  purgeHourly("purge-meter-events", purge("meter_event"), KEPT_SECONDS.meter_event),
  {
    name: "publish-practice-statements",
    everyMs: 5 * SECOND_MS,
    run: ({ deps }) => publishAll(systemCtx(deps)).then(() => 0),
  },
  {
    name: "roll-request-log-days",
    everyMs: HOUR_MS,
    run: async ({ config, deps }) => {
      const now = deps.now();
      await ensureRequestLogDays(deps.db, [now, addDays(now, 1)]);
      await dropRequestLogDays(deps.db, addDays(now, -config.REQUEST_LOG_RETENTION_DAYS));
      return 0;
    },
  },
];

/** The pause after a failure, such as a database that is away. */
const PAUSE_AFTER_FAILURE_MS = 2_000;

type SyncClock = () => Promise<void>;

const runForever = async (
  runtime: Runtime,
  job: Job,
  signal: AbortSignal,
  syncClock: SyncClock,
  outage: Outage,
): Promise<void> => {
  const log = runtime.deps.log.with({ job: job.name });
  while (!signal.aborted) {
    const waitMs = await syncClock()
      .then(() => job.run(runtime, signal))
      .then((done) => (done > 0 ? 0 : job.everyMs))
      .catch(async (error: unknown) => {
        if (!(await outage.covers(error))) log.warn("a job failed and will be retried", { error });
        return Math.max(PAUSE_AFTER_FAILURE_MS, job.everyMs / 60);
      });
    if (waitMs > 0) await pause(waitMs, undefined, { signal }).catch(() => {}); // it rejects at the signal
  }
};

/**
 * Runs every job until the signal, then lets running ones finish.
 * @param syncClock called before each run; a job whose clock cannot be set is tried again later
 * @param outage says once what all jobs find at the same time
 */
export const runJobs = async (
  runtime: Runtime,
  jobs: readonly Job[],
  signal: AbortSignal,
  syncClock: SyncClock = () => Promise.resolve(),
  outage: Outage = SAYS_ALL,
): Promise<void> => {
  await Promise.all(jobs.map((job) => runForever(runtime, job, signal, syncClock, outage)));
};
