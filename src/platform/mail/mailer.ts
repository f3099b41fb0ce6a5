import { createTransport } from "nodemailer";
import type { MailCode } from "#core/mail/mail.ts";
import { authoritiesWith } from "#platform/authorities.ts";

export type MailServer = {
  host: string;
  port: number;
  /** TLS from the first byte; else STARTTLS, without which nothing is sent. */
  isTlsFromStart: boolean;
  /** False: in clear text, for a server on this machine. */
  isTlsRequired: boolean;
  login: { user: string; password: string } | null;
  /** PEM: trusted in addition to those of the process. */
  extraCa?: string | undefined;
  /** What we say we are (RFC 5321 §4.1.1.1). */
  helloName: string;
  from: { name: string; address: string };
  replyTo?: { name: string; address: string } | undefined;
};

/** Milliseconds. A whole mail takes no longer than `whole`, however slowly the server answers. */
export type MailTimes = { connect: number; greeting: number; silence: number; whole: number };

export const MAIL_TIMES: MailTimes = {
  connect: 10_000,
  greeting: 10_000,
  silence: 20_000,
  whole: 45_000,
};

/** A message that is ready to send: text and HTML say the same. */
export type OutgoingMail = {
  /** The same each time that it is sent. */
  id: string;
  /** One address, as `mailableAddress` gives it. */
  to: string;
  subject: string;
  text: string;
  html: string;
  date: Date;
};

/** Null: the server has it. */
export type MailOutcome = MailCode | null;

export type Mailer = {
  send(mail: OutgoingMail): Promise<MailOutcome>;
  /** Connects, encrypts and logs in, and sends nothing. */
  probe(): Promise<MailOutcome>;
};

const fieldOf = (error: unknown, field: string): unknown =>
  error instanceof Error ? Reflect.get(error, field) : undefined;

const textField = (error: unknown, field: string): string => {
  const value = fieldOf(error, field);
  return typeof value === "string" ? value : "";
};

/** RFC 4954 §6: "authentication required", whichever command it answers. */
const LOGIN_REQUIRED = 530;
// The system's own errors are one word, such as ECONNREFUSED; OpenSSL's and Node's about certificates and handshakes are
// not: DEPTH_ZERO_SELF_SIGNED_CERT, ERR_TLS_CERT_ALTNAME_INVALID. EPROTO is a handshake that failed.
const NOT_OF_THE_SYSTEM = /_|^EPROTO$/;

const codeOfAnswer = (status: number, command: string): MailCode => {
  const isFinal = status >= 500;
  if (status === LOGIN_REQUIRED) return "login";
  if (command === "MAIL FROM") return isFinal ? "sender" : "deferred";
  if (command === "RCPT TO") return isFinal ? "address" : "deferred";
  // 503: the session was out of step, which says nothing about the message.
  if (command === "DATA" && isFinal && status !== 503) return "refused";
  return command === "DATA" ? "deferred" : "connection";
};

/** What an error of nodemailer means. Its message quotes the server, which may quote the address, so it is not read. */
const codeOf = (error: unknown): MailCode => {
  const code = textField(error, "code");
  const command = textField(error, "command");
  const status = fieldOf(error, "responseCode");
  if (code === "EAUTH" || code === "ENOAUTH") return "login";
  if (code === "ETIMEDOUT" || code === "EABORT") return "timeout";
  const isTls = code === "ETLS" || NOT_OF_THE_SYSTEM.test(textField(error, "originalCode"));
  if (isTls || /STARTTLS/.test(textField(error, "message"))) return "tls";
  if (typeof status === "number") return codeOfAnswer(status, command);
  // We refused to send the command at all.
  if (code === "EENVELOPE") return "address";
  return code === "EMESSAGE" ? "refused" : "connection";
};

/** The way to a mail server: a connection for each mail, so that nothing is left open between them. */
export const createMailer = (server: MailServer, times: MailTimes = MAIL_TIMES): Mailer => {
  const { host, port, isTlsFromStart, isTlsRequired, login, extraCa, helloName, from, replyTo } = server;
  const transport = createTransport({
    host,
    port,
    secure: isTlsFromStart,
    requireTLS: !isTlsFromStart && isTlsRequired,
    ignoreTLS: !isTlsRequired,
    name: helloName,
    ...(login && { auth: { user: login.user, pass: login.password } }),
    tls: {
      minVersion: "TLSv1.2",
      ...authoritiesWith(extraCa),
    },
    connectionTimeout: times.connect,
    dnsTimeout: times.connect,
    greetingTimeout: times.greeting,
    socketTimeout: times.silence,
    // A reply has at most 512 octets a line (RFC 5321 §4.5.3.1.5).
    maxResponseSize: 64 * 1024,
    logger: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const outcome = async (work: Promise<unknown>): Promise<MailOutcome> => {
    try {
      await work;
      return null;
    } catch (error) {
      return codeOf(error);
    }
  };
  return {
    send: ({ id, to, subject, text, html, date }) =>
      outcome(
        transport.sendMail({
          from,
          to: { name: "", address: to },
          // The bounce of a mail comes back to its sender. We never answer a mail, so no loop begins here.
          envelope: { from: from.address, to: [to] },
          ...(replyTo && { replyTo }),
          subject,
          text,
          html,
          date,
          messageId: `<${id}@${from.address.slice(from.address.lastIndexOf("@") + 1)}>`,
          // RFC 3834 §5; Exchange has another header for it.
          headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
          xMailer: false,
          signal: AbortSignal.timeout(times.whole),
        }),
      ),
    probe: () => outcome(transport.verify()),
  };
};
