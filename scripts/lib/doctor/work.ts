import { WARN_DAYS } from "#core/identity/certificate-end.ts";
import { invalidAnchors, judgeWebhooks, judgeWorkers, SILENT_MINUTES } from "#core/operator/findings.ts";
import type { DatabaseFacts } from "#data/service/operation.ts";
import type { Ctx } from "#services/context.ts";
import { processStates, trustState } from "#services/operator/facts.ts";
import { secondsDue } from "#services/operator/traffic.ts";
import { endingCertificates } from "#services/wallet/signers.ts";
import { error, type Finding, PAGES, warning } from "./finding.ts";

/** The worker expires verifications every second. */
const MOST_OVERDUE_MS = 60_000;

/** What the database says of the deployment's work. */
export type WorkFacts = {
  processes: readonly { kind: string; isSilent: boolean }[];
  /** For how long a verification has been overdue that a worker should have expired; 0: none is. */
  overdueMs: number;
  /** For how long the oldest delivery has been due that does not wait for its own failing endpoint; 0: none is due. */
  secondsDue: number;
  /** How many certificates for wallets end soon or have ended. */
  ending: number;
  lists: readonly { label: string; isStale: boolean }[];
  anchors: readonly { isValid: boolean; isStale: boolean }[];
};

/** @param database what it says of itself; signs of life are compared with its clock, whatever this host's says */
export async function readWork(
  ctx: Ctx,
  { now, overdueSince }: Pick<DatabaseFacts, "now" | "overdueSince">,
): Promise<WorkFacts> {
  const { deps } = ctx;
  const ending = await endingCertificates(ctx);
  return {
    processes: await processStates({ db: deps.db, now: () => now }),
    overdueMs: overdueSince === null ? 0 : now.getTime() - overdueSince.getTime(),
    secondsDue: await secondsDue(deps),
    ending: ending ? ending.request + ending.registration + ending.reader : 0,
    ...(await trustState(ctx)),
  };
}

/** What is wrong with workers, webhooks, certificates and lists of issuers. */
export function workFindings({
  processes,
  overdueMs,
  secondsDue: due,
  ending,
  lists,
  anchors,
}: WorkFacts): Finding[] {
  const found: Finding[] = workerFindings(processes, overdueMs);
  if (judgeWebhooks(due) === "raise")
    found.push(
      error(
        "worker.queue",
        `The oldest webhook has been due for ${due} s. Look at the worker's log.`,
        PAGES.alerts,
      ),
    );
  if (ending > 0)
    found.push(
      warning(
        "wallet.certificates",
        `${ending} certificates for wallets end within ${WARN_DAYS} days or have ended. Renew them in the console.`,
        PAGES.wallet,
      ),
    );
  const stale = lists.filter(({ isStale }) => isStale);
  if (stale.length > 0)
    found.push(
      warning(
        "trust.stale",
        `The next list of ${stale.map(({ label }) => label).join(", ")} is overdue. Import it: npm run trust.`,
        PAGES.wallet,
      ),
    );
  const invalid = invalidAnchors(anchors);
  if (invalid.length > 0)
    found.push(
      warning(
        "trust.expired",
        `${invalid.length} trusted certificates of issuers are not valid now. Replace or remove them.`,
        PAGES.wallet,
      ),
    );
  return found;
}

function workerFindings(processes: WorkFacts["processes"], overdueMs: number): Finding[] {
  const { workers, silent, isAnyAtWork } = judgeWorkers(processes);
  if (!isAnyAtWork || overdueMs > MOST_OVERDUE_MS) {
    const sign =
      overdueMs > MOST_OVERDUE_MS
        ? `a verification has been overdue for ${Math.round(overdueMs / 1000)} s`
        : `none has given a sign of life for ${SILENT_MINUTES} minutes`;
    return [
      error("worker.silent", `No worker is at work: ${sign}. Start it (npm run worker).`, PAGES.alerts),
    ];
  }
  if (silent === 0) return [];
  const message = `${silent} of ${workers} workers gave no sign of life for ${SILENT_MINUTES} minutes and did not shut down cleanly. Look at the worker's log and start it again.`;
  return [warning("worker.missing", message, PAGES.alerts)];
}
