import { THRESHOLDS } from "#core/age-over.ts";
import { isOwnMachine } from "#core/own-machine.ts";

// A gate stands before a site and lets through visitors who have proven their age: docs/gate.md.

/** Limits: gates of a tenant, seconds that a proof counts, open paths and their length, hours that two secrets overlap. */
export const GATES = {
  most: 50,
  lifetimeSeconds: { min: 300, default: 4 * 3600, max: 12 * 3600 },
  openPaths: 50,
  pathCharacters: 200,
  overlapHours: 12,
} as const;

/** The ages that a gate can ask for. */
export const GATE_AGES = { min: THRESHOLDS.min, max: THRESHOLDS.max } as const;

/** What a cookie says it is for: the age, or that the tenant's policy decided. */
export const thresholdOf = ({ minimumAge }: { minimumAge: number | null }): string =>
  minimumAge === null ? "policy" : String(minimumAge);

/** The host that cookies are bound to: in lower case, with the port where it is not the usual one. */
export const hostOf = (origin: string): string => new URL(origin).host;

/**
 * The name of a gate's cookie. Browsers take `__Host-` only from this very host over https (RFC 6265bis §4.1.3.2), so
 * no other host of the domain can plant one. It does not exist over http, which only test gates on this machine have.
 */
export const cookieNameOf = (gate: { origin: string; minimumAge: number | null }): string =>
  `${gate.origin.startsWith("https:") ? "__Host-" : ""}lintel_gate_${thresholdOf(gate)}`;

// URL parsers let through what would end a line or a text in the configuration that an administrator copies: ; $ { " and more.
const HOSTNAME = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/;

/** The fault of a site's address; null: none. It has only a scheme and a host, as browsers write an origin (RFC 6454 §6.2). */
export const originFault = (text: string, mode: "live" | "test"): string | null => {
  if (text.length > 300 || !URL.canParse(text)) return "expected an address such as https://shop.example";
  const { protocol, hostname, origin, href, username, password } = new URL(text);
  const isLocal = protocol === "http:" && mode === "test" && isOwnMachine(hostname);
  if (protocol !== "https:" && !isLocal)
    return "expected https; http is for test gates on this machine, such as http://localhost:8080";
  if (username !== "" || password !== "" || href !== `${origin}/`)
    return "expected only the site's address, without a path: https://shop.example";
  if (hostname.includes("*")) return "expected one host, without a wildcard";
  return HOSTNAME.test(hostname) ? null : "expected a host of letters, digits, hyphens, dots and _";
};

const OPEN_PATH = /^\/(?:[A-Za-z0-9_~.-]+\/)*[A-Za-z0-9_~.-]*$/;

/**
 * The fault of a path that stays open; null: none. It is compared as text by servers that differ in what they decode,
 * so it has only characters that are never encoded (RFC 3986 §2.3).
 */
export const openPathFault = (path: string): string | null => {
  if (path.length > GATES.pathCharacters) return `expected at most ${GATES.pathCharacters} characters`;
  if (!OPEN_PATH.test(path) || path.split("/").some((part) => part === "." || part === ".."))
    return "expected a path such as /health, or /assets/ for everything below it, of letters, digits, - . _ and ~";
  return path === "/" ? "expected a part of the site: / would open all of it" : null;
};
