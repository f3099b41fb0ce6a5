import { addDays } from "./day.ts";

// A tenant's own name for its hosted pages, such as verify.shop.example: docs/hosts.md.

export const HOSTS = {
  perTenant: 10,
  /** How many of a tenant's names can be proven in 24 hours, removed ones too: each has the proxy order a certificate. */
  provenPerDay: 10,
  /** RFC 1035 §2.3.4, without the dot of the root. */
  characters: 253,
  /** How long a host is served after a name server first said that its record is gone. */
  graceDays: 7,
  /** How old the last look may be before the worker looks again. */
  recheckHours: 6,
  /** How long a removed host stays unknown: the life of a certificate. */
  removedDays: 90,
  /** How long the worker waits after a look to which the resolver gave no answer. */
  retryMinutes: 15,
} as const;

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/; // RFC 1123 §2.1

/** Second labels under which registries of countries sell names: no tenant owns `co.uk`. */
const REGISTRY_LABELS = new Set(["ac", "co", "com", "edu", "gob", "gov", "gv", "mil", "net", "or", "org"]);

/** RFC 6761, RFC 6762 and RFC 8375: names that no public DNS answers for. */
const LOCAL = /(?:^|\.)(?:localhost|local|internal|invalid|onion|home\.arpa|in-addr\.arpa|ip6\.arpa)$/;

/** Whether a name is one under which a registry sells names; the list knows the usual ones only. */
const isRegistry = (labels: readonly string[]): boolean => {
  const [second = "", top = ""] = labels;
  return labels.length === 2 && top.length === 2 && REGISTRY_LABELS.has(second);
};

/**
 * A host name as it is compared: lower case, IDN in its ASCII form (RFC 5891), without the root's dot.
 * @returns null: the text is not a host name: a port, a path, a wildcard or a space in it
 */
export const plainHost = (text: string): string | null => {
  const bare = text.trim().replace(/\.$/, "");
  if (bare === "" || bare.length > HOSTS.characters || /[\s/:@?#\\%[\]*]/.test(bare)) return null;
  if (!URL.canParse(`https://${bare}`)) return null;
  const { hostname } = new URL(`https://${bare}`);
  return hostname.split(".").every((label) => LABEL.test(label)) && hostname.length <= HOSTS.characters
    ? hostname
    : null;
};

/** A last label of digits makes it an IPv4 address (WHATWG URL §3.5); brackets were refused before. */
const isAddress = (host: string): boolean => /(?:^|\.)\d+$/.test(host);

/**
 * Why a plain host cannot be a tenant's; null: it can.
 * @param publicHost the deployment's own, which covers all below it
 */
export const hostFault = (host: string, publicHost: string): string | null => {
  const labels = host.split(".");
  if (isAddress(host)) return "enter a name, not an IP address";
  if (labels.length < 2) return "enter a full name with a dot, such as verify.shop.example";
  if (LOCAL.test(host)) return "enter a name that the public DNS answers for";
  if (host === publicHost || host.endsWith(`.${publicHost}`))
    return `enter a name of yours: ${publicHost} and the names below it are this service’s own`;
  if (isRegistry(labels)) return "enter a name of yours: under this one a registry sells names to anyone";
  return null;
};

/**
 * The host that a `Host` header names (RFC 9110 §7.2), without port and the root's dot.
 * @returns null: none, an IP address, or a name without a dot, which no tenant can have
 */
export const hostOfHeader = (header: string | null | undefined): string | null => {
  const named = /^([^:]+)(?::\d*)?$/.exec(header?.trim() ?? "")?.[1];
  const host = named === undefined ? null : plainHost(named);
  return host?.includes(".") && !isAddress(host) ? host : null;
};

/** Where the record that proves a host goes, and what it says. */
export const proofRecord = (host: string, token: string): { name: string; value: string } => ({
  name: `_lintel.${host}`,
  value: `lintel-verification=${token}`,
});

/** The part of a host's row that says how it stands. */
export type HostFacts = {
  /** When its record was first seen; null: never, and the host means nothing yet. */
  verifiedAt: Date | null;
  /** Since when looks found that the record is gone; null: it was there at the last look with an answer. */
  missingSince: Date | null;
  /** When it was switched off; null: it is on. */
  offAt: Date | null;
};

/** `pending`: not proven. `warned`: on, but the record is gone and the host goes off. */
export type HostState = "pending" | "on" | "warned" | "off";

export const hostState = ({ verifiedAt, missingSince, offAt }: HostFacts): HostState => {
  if (verifiedAt === null) return "pending";
  if (offAt !== null) return "off";
  return missingSince === null ? "on" : "warned";
};

/** When a host whose record is gone is switched off. */
export const hostEnd = (missingSince: Date): Date => addDays(missingSince, HOSTS.graceDays);

/** The paths that a tenant's host serves: hosted pages, and the files that they are made of. */
const SERVED = [
  /^\/v\/(?!vendor\/[^/]+\/callback\/?$)/,
  /^\/c\//,
  /^\/key(?:\/|$)/,
  /^\/wallet\/elsewhere$/,
  /^\/openid4vp\/return\//,
  /^\/_next\/static\//,
  /^\/(?:icon\.svg|mark\.svg|logo\.svg|robots\.txt|favicon\.ico)$/,
];

/** Whether a path means what it says: dot segments, backslashes and a second host are read differently further in. */
const isPlainPath = (path: string): boolean =>
  URL.canParse(path, "http://plain.invalid") && new URL(path, "http://plain.invalid").pathname === path;

const PRACTICE = /^\/practice\/([^/]+)$/;

/**
 * Whether a tenant's host has an address. Everything else, such as the console and the interface, is at the main host.
 * @param path as it came, without its query: an odd spelling is not served
 */
export const isOnTenantHost = (path: string, tenantId: string): boolean =>
  isPlainPath(path) && (PRACTICE.exec(path)?.[1] === tenantId || SERVED.some((served) => served.test(path)));
