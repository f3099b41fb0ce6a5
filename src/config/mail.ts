import { z } from "zod";
import { isSlackUrl } from "#core/alerts/slack.ts";
import { mailableAddress } from "#core/mail/mail.ts";
import { isOwnAddress } from "#core/own-machine.ts";
import { problemOfName } from "#core/text.ts";
import { oneOf, parsed, text, wholeNumber } from "./shapes.ts";

// The mail server that invitations and alerts go through.

/** A mail server; user and password are null where it wants none. */
export type SmtpServer = {
  host: string;
  port: number;
  /** TLS from the first byte (RFC 8314 §3.3); else STARTTLS. */
  isTlsFromStart: boolean;
  login: { user: string; password: string } | null;
};

const decoded = (value: string): string | null => {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
};

/** RFC 8314 §7.3: submissions; RFC 6409 §3.1: submission. */
const PORTS = { "smtps:": 465, "smtp:": 587 } as const;

const serverOf = (value: string): SmtpServer | null => {
  const protocol = value.startsWith("smtps://") ? "smtps:" : "smtp:";
  if (!value.startsWith(`${protocol}//`) || !URL.canParse(value)) return null;
  const { hostname, port, username, password, pathname, search, hash } = new URL(value);
  const [user, secret] = [decoded(username), decoded(password)];
  const isWhole = hostname !== "" && ["", "/"].includes(pathname) && search === "" && hash === "";
  if (!isWhole || user === null || secret === null || (user === "") !== (secret === "")) return null;
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? PORTS[protocol] : Number(port),
    isTlsFromStart: protocol === "smtps:",
    login: user === "" ? null : { user, password: secret },
  };
};

export const smtpServer = parsed(
  "an address such as smtps://user:password@mail.example.com or smtp://mail.example.com:587; in user and password write % as %25, # as %23, @ as %40, / as %2F, : as %3A, ? as %3F",
  serverOf,
);

export type Mailbox = { name: string; address: string };

const mailboxOf = (value: string): Mailbox | null => {
  const [, name = "", bracketed] = /^([^<>]*)<([^<>]+)>$/.exec(value) ?? [];
  const address = mailableAddress(bracketed ?? value);
  const trimmed = name.trim();
  return address !== null && problemOfName(trimmed) === null ? { name: trimmed, address } : null;
};

const mailbox = parsed("an address such as lintel@example.com or Lintel <lintel@example.com>", mailboxOf);

const addresses = parsed(
  "up to 20 addresses such as ops@example.com, separated by commas",
  (value: string) => {
    const given = value.split(",").map((each) => mailableAddress(each));
    const valid = given.filter((each) => each !== null);
    return valid.length === given.length && valid.length <= 20 ? [...new Set(valid)] : null;
  },
);

const slackUrl = parsed("the address of an incoming webhook, https://hooks.slack.com/…", (value: string) =>
  isSlackUrl(value) ? value : null,
);

export const MAIL_SETTINGS = {
  ALERT_EMAILS: addresses.optional(),
  ALERT_SLACK_URL: slackUrl.optional(),
  ALERT_DATABASE_GIB: wholeNumber(1, 1_000_000).optional(),
  SMTP_URL: smtpServer.optional(),
  SMTP_TLS: oneOf(["required", "off"]).default("required"),
  MAIL_FROM: mailbox.optional(),
  MAIL_REPLY_TO: mailbox.optional(),
  MAIL_EXTRA_CA_FILE: text.optional(),
} as const;

const shape = z.object(MAIL_SETTINGS);
type MailSettings = z.infer<typeof shape>;

// By its address, or only as localhost: the name of a mail server, one below localhost too, may be looked up in DNS.
const isOnThisMachine = (host: string): boolean => host === "localhost" || isOwnAddress(host);

export const MAIL_RULES: readonly {
  path: keyof MailSettings;
  message: string;
  isKept: (env: MailSettings) => boolean;
}[] = [
  {
    path: "MAIL_FROM",
    message: "expected both SMTP_URL and MAIL_FROM, or neither",
    isKept: (env) => !env.SMTP_URL === !env.MAIL_FROM,
  },
  {
    path: "SMTP_TLS",
    message: "expected required: off is for a mail server on this machine, such as smtp://127.0.0.1:25",
    isKept: (env) =>
      env.SMTP_TLS === "required" || (env.SMTP_URL !== undefined && isOnThisMachine(env.SMTP_URL.host)),
  },
  {
    path: "SMTP_TLS",
    message: "expected nothing with smtps://, which is TLS from the start",
    isKept: (env) => env.SMTP_TLS === "required" || env.SMTP_URL?.isTlsFromStart !== true,
  },
  ...(["MAIL_REPLY_TO", "MAIL_EXTRA_CA_FILE"] as const).map((path) => ({
    path,
    message: "expected SMTP_URL as well",
    isKept: (env: MailSettings) => env[path] === undefined || env.SMTP_URL !== undefined,
  })),
];
