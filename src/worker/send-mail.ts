import type { Config } from "#config.ts";
import type { MailCode } from "#core/mail/mail.ts";
import type { Mailer } from "#platform/mail/mailer.ts";
import { mailerOf } from "#runtime-mail.ts";
import { sendDueMails } from "#services/mail/send.ts";
import type { Job } from "./jobs.ts";

/** Mails that this process sends at once. Each takes at most the mailer's 45 seconds. */
const AT_ONCE = 4;
const EVERY_MS = 2_000;
/** The log says again after this long that no mail goes out. */
const SHOUT_EVERY_MS = 5 * 60_000;

/** What is wrong with the settings or the server, and with every mail: the operator has to know. */
const SHOUTS: Readonly<Partial<Record<MailCode, string>>> = {
  login: "the mail server refuses the user and password of SMTP_URL: no mail is sent",
  sender: "the mail server refuses MAIL_FROM: no mail is sent",
  tls: "the mail server offers no encryption, or its certificate does not hold: no mail is sent",
  connection: "the mail server cannot be reached: mails wait",
  timeout: "the mail server is too slow: mails wait",
};

/**
 * The job that sends queued mails. It runs beside the deliveries of webhooks, which a slow mail server does not hold up.
 * @param isAnswered MAIL_REPLY_TO is set
 */
export const mailJob = (mailer: Mailer, isAnswered: boolean): Job => {
  const shoutedAt = new Map<MailCode, number>();
  return {
    name: "send-mail",
    everyMs: EVERY_MS,
    run: async ({ deps }) => {
      const { claimed, codes } = await sendDueMails({ deps, mailer, isAnswered }, AT_ONCE);
      const now = deps.now().getTime();
      for (const code of codes) {
        const shout = SHOUTS[code];
        if (shout === undefined || now - (shoutedAt.get(code) ?? Number.NEGATIVE_INFINITY) < SHOUT_EVERY_MS)
          continue;
        shoutedAt.set(code, now);
        deps.log.error(shout, { code });
      }
      return claimed;
    },
  };
};

/** None where SMTP_URL is not set: then no mail is queued either. */
export const mailJobs = (config: Config): Job[] => {
  const mailer = mailerOf(config);
  return mailer ? [mailJob(mailer, config.MAIL_REPLY_TO !== undefined)] : [];
};
