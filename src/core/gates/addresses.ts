import { isId } from "#core/ids.ts";

// The addresses of a gate: at the service, and where the site's own server forwards them from.

/** Where a site forwards its gate's addresses from. Its server pins the id, so no other gate appears on its host. */
export const forwardedPrefix = (siteId: string): string => `/.well-known/lintel/${siteId}`;

/** Where the service answers them, below its public address. */
export const servicePrefix = (siteId: string): string => `/gate/${siteId}`;

/** How a check ends: with the site's cookie, with a code in the address, or with a code in a message to the opener. */
export const GATE_ANSWERS = ["cookie", "code", "message"] as const;
export type GateAnswer = (typeof GATE_ANSWERS)[number];

export const isGateAnswer = (value: unknown): value is GateAnswer =>
  GATE_ANSWERS.some((answer) => answer === value);

/**
 * Where the browser meets the gate: the site's cookie can be set on the site's host only, everything else works at the
 * service's.
 */
export const gateBase = (
  { siteId, origin }: { siteId: string; origin: string },
  answer: GateAnswer,
  publicUrl: string,
): string => (answer === "cookie" ? origin + forwardedPrefix(siteId) : publicUrl + servicePrefix(siteId));

const CALLBACK = /\/(?:\.well-known\/lintel|gate)\/(gat_[0-9a-z]+)\/callback$/;

/** Whether an address is where a gate's check returns. */
export const isGateCallback = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const siteId = CALLBACK.exec(new URL(address).pathname)?.[1];
  return siteId !== undefined && isId("gate", siteId);
};

/** The start address, leading back to a path. `return` comes last: see `returnOf`. */
export const startAddress = (base: string, returnPath: string): string =>
  `${base}/start?return=${encodeURIComponent(returnPath)}`;

/** The site's page with a code in its address, where gate.js and the site's own programs find it. @param path begins with / */
export const addressWithCode = (origin: string, path: string, code: string): string => {
  const url = new URL(path.startsWith("/") ? origin + path : origin);
  url.searchParams.set("lintel-response", code);
  return url.href;
};

/** Longer ones go to the front page: the cookie that keeps them has to fit into a header. */
const MAX_RETURN_CHARACTERS = 1_000;

// Visible ASCII (RFC 3986 §2) but for what browsers encode there (URL Standard, path and special-query percent-encode sets),
// and a backslash, which some readers take for a slash.
const PLAIN = /^\/[!#-;=@-[\]_a-z|~]*(?:\?[!#-;=?-[\]-~]*)?$/;

const decodedOnce = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const isOtherHost = (text: string): boolean => /^[/\\]{2}/.test(text.replace(/[\t\n\r]/g, ""));

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const HIDDEN = /[\u0000-\u001f\u007f\\]/;

/**
 * A return address as it is used: a path on the site's own host with its query, normalised as browsers do.
 * @returns null: it could lead elsewhere for some reader (`//host`, `/\host`, control characters, an encoded form of
 *   these), or is too long
 */
export const returnPathOf = (text: string, origin: string): string | null => {
  if (text.length > MAX_RETURN_CHARACTERS || !PLAIN.test(text)) return null;
  const [path = ""] = text.split(/[?#]/, 1);
  const once = decodedOnce(path);
  if ([path, once, decodedOnce(once)].some((form) => isOtherHost(form) || HIDDEN.test(form))) return null;
  const url = new URL(text, origin);
  if (url.origin !== origin || isOtherHost(url.pathname)) return null;
  return url.pathname + url.search;
};

/**
 * The return address in a query: everything after `return=`, because nginx cannot encode what it puts there. A text that
 * begins with a slash is as it was asked for, any other is percent-encoded.
 * @returns "/" where there is none, or one that `returnPathOf` refuses
 */
export const returnOf = (query: string, origin: string): string => {
  const [, given = ""] = /(?:^|&)return=(.*)$/s.exec(query) ?? [];
  const text = given.startsWith("/") ? given : decodedOnce(given);
  return returnPathOf(text, origin) ?? "/";
};

/** A field of a gate's query; `return` is not one. */
export const fieldOf = (query: string, name: string): string | null =>
  new URLSearchParams(query.split(/(?:^|&)return=/, 1)[0]).get(name);
