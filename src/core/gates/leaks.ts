import { forwardedPrefix, servicePrefix } from "./addresses.ts";
import { openPathsExpression } from "./configurations/open-paths.ts";

// A gate looks for its own leaks: what is closed is asked for without a proof, by every door of the site's host. These are the
// doors, and what an answer means.

/** Limits: paths that are asked for in one look. */
export const LEAKS = { paths: 8, pathCharacters: 500 } as const;

/** Ways to the same site that differ in what a server's configuration says of them. */
export const DOORS = ["ipv4", "ipv6", "http-ipv4", "http-ipv6", "www-ipv4", "www-ipv6"] as const;
export type Door = (typeof DOORS)[number];

const LITERAL = /^(?:[\d.]+|\[.*\]|localhost)$/;

/** The host with `www.` where the site is without it, and the other way round. Null: no other name of a literal address. */
const otherName = (origin: string): string | null => {
  const url = new URL(origin);
  const { hostname } = url;
  if (LITERAL.test(hostname)) return null;
  url.hostname = hostname.startsWith("www.") ? hostname.slice("www.".length) : `www.${hostname}`;
  return url.origin;
};

/** By http the usual port. Null: the site itself is at http. */
const byHttp = (origin: string): string | null =>
  origin.startsWith("http:") ? null : `http://${new URL(origin).hostname}`;

const ITSELF = (origin: string): string => origin;

const WAYS = {
  ipv4: { family: 4, originOf: ITSELF },
  ipv6: { family: 6, originOf: ITSELF },
  "http-ipv4": { family: 4, originOf: byHttp },
  "http-ipv6": { family: 6, originOf: byHttp },
  "www-ipv4": { family: 4, originOf: otherName },
  "www-ipv6": { family: 6, originOf: otherName },
} as const satisfies Record<Door, { family: 4 | 6; originOf: (origin: string) => string | null }>;

/** The doors of a site, each with its own origin and the version of the internet protocol. */
export const doorsOf = (origin: string): { door: Door; origin: string; family: 4 | 6 }[] =>
  DOORS.flatMap((door) => {
    const { family, originOf } = WAYS[door];
    const at = originOf(origin);
    return at === null ? [] : [{ door, origin: at, family }];
  });

/**
 * What has to be looked at comes first:
 * - `open`: the site hands it out without a proof;
 * - `answered`: the site itself answers there, with a status that says nothing about a proof;
 * - `elsewhere`: it leads to another address;
 * - `unknown`: there was no answer that says anything;
 * - `meant`: it is open because the gate is set so;
 * - `onwards`: it leads to the site's own address;
 * - `absent`: nothing answers there;
 * - `closed`: it asks for a proof.
 */
export const VERDICTS = [
  "open",
  "answered",
  "elsewhere",
  "unknown",
  "meant",
  "onwards",
  "absent",
  "closed",
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** An answer at a door, or why there is none. */
export type DoorAnswer =
  | { kind: "answer"; status: number; location: string | null }
  | { kind: "none"; isAbsent: boolean };

type Asked = { url: string; publicUrl: string };
type Gate = { siteId: string; origin: string; openPaths: readonly string[] };

/** Whether a gate lets anyone have a path. */
const isMeant = ({ openPaths }: Gate, path: string): boolean =>
  openPaths.length > 0 && new RegExp(`^${openPathsExpression(openPaths)}$`).test(path);

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);

/** Where a redirect leads; null: nowhere that can be read. */
const destinationOf = (location: string | null, url: string): URL | null =>
  location !== null && URL.canParse(location, url) ? new URL(location, url) : null;

/** What a redirect says. */
const leads = (location: string | null, gate: Gate, { url, publicUrl }: Asked): Verdict => {
  const to = destinationOf(location, url);
  if (!to) return "answered";
  const { siteId, origin } = gate;
  const isStart = to.pathname === `${forwardedPrefix(siteId)}/start`;
  if (isStart || to.href.startsWith(`${publicUrl}${servicePrefix(siteId)}/`)) return "closed";
  if (to.origin !== origin) return "elsewhere";
  // From the site to the site, without a proof: the site has answered.
  return new URL(url).origin === origin ? "answered" : "onwards";
};

/**
 * What an answer to a request without a proof says.
 * @param asked.url what was asked for
 * @param asked.publicUrl the service's own address
 */
export const verdictOf = (answer: DoorAnswer, gate: Gate, asked: Asked): Verdict => {
  if (answer.kind === "none") return answer.isAbsent ? "absent" : "unknown";
  const { status, location } = answer;
  if (status === 401 || status === 403) return "closed";
  if (status === 429 || status >= 500) return "unknown";
  if (isRedirect(status)) return leads(location, gate, asked);
  if (status < 200 || status >= 300) return "answered";
  return isMeant(gate, new URL(asked.url).pathname) ? "meant" : "open";
};
