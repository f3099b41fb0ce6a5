// What is wrong with a deployment: each fact has one judge, with its numbers. Alerts, the operator's overview and the doctor on
// the host ask them. Prometheus' rules, Grafana's panels and `lintel doctor` from outside cannot import them, so
// tests/unit/core/operator/findings.test.ts compares their numbers with these. Certificates: core/identity/certificate-end.ts.

/** `raise`: an operator has to act. `hold`: not bad enough to say so, too bad to call it over. */
type Verdict = "raise" | "hold";

/** A process without a sign of life for so long is silent. Above what a restart takes. */
export const SILENT_MINUTES = 3;

/**
 * Webhooks are late once a delivery has been due for so long. A restart of all workers, or of PostgreSQL, is over by then, and may not
 * be after two minutes. Operators were promised this number: docs/alerts.md.
 */
export const LATE_MINUTES = 5;
/** They are on time again below this. */
const ON_TIME_MINUTES = 1;
const MINUTE_SECONDS = 60;

/** @param dueSeconds for how long the oldest delivery has been due that does not wait for its own failing endpoint; 0: none is due */
export const judgeWebhooks = (dueSeconds: number): Verdict | null => {
  if (dueSeconds < ON_TIME_MINUTES * MINUTE_SECONDS) return null;
  return dueSeconds >= LATE_MINUTES * MINUTE_SECONDS ? "raise" : "hold";
};

type WorkersFound = {
  workers: number;
  silent: number;
  /** False: all are silent, or there are none, because the last one shut down cleanly or none was ever started. */
  isAnyAtWork: boolean;
};

/** @param processes those that are expected: they gave a sign of life, did not shut down cleanly, and no other took their place */
export const judgeWorkers = (
  processes: readonly { readonly kind: string; readonly isSilent: boolean }[],
): WorkersFound => {
  const workers = processes.filter(({ kind }) => kind === "worker");
  const silent = workers.filter(({ isSilent }) => isSilent).length;
  return { workers: workers.length, silent, isAnyAtWork: silent < workers.length };
};

type MigrationsFound = {
  verdict: Verdict;
  pending: number;
  unfinished: number;
  /** Whether a process of the release has to wait: what only another release has begun is no reason. */
  isBehind: boolean;
};

/**
 * How many migrations of the release the database lacks, and how many began and have no end, each counted once; null: all are
 * applied.
 * @param migrations.pending with those that began; null: this process has no list of the release's, so it knows of no end
 * either
 */
export const judgeMigrations = (migrations: {
  readonly pending: readonly string[] | null;
  readonly unfinished: readonly string[];
}): MigrationsFound | null => {
  const unfinished = migrations.unfinished.length;
  const pending = (migrations.pending ?? []).filter((name) => !migrations.unfinished.includes(name)).length;
  const isBehind = (migrations.pending ?? []).length > 0;
  if (pending + unfinished > 0) return { verdict: "raise", pending, unfinished, isBehind };
  return migrations.pending === null ? { verdict: "hold", pending, unfinished, isBehind } : null;
};

/**
 * Anchors that do not count now. Those of an overdue list are left out: the list itself is named, and importing the next one
 * renews them.
 */
export const invalidAnchors = <Anchor extends { readonly isValid: boolean; readonly isStale: boolean }>(
  anchors: readonly Anchor[],
): Anchor[] => anchors.filter(({ isValid, isStale }) => !isValid && !isStale);

/** The minutes whose requests are judged together. */
export const ERROR_MINUTES = 5;
/** Of fewer requests, one that fails is a large share. */
export const LEAST_REQUESTS = 100;
/** Prometheus' LintelErrors warns from 1% on, for people who watch a screen; this one sends messages. */
export const ERROR_PERCENT = 5;
export const ERROR_OVER_PERCENT = 2;

/** @param requests.broken how many were answered with a status of 500 or above */
export const judgeRequests = (requests: {
  readonly requests: number;
  readonly broken: number;
}): Verdict | null => {
  if (requests.requests < LEAST_REQUESTS) return null;
  const percent = (requests.broken * 100) / requests.requests;
  if (percent < ERROR_OVER_PERCENT) return null;
  return percent >= ERROR_PERCENT ? "raise" : "hold";
};
