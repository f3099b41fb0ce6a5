import { systemCtx } from "#runtime/runtime.ts";
import { sendAlertMails, sendDigests } from "#services/alerts/deliver.ts";
import { evaluateTroubles, evaluateUsage, newWalk } from "#services/alerts/evaluate.ts";
import { evaluateOperator } from "#services/alerts/operator.ts";
import { sendDueSlack } from "#services/alerts/slack.ts";
import type { Job } from "./jobs.ts";

const MINUTE_MS = 60_000;
const SLACK_AT_ONCE = 4;
const MAILS_AT_ONCE = 50;
const DIGESTS_AT_ONCE = 20;

/** Raises, resolves and sends alerts. Each worker walks by itself; what two find at once is raised once. */
export const alertJobs = (): Job[] => {
  const walk = newWalk();
  return [
    {
      name: "evaluate-alerts",
      everyMs: MINUTE_MS,
      run: ({ deps }) => evaluateTroubles(systemCtx(deps)).then(() => 0),
    },
    {
      name: "evaluate-usage-alerts",
      everyMs: MINUTE_MS,
      run: ({ deps }) => evaluateUsage(systemCtx(deps), walk).then(() => 0),
    },
    {
      name: "evaluate-operator-alerts",
      everyMs: MINUTE_MS,
      run: ({ deps }) => evaluateOperator(systemCtx(deps)).then(() => 0),
    },
    {
      name: "send-alert-mails",
      everyMs: 5_000,
      run: ({ deps }) => sendAlertMails(systemCtx(deps), MAILS_AT_ONCE),
    },
    {
      name: "send-alerts-to-slack",
      everyMs: 5_000,
      run: ({ deps }) => sendDueSlack(systemCtx(deps), SLACK_AT_ONCE),
    },
    {
      name: "send-alert-digests",
      everyMs: MINUTE_MS,
      run: ({ deps }) => sendDigests(systemCtx(deps), DIGESTS_AT_ONCE),
    },
  ];
};
