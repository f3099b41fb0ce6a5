import type { Config } from "#config/config.ts";
import { createMailer, type Mailer } from "#platform/mail/mailer.ts";
import { extraCaOf } from "./authorities.ts";

/** The way to the mail server of SMTP_URL; null: it is not set. */
export const mailerOf = (config: Config): Mailer | null => {
  const { SMTP_URL: server, MAIL_FROM: from, MAIL_REPLY_TO: replyTo, MAIL_EXTRA_CA_FILE: ca } = config;
  if (!server || !from) return null;
  return createMailer({
    ...server,
    isTlsRequired: config.SMTP_TLS === "required",
    extraCa: extraCaOf("MAIL_EXTRA_CA_FILE", ca),
    helloName: new URL(config.PUBLIC_URL).hostname,
    from,
    replyTo,
  });
};
