import type { Config } from "#config/config.ts";
import type { Mailer } from "#platform/mail/mailer.ts";
import { mailerOf } from "#runtime/mail.ts";
import { createMailRounds } from "#services/mail/send.ts";
import type { Job } from "./jobs.ts";

/** Mails that this process sends at once. Each takes at most the mailer's 45 seconds. */
const AT_ONCE = 4;
const EVERY_MS = 2_000;

/**
 * The job that sends queued mails. It runs alongside the deliveries of webhooks, which a slow mail server does not hold up.
 * @param isAnswered MAIL_REPLY_TO is set
 */
export const mailJob = (mailer: Mailer, isAnswered: boolean): Job => {
  const send = createMailRounds();
  return {
    name: "send-mail",
    everyMs: EVERY_MS,
    run: ({ deps }) => send({ deps, mailer, isAnswered }, AT_ONCE),
  };
};

/** None where SMTP_URL is not set: then no mail is queued either. */
export const mailJobs = (config: Config): Job[] => {
  const mailer = mailerOf(config);
  return mailer ? [mailJob(mailer, config.MAIL_REPLY_TO !== undefined)] : [];
};
