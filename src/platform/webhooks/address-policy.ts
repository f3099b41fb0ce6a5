import { BlockList, isIP, isIPv4, isIPv6 } from "node:net";
import { isOwnMachine } from "#core/own-machine.ts";
import { hasUserInfo } from "#core/text.ts";

type Subnet = readonly [network: string, prefixBits: number];

// IANA IPv4 Special-Purpose Address Registry (RFC 6890 and successors), and what clouds reserve in public
// ranges.
const REFUSED_IPV4: readonly Subnet[] = [
  ["0.0.0.0", 8], // "this network"; Linux takes 0.0.0.0 for itself
  ["10.0.0.0", 8], // private
  ["100.64.0.0", 10], // carrier-grade NAT; Alibaba's metadata at 100.100.100.200
  ["127.0.0.0", 8], // loopback
  ["168.63.129.16", 32], // Azure's host agent: a public address that every virtual machine reaches
  ["169.254.0.0", 16], // link-local: metadata of AWS, Google Cloud, Azure
  ["172.16.0.0", 12], // private
  ["192.0.0.0", 24], // protocol assignments; Oracle Cloud's metadata at 192.0.0.192
  ["192.0.2.0", 24], // documentation
  ["192.31.196.0", 24], // AS112
  ["192.52.193.0", 24], // AMT
  ["192.88.99.0", 24], // 6to4 relays
  ["192.168.0.0", 16], // private
  ["192.175.48.0", 24], // AS112
  ["198.18.0.0", 15], // benchmarking
  ["198.51.100.0", 24], // documentation
  ["203.0.113.0", 24], // documentation
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4], // reserved, and the broadcast address
];

// Only 2000::/3 is handed out as global unicast, so everything else is refused without being listed:
// loopback, unique local, link-local, multicast, IPv4-mapped and -compatible, NAT64. These are the exceptions
// inside it.
const GLOBAL_IPV6: Subnet = ["2000::", 3];
const REFUSED_IPV6: readonly Subnet[] = [
  ["2001::", 23], // protocol assignments: Teredo, benchmarking, ORCHID
  ["2001:db8::", 32], // documentation
  ["2002::", 16], // 6to4: carries any IPv4 address inside
  ["2620:4f:8000::", 48], // AS112
  ["3fff::", 20], // documentation
];

const listOf = (family: "ipv4" | "ipv6", subnets: readonly Subnet[]): BlockList => {
  const list = new BlockList();
  for (const [network, prefixBits] of subnets) list.addSubnet(network, prefixBits, family);
  return list;
};

// One list per family: a list with IPv4 rules also matches IPv4-mapped IPv6 addresses, which would blur the rules.
const refusedIpv4 = listOf("ipv4", REFUSED_IPV4);
const globalIpv6 = listOf("ipv6", [GLOBAL_IPV6]);
const refusedIpv6 = listOf("ipv6", REFUSED_IPV6);

/** Whether a webhook may be sent to this address. Anything but a plain IP address (`fe80::1%eth0`, `0x7f.1`) is refused. */
export const isPublicAddress = (address: string): boolean => {
  if (isIPv4(address)) return !refusedIpv4.check(address, "ipv4");
  if (!isIPv6(address) || address.includes("%")) return false;
  return globalIpv6.check(address, "ipv6") && !refusedIpv6.check(address, "ipv6");
};

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
  /** Any port; `localhost`, `*.localhost`, 127.0.0.0/8 and [::1] as host, and those over http too. */
  allowLoopback: boolean;
};

type UrlCheck = { ok: true; url: string } | { ok: false; message: string };

const refused = (message: string): UrlCheck => ({ ok: false, message });
const TOO_LONG = `The address must have at most ${MAX_URL_CHARACTERS} characters.`;

/** Percent-encoding makes a URL longer than its text. */
const accepted = ({ href }: URL): UrlCheck =>
  href.length > MAX_URL_CHARACTERS ? refused(TOO_LONG) : { ok: true, url: href };

const LOOPBACK_IS_OFF =
  "Webhooks do not go to this machine itself. On your own computer, start the service with WEBHOOK_ALLOW_LOOPBACK=true (and LINTEL_ENV=development); elsewhere, use the https address of a tunnel.";

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
 * Whether webhooks may be sent to this URL, as far as its text shows; the addresses behind it are checked on
 * sending. Every spelling of an IP address (decimal, octal, hex, full-width digits) counts as one.
 * @returns the URL as it is kept: without a fragment or the root's dot; or what is wrong, for the tenant
 */
export const checkWebhookUrl = (text: string, rules: UrlRules = { allowLoopback: false }): UrlCheck => {
  if (text.length > MAX_URL_CHARACTERS) return refused(TOO_LONG);
  // The URL parser forgives all of these; another parser may read a different host out of them.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u0020\u007f\\]/.test(text))
    return refused("The address must not contain spaces or backslashes.");
  const isWeb = /^https?:\/\/[^/]/i.test(text);
  if (isWeb && !URL.canParse(text)) return refused("The address is not a valid URL.");
  const url = isWeb ? new URL(text) : null;
  const isLoopback = url !== null && isOwnMachine(url.hostname.replace(/\.$/, ""));
  if (isLoopback && !rules.allowLoopback) return refused(LOOPBACK_IS_OFF);
  if (url === null || (url.protocol !== "https:" && !isLoopback)) {
    return refused("The address must start with https://.");
  }
  if (hasUserInfo(text)) {
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
