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

/**
 * What the browser's tab keeps for a visit, because a cookie and a ticket cannot: the part after `#`, which browsers tell no
 * server, or the whole of a long address.
 */
const TAB_KEEPS = ["hash", "path"] as const;
export type TabKeeps = (typeof TAB_KEEPS)[number];

export const tabKeepsOf = (text: string | null | undefined): TabKeeps | null =>
  TAB_KEEPS.find((one) => one === text) ?? null;

/** The start address, leading back to a path. `return` comes last: see `returnOf`. A long one gets no longer by encoding it. */
export const startAddress = (base: string, returnPath: string): string =>
  `${base}/start?return=${returnPath.length > MOST_CARRIED ? returnPath : encodeURIComponent(returnPath)}`;

/** The start address where there is no room for a long path: the end of the check says that it does not lead back there. */
export const shortStartAddress = (base: string, returnPath: string | null): string =>
  returnPath === null || returnPath.length > MOST_CARRIED
    ? `${base}/start?kept=path&return=%2F`
    : startAddress(base, returnPath);

/** The site's page with a code in its address, where gate.js and the site's own programs find it. @param path begins with / */
export const addressWithCode = (origin: string, path: string, code: string): string => {
  const url = new URL(path.startsWith("/") ? origin + path : origin);
  url.searchParams.set("lintel-response", code);
  return url.href;
};

/** Longer ones lead to the front page, and the end says so: servers read 8 KiB of a request's first line, and some answer with 4. */
const MAX_RETURN_CHARACTERS = 4_000;

/** Longer ones stay in the browser's tab: the cookie of a visit and its ticket share a header of 4 KiB. */
const MOST_CARRIED = 1_000;

/** Whether the length of an address alone is why no visit leads back to it; then the last page says so. */
export const isTooLong = (text: string): boolean => text.length > MAX_RETURN_CHARACTERS;

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

// URL parsers drop some control characters and read a backslash as a slash. With all of them refused, only `//` names a host.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const HIDDEN = /[\u0000-\u001f\u007f\\]/;

const namesHost = (text: string): boolean => text.startsWith("//");

/**
 * A return address as it is used: a path on the site's own host with its query, normalised as browsers do.
 * @returns null: it could lead elsewhere for some reader (`//host`, `/\host`, control characters, an encoded form of
 *   these), or is too long
 */
export const returnPathOf = (text: string, origin: string): string | null => {
  if (isTooLong(text) || !PLAIN.test(text)) return null;
  const [path = ""] = text.split(/[?#]/, 1);
  const once = decodedOnce(path);
  if ([path, once, decodedOnce(once)].some((form) => namesHost(form) || HIDDEN.test(form))) return null;
  const url = new URL(text, origin);
  if (url.origin !== origin || namesHost(url.pathname)) return null;
  return url.pathname + url.search;
};

/** Everything after `return=`, because nginx cannot encode what it puts there. */
const returnTextOf = (query: string): string => {
  const [, given = ""] = /(?:^|&)return=(.*)$/s.exec(query) ?? [];
  return given.startsWith("/") ? given : decodedOnce(given);
};

/**
 * The return address in a query. A text that begins with a slash is as it was asked for, any other is percent-encoded.
 * @returns "/" where there is none, or one that `returnPathOf` refuses
 */
export const returnOf = (query: string, origin: string): string =>
  returnPathOf(returnTextOf(query), origin) ?? "/";

/** Where a visit leads back to: what it carries, and what the tab keeps. */
export type Wanted = {
  returnPath: string;
  kept: TabKeeps | null;
  /** What the tab is yet to keep; null: nothing, or there is no keeping it. */
  longPath: string | null;
};

/**
 * What a return address leads back to, with the room that there is for it.
 * @param asked what an earlier try's tab has kept already
 */
export const wantedOf = (text: string, asked: string | null | undefined, origin: string): Wanted => {
  const path = returnPathOf(text, origin);
  const isLong = path !== null && path.length > MOST_CARRIED;
  if (isLong || isTooLong(text)) return { returnPath: "/", kept: "path", longPath: path };
  return { returnPath: path ?? "/", kept: tabKeepsOf(asked), longPath: null };
};

/** What the return address in a query leads back to. */
export const wantedIn = (query: string, origin: string): Wanted =>
  wantedOf(returnTextOf(query), fieldOf(query, "kept"), origin);

/** A field of a gate's query; `return` is not one. */
export const fieldOf = (query: string, name: string): string | null =>
  new URLSearchParams(query.split(/(?:^|&)return=/, 1)[0]).get(name);
