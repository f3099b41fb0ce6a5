import type { Config } from "#config/config.ts";
import { type MailCode, mailableAddress } from "#core/mail/mail.ts";
import { renderMail } from "#core/mail/render.ts";
import { mailerOf } from "#runtime/mail.ts";
import { Foreseen } from "../foreseen.ts";
import { type Finding, PAGES } from "./finding.ts";

const WHY: Readonly<Record<MailCode, string>> = {
  connection:
    "it cannot be reached. Check host and port of SMTP_URL, and the firewall: many hosts block port 25.",
  timeout:
    "it is too slow to answer. Check host and port: smtps:// speaks TLS from the start, smtp:// does not.",
  tls: "it offers no STARTTLS, or its certificate does not match this host name. MAIL_EXTRA_CA_FILE names a CA of your own.",
  login: "it refuses the user and password of SMTP_URL.",
  sender: "it refuses MAIL_FROM.",
  address: "it refuses the recipient.",
  refused: "it refuses the message.",
  deferred: "it asks to try again later.",
  unreadable: "the message cannot be read.",
  withdrawn: "the message was withdrawn.",
};

const problem = (code: MailCode): Finding => ({
  id: "mail.server",
  severity: "error",
  message: `No mail goes out by SMTP_URL: ${WHY[code]}`,
  docs: PAGES.mail,
});

/** Connects to the mail server, encrypts and logs in, and sends nothing. */
export async function mailFindings(config: Config): Promise<Finding[]> {
  const code = (await mailerOf(config)?.probe()) ?? null;
  return code === null ? [] : [problem(code)];
}

/**
 * Sends one mail, to see it arrive.
 * @throws Foreseen where SMTP_URL is not set, or for something that is not an address
 */
export async function sendTestMail(config: Config, to: string, now: Date): Promise<Finding[]> {
  const mailer = mailerOf(config);
  const address = mailableAddress(to);
  if (!mailer) throw new Foreseen("SMTP_URL is not set, so no mail can be sent.");
  if (address === null) throw new Foreseen("--test-mail takes one address, such as you@example.com.");
  const { host } = new URL(config.PUBLIC_URL);
  const content = {
    subject: `A test mail from ${host}`,
    paragraphs: ["This mail was sent by npm run doctor. Invitations and alerts arrive the same way."],
  };
  const frame = {
    operatorName: config.OPERATOR_NAME ?? null,
    publicUrl: config.PUBLIC_URL,
    isAnswered: config.MAIL_REPLY_TO !== undefined,
  };
  const mail = { ...renderMail(content, frame), id: `test-${now.getTime()}`, to: address, date: now };
  const code = await mailer.send({ ...mail, subject: content.subject });
  return code === null ? [] : [problem(code)];
}
