import { asciiLower, visibleName } from "../text.ts";

// What an e-mail of this service may be. Only the service writes it: what a tenant or a member chose
// comes into it only as a name, cut and quoted by `quotedName`.

/** What a mail is about: it is written down with the mail, and the limits of invitations count by it. */
export type MailKind = "invitation" | "erasure_request" | "alert" | "alert_resolved" | "operator_visit";

/** The text of a mail. */
export type MailContent = {
  subject: string;
  /** Plain text, one paragraph each. */
  paragraphs: readonly string[];
  /** The one link: an address of this service. */
  action?: { label: string; url: string } | undefined;
};

/**
 * Why a mail was not sent, in place of the server's own words, which may hold addresses or secrets.
 * `address`, `refused`: permanently; all others may pass.
 */
export const MAIL_CODES = [
  /** The server, or we, refuse this recipient. */
  "address",
  /** The server took sender and recipient, and refused the message. */
  "refused",
  /** Asked to come later: greylisting, a full mailbox. */
  "deferred",
  "connection",
  "timeout",
  /** No STARTTLS, or a certificate that does not hold. */
  "tls",
  /** The server refuses SMTP_URL's user and password. */
  "login",
  /** The server refuses MAIL_FROM. */
  "sender",
  /** It was sealed with a key that is gone. */
  "unreadable",
  /** What it was about is gone: the invitation was withdrawn, accepted or renewed. */
  "withdrawn",
] as const;

export type MailCode = (typeof MAIL_CODES)[number];

/** Characters of a subject, of a paragraph; paragraphs of a mail. */
export const MAIL_LIMITS = { subject: 150, paragraph: 2_000, paragraphs: 30, label: 60, url: 2_000 } as const;

/** RFC 5321 §4.5.3.1: octets of a local part, and of a whole address. */
const LOCAL_MAX = 64;
const ADDRESS_MAX = 254;
// RFC 5322 §3.2.3: dot-atom. A quoted local part may hold spaces, line breaks and a second address.
const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

const asciiDomain = (domain: string): string => {
  // Letters, digits, dots and hyphens in any script: nothing that a URL would read as a port, path or user.
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return "";
  const host = `http://${domain}`;
  return URL.canParse(host) ? new URL(host).hostname : "";
};

/**
 * The address as it goes to a mail server, its domain in ASCII (RFC 5890 §2.3.2.1); null: no mail is sent there. Quoted
 * local parts, comments, address literals and more than one address are refused, and so are local parts outside ASCII,
 * which many servers cannot take.
 */
export const mailableAddress = (text: string): string | null => {
  const trimmed = text.replace(/^ +| +$/g, "");
  const at = trimmed.lastIndexOf("@");
  const [local, domain] = [trimmed.slice(0, Math.max(at, 0)), asciiLower(asciiDomain(trimmed.slice(at + 1)))];
  const fits = LOCAL.test(local) && local.length <= LOCAL_MAX && DOMAIN.test(domain);
  const address = `${local}@${domain}`;
  return fits && !/^[\d.]+$/.test(domain) && address.length <= ADDRESS_MAX ? address : null;
};

/** Characters of a name in a mail. */
const NAME_MAX = 40;

/** At most so many characters, cut between whole ones, with an ellipsis. */
const cut = (text: string, max: number): string => {
  const parts = [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)];
  if (text.length <= max) return text;
  let kept = "";
  for (const { segment } of parts) {
    if (kept.length + segment.length > max - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
};

// Mail programs make a link of what looks like one, and people trust an address that they read.
const BEFORE_LINK = /([.:/@。．｡：／＠․])(?=\S)/gu;

/**
 * A name that someone chose, to stand in a mail: one line, visible, cut, in quotation marks, and with nothing in it that
 * mail programs turn into a link.
 */
export const quotedName = (name: string): string => {
  const plain = visibleName(name).replace(/\s+/g, " ").replace(/[“”"]/g, "'");
  const shown = cut(plain, NAME_MAX).replace(BEFORE_LINK, "$1 ");
  return `“${shown === "" ? "(no name)" : shown}”`;
};

/** One line without control or direction characters, cut to the limit. */
export const oneLine = (text: string, max: number): string =>
  cut(visibleName(text).replace(/\s+/g, " "), max);
