import { isWorkerSeen } from "#data/operator/process-lives.ts";
import { createDatabaseClock } from "#data/service/database-clock.ts";
import type { Mailer } from "#platform/mail/mailer.ts";
import type { Ctx } from "#services/context.ts";
import { createMailRounds } from "#services/mail/send.ts";
import { sendAlertMails } from "./deliver.ts";
import { evaluateOperator } from "./operator.ts";
import { sendDueSlack } from "./slack.ts";

/** One look that misses the workers can come before them: a deployment starts, or a database is back. */
const LOOKS = 2;
const AT_ONCE = 4;
const OWN = { onlyOperators: true, isSettled: true } as const;

/** The mail server for the operator's alerts; null: SMTP_URL is not set. */
export type AlertMailer = { mailer: Mailer; isAnswered: boolean } | null;

/**
 * What a process that is not a worker does, so that operators hear of a deployment without one: it looks whether any worker
 * has given a sign of life, and if twice in a row none has, it evaluates the operator's rules and sends the operator's
 * messages, by the database's clock. Several may do so at once. The first worker that lives again takes over.
 * @returns one look, for every minute; it throws what the database throws, and then counts from the beginning. Null: there is
 * no one to send messages to, because neither ALERT_EMAILS nor ALERT_SLACK_URL is set
 */
export const createStandIn = (
  ctx: Ctx,
  mail: AlertMailer,
): ((signal: AbortSignal) => Promise<boolean>) | null => {
  const { db, settings, now } = ctx.deps;
  const { emails, slackUrl } = settings.alerts;
  if ((mail === null || emails.length === 0) && slackUrl === null) return null;
  const clock = createDatabaseClock(db, now);
  const deps = { ...ctx.deps, now: clock.now };
  const own: Ctx = { ...ctx, deps };
  const sendMails = createMailRounds();
  let missed = 0;

  const work = async (signal: AbortSignal): Promise<void> => {
    await clock.sync();
    await evaluateOperator(own);
    if (mail !== null) while (!signal.aborted && (await sendAlertMails(own, AT_ONCE, OWN)) > 0);
    // A message that did not go through is due later, so each round has fewer.
    while (
      !signal.aborted &&
      mail !== null &&
      (await sendMails({ deps, ...mail, onlyOperators: true }, AT_ONCE)) > 0
    );
    while (!signal.aborted && (await sendDueSlack(own, AT_ONCE, OWN)) > 0);
  };

  return async (signal) => {
    const before = missed;
    missed = 0;
    if (await isWorkerSeen(db.orm)) return false;
    missed = Math.min(before + 1, LOOKS);
    if (missed < LOOKS) return false;
    await work(signal);
    return true;
  };
};
