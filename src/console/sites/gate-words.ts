import { GATES } from "#core/gates/gate.ts";
import { counted } from "#core/text.ts";
import type { ConsoleOutputs } from "#trpc/root.ts";

export type Gate = ConsoleOutputs["gates"]["list"][number];

/** What a gate asks for: `18+`, `18+ in DE`, `As the policy says`, `As the policy says in US-NY`. */
export const ageText = ({ minimumAge, country, region }: Gate): string => {
  const place = region ?? country;
  return `${minimumAge === null ? "As the policy says" : `${minimumAge}+`}${place === null ? "" : ` in ${place}`}`;
};

const HOUR = 3_600;

/** `15 minutes`, `1 hour`, `4 hours`. */
export const lifetimeText = (seconds: number): string =>
  seconds % HOUR === 0 ? counted(seconds / HOUR, "hour") : counted(Math.round(seconds / 60), "minute");

const { min, default: usual, max } = GATES.lifetimeSeconds;
const LIFETIMES: readonly number[] = [min, 900, HOUR, usual, 8 * HOUR, max];

/** How long a proof can count, for a field; the gate's own value is always among them. */
export const lifetimeOptions = (own: number): { value: string; label: string }[] =>
  [...new Set([...LIFETIMES, own])]
    .sort((a, b) => a - b)
    .map((seconds) => ({ value: String(seconds), label: lifetimeText(seconds) }));

/**
 * Where an owner tries a gate. Once the site's own server asks the gate, that is the site. Before, it is the start page at
 * the service: from there the site would only ask again.
 */
export const tryAddress = (baseUrl: string, { siteId, origin, today }: Tried): string =>
  today.passes + today.refusals > 0 ? `${origin}/` : `${baseUrl}/gate/${siteId}/start?answer=code&return=/`;

type Tried = Pick<Gate, "siteId" | "origin" | "today">;

/**
 * A typed address as an origin: people leave out the scheme and copy a slash from the browser. Everything else stays, for
 * the interface to say what is wrong with it.
 */
export const originIn = (typed: string): string => {
  const text = typed.trim();
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) || text === "" ? text : `https://${text}`;
  return address.replace(/\/$/, "");
};

/** A typed path or whole address of the site as its path. Whatever else it is stays, for the interface to say what is wrong. */
export const pathIn = (typed: string, origin: string): string =>
  typed.startsWith(`${origin}/`) ? typed.slice(origin.length) : typed;

/** The paths in a text, one per line or with spaces between. */
export const pathsIn = (typed: string): string[] => typed.split(/\s+/).filter((path) => path !== "");
