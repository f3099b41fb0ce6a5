import {
  ERROR_MINUTES,
  ERROR_OVER_PERCENT,
  ERROR_PERCENT,
  LATE_MINUTES,
  LEAST_REQUESTS,
  SILENT_MINUTES,
} from "../operator/findings.ts";
import { never, of, type Rule, told } from "./rule.ts";

const ALWAYS_ON = never("operators cannot turn it off");
const NO_COLLECTOR =
  "no worker has tried to send to the collector for two hours, as when it was taken out of the settings";
const NOT_OF_OPERATORS = {
  worse: never("it has no worse rule"),
  ran_out: never("it does not run out"),
  closed: never("it is about no tenant"),
};

/** The rules about the deployment. Ids are in the database and in docs/alerts.md: they never change. */
export const OPERATOR_ALERTS = {
  worker_silent: {
    title: "A worker is silent",
    says: (detail) =>
      detail.silent === detail.workers
        ? `No worker has given a sign of life for ${of(detail, "minutes")} minutes.`
        : `${of(detail, "silent")} of ${of(detail, "workers")} workers gave no sign of life for ${of(detail, "minutes")} minutes and did not shut down cleanly.`,
    todo: "Look at the worker's log and start it again. While no worker runs, webhooks and e-mails wait.",
    isUrgent: true,
    overAfterMinutes: 0,
    begins: `a worker gave no sign of life for ${SILENT_MINUTES} minutes and did not shut down cleanly`,
    ends: {
      recovered: told(
        "No worker is missing any more",
        "each silent worker is back, was replaced, or was forgotten after a week while another was running",
      ),
      gone: told(
        "No worker is expected any more",
        "the last worker shut down cleanly; webhooks and e-mails wait until you start one",
      ),
      rule_off: ALWAYS_ON,
      ...NOT_OF_OPERATORS,
    },
  },
  queue_lag: {
    title: "Webhooks wait for too long",
    says: (detail) => `A delivery has been due for ${of(detail, "minutes")} minutes.`,
    todo: "Start another worker, and look at PostgreSQL's load.",
    isUrgent: true,
    overAfterMinutes: 2,
    begins: `a delivery has been due for ${LATE_MINUTES} minutes, of an endpoint that does not fail`,
    ends: {
      recovered: told(
        "Webhooks are on time again",
        "no delivery to a working endpoint has been due for a minute or longer",
      ),
      gone: never("the queue is always there"),
      rule_off: ALWAYS_ON,
      ...NOT_OF_OPERATORS,
    },
  },
  migrations_pending: {
    title: "Migrations are pending",
    says: (detail) => `${of(detail, "pending")} migrations of this release are not in the database.`,
    todo: "Run npm run migrate, then restart the processes.",
    isUrgent: false,
    overAfterMinutes: 0,
    begins: "migrations of the release are not in the database",
    ends: {
      recovered: told("The database is migrated", "all migrations of this release are in the database"),
      gone: never("a release always has migrations"),
      rule_off: ALWAYS_ON,
      ...NOT_OF_OPERATORS,
    },
  },
  disk_full: {
    title: "The database is nearly as large as its limit",
    says: (detail) =>
      `The database has ${of(detail, "gib")} GiB; ALERT_DATABASE_GIB is ${of(detail, "limit")}.`,
    todo: "Give PostgreSQL's disk more room, or shorten what is kept.",
    isUrgent: true,
    overAfterMinutes: 0,
    begins: "the database has 90% of `ALERT_DATABASE_GIB`",
    ends: {
      recovered: told(
        "The database is below its limit again",
        "the database is smaller than 85% of ALERT_DATABASE_GIB",
      ),
      gone: never("the database is always there"),
      rule_off: told("The database's size has no limit any more", "ALERT_DATABASE_GIB is not set"),
      ...NOT_OF_OPERATORS,
    },
  },
  trust_list_stale: {
    title: "A trust list is out of date",
    says: (detail) =>
      `The list “${of(detail, "label")}” should have been replaced by ${of(detail, "until")}.`,
    todo: "Import the provider's newest list: once the grace period is over, what came in the old one does not count.",
    isUrgent: false,
    overAfterMinutes: 0,
    begins: "a trust list should have been replaced",
    ends: {
      recovered: told("A trust list is up to date again", "a newer list was imported"),
      gone: told("A trust list that was out of date was removed", "the list's provider was removed"),
      rule_off: ALWAYS_ON,
      ...NOT_OF_OPERATORS,
    },
  },
  error_rate: {
    title: "Too many requests fail",
    says: (detail) =>
      `${of(detail, "broken")} of ${of(detail, "requests")} requests of the last ${ERROR_MINUTES} minutes were answered with a status of 500 or above.`,
    todo: "Look at the log of the serve processes for errors, by request id.",
    isUrgent: true,
    overAfterMinutes: 5,
    begins: `at least ${LEAST_REQUESTS} requests in ${ERROR_MINUTES} minutes, and ${ERROR_PERCENT}% of them answered with a status of 500 or above`,
    ends: {
      recovered: told(
        "Requests succeed again",
        `fewer than ${ERROR_OVER_PERCENT}% of requests failed for 5 minutes`,
      ),
      gone: told(
        "There are too few requests to tell whether they fail",
        `fewer than ${LEAST_REQUESTS} requests came within ${ERROR_MINUTES} minutes`,
      ),
      rule_off: ALWAYS_ON,
      ...NOT_OF_OPERATORS,
    },
  },
  export_stopped: {
    title: "An export is stopped",
    says: (detail) =>
      `${of(detail, "destination")} has taken nothing of the stream “${of(detail, "stream")}” since ${of(detail, "since")} (${of(detail, "code")}).`,
    todo: "Look at the collector, its address and the credentials for it. No line is lost: all are sent once it takes them.",
    isUrgent: true,
    overAfterMinutes: 0,
    begins:
      "a [collector](exports.md#pushed-to-your-collector) has taken nothing of a stream for 15 minutes while there was something to send",
    ends: {
      recovered: told("An export has resumed", "the collector takes lines again"),
      gone: told("A stopped export is no longer configured", NO_COLLECTOR),
      rule_off: ALWAYS_ON,
      ...NOT_OF_OPERATORS,
    },
  },
  export_dropped: {
    title: "A collector has refused lines permanently",
    says: (detail) =>
      `${of(detail, "destination")} has refused lines of the stream “${of(detail, "stream")}”, the last on ${of(detail, "at")}: ${of(detail, "lines")} since it was set. They were left out.`,
    todo: "The worker's log has their ids. Fetch them with GET /admin/audit or GET /admin/logs, and see why the collector refuses them.",
    isUrgent: true,
    overAfterMinutes: 0,
    begins: "a collector has refused lines permanently, which were left out",
    ends: {
      recovered: told(
        "A collector has refused no lines for a day",
        "the collector has refused no lines for 24 hours",
      ),
      gone: told("An export with refused lines is no longer configured", NO_COLLECTOR),
      rule_off: ALWAYS_ON,
      ...NOT_OF_OPERATORS,
    },
  },
} as const satisfies Record<string, Rule>;
