import { isIP } from "node:net";

const MAX_URL_CHARACTERS = 2_048;
const MAX_HOST_CHARACTERS = 253; // RFC 1035 §2.3.4, without the root's dot
const PORTS = ["", "443", "8443"]; // the URL parser writes 443 as ""

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/; // RFC 1123 §2.1; the URL parser has made it lower case

// Names that no public DNS answers for: RFC 6761, 6762, 7686, 8375, 9476, ICANN's .internal, what routers hand out,
// and how containers find each other (Kubernetes completes `name.namespace.svc` itself).
const PRIVATE_SUFFIXES = [
  ..."localhost localdomain local internal intranet private corp home lan".split(" "),
  ..."home.arpa in-addr.arpa ip6.arpa test example invalid onion alt".split(" "),
  ..."svc cluster consul docker".split(" "),
];

/** What development may loosen. */
export type UrlRules = {
  /** Any port; `localhost`, `*.localhost`, 127.0.0.0/8 and [::1] as host, and those by http too. */
  allowLoopback: boolean;
};

export type UrlCheck = { ok: true; url: string } | { ok: false; message: string };

const refused = (message: string): UrlCheck => ({ ok: false, message });
const TOO_LONG = `The address must have at most ${MAX_URL_CHARACTERS} characters.`;

/** Percent-encoding makes a URL longer than its text. */
const accepted = ({ href }: URL): UrlCheck =>
  href.length > MAX_URL_CHARACTERS ? refused(TOO_LONG) : { ok: true, url: href };

const LOOPBACK_IS_OFF =
  "Webhooks do not go to this machine itself. On your own computer, start the service with WEBHOOK_ALLOW_LOOPBACK=true (and LINTEL_ENV=development); elsewhere, use the https address of a tunnel.";

const isLoopbackHost = (host: string): boolean =>
  /^(?:.+\.)?localhost$/.test(host) || /^127\.\d+\.\d+\.\d+$/.test(host) || host === "[::1]";

const hostFault = (host: string): string | null => {
  if (isIP(host) !== 0 || host.startsWith("[")) return "The address must name a host, not an IP address.";
  const labels = host.split(".");
  if (labels.length < 2) return "The host must be a full name such as hooks.example.com.";
  if (host.length > MAX_HOST_CHARACTERS || !labels.every((label) => LABEL.test(label))) {
    return "The host is not a valid DNS name.";
  }
  return PRIVATE_SUFFIXES.some((suffix) => host === suffix || host.endsWith(`.${suffix}`))
    ? "The host must be reachable from the internet; this name is for private networks only."
    : null;
};

/**
 * Whether webhooks may be sent to this URL, as far as its text shows; the addresses behind it are checked when it is
 * sent to. Every spelling of an IP address (decimal, octal, hex, full-width digits) counts as one.
 * @returns the URL as it is kept: without fragment and without the root's dot; or what is wrong, for the tenant
 */
export const checkWebhookUrl = (text: string, rules: UrlRules = { allowLoopback: false }): UrlCheck => {
  if (text.length > MAX_URL_CHARACTERS) return refused(TOO_LONG);
  // The URL parser forgives all of these; another parser may read another host out of them.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u0020\u007f\\]/.test(text))
    return refused("The address must not contain spaces or backslashes.");
  const isWeb = /^https?:\/\/[^/]/i.test(text);
  if (isWeb && !URL.canParse(text)) return refused("The address is not a valid URL.");
  const url = isWeb ? new URL(text) : null;
  const isLoopback = url !== null && isLoopbackHost(url.hostname.replace(/\.$/, ""));
  if (isLoopback && !rules.allowLoopback) return refused(LOOPBACK_IS_OFF);
  if (url === null || (url.protocol !== "https:" && !isLoopback)) {
    return refused("The address must start with https://.");
  }
  // RFC 3986 §3.2.1; an empty one is gone from the parsed URL, and another parser may stumble over it.
  if (/^[^/?#]*\/\/[^/?#]*@/.test(text)) {
    return refused("The address must not contain a user name or password.");
  }
  url.hash = "";
  const host = url.hostname.replace(/\.$/, "");
  url.hostname = host;
  if (isLoopback) return accepted(url);
  const fault = hostFault(host);
  if (fault !== null) return refused(fault);
  if (!rules.allowLoopback && !PORTS.includes(url.port)) return refused("The port must be 443 or 8443.");
  return accepted(url);
};
