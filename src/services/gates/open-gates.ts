import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";
import { type CookieTerms, judgeGateCookie, type Sign } from "#core/gates/cookie.ts";
import { cookieNameOf, hostOf, thresholdOf } from "#core/gates/gate.ts";
import { isId } from "#core/ids.ts";
import { findOpenGate, type OpenGateRow } from "#data/tenants/gates.ts";
import type { Deps } from "#services/context.ts";
import { openSealed, sealedFor } from "#services/sealing.ts";
import { logUnreadable } from "#services/unreadable.ts";

// Gates as visitors meet them, with their keys opened.

const SECRET = /^gs_([A-Za-z0-9_-]{43})$/;

const keyFrom = (secret: string | null): KeyObject | null => {
  const text = SECRET.exec(secret ?? "")?.[1];
  return text === undefined ? null : createSecretKey(Buffer.from(text, "base64url"));
};

type Key = { key: KeyObject; until: Date | null };

/** A gate of an open tenant. */
export type OpenGate = Omit<OpenGateRow, "secretSealed" | "previousSecretSealed" | "previousSecretUntil"> & {
  /** What its cookies are bound to. */
  terms: CookieTerms;
  cookieName: string;
  /** The one that signs first, then the previous one with its end. None: what is stored cannot be opened. */
  keys: Key[];
};

const opened = (deps: Deps, stored: OpenGateRow): OpenGate => {
  const { secretSealed, previousSecretSealed, previousSecretUntil: until, ...gate } = stored;
  const open = (sealed: string | null, end: Date | null): Key[] => {
    const key = keyFrom(openSealed(deps.secrets, sealed, sealedFor("gateSecret", gate.id)));
    return key ? [{ key, until: end }] : [];
  };
  logUnreadable(deps, gate.tenant);
  const terms = { siteId: gate.id, host: hostOf(gate.origin), threshold: thresholdOf(gate) };
  const previous = until === null ? [] : open(previousSecretSealed, until);
  return { ...gate, terms, cookieName: cookieNameOf(gate), keys: [...open(secretSealed, null), ...previous] };
};

// Opened once for each row that is read, and gone with it: opening takes several times as long as a check.
const OPENED = new WeakMap<OpenGateRow, OpenGate>();

/**
 * The gate with this id, of an open tenant. The answer can be up to 5 seconds old; while the database is away, up to an
 * hour, so that a site stays open for visitors who have proven their age.
 */
export const findGate = async (deps: Deps, siteId: string): Promise<OpenGate | null> => {
  if (!isId("gate", siteId)) return null;
  const stored = await deps.gateCache.find(siteId, () => findOpenGate(deps.db, siteId));
  if (!stored) return null;
  const gate = OPENED.get(stored) ?? opened(deps, stored);
  OPENED.set(stored, gate);
  return gate;
};

const macOf = (key: KeyObject, message: string): Buffer => createHmac("sha256", key).update(message).digest();

/** Signs with the gate's current key. Null: it has none that can be opened. */
export const signerOf = ({ keys }: Pick<OpenGate, "keys">): Sign | null => {
  const current = keys.find(({ until }) => until === null);
  return current ? (message) => macOf(current.key, message).toString("base64url") : null;
};

/** Signatures that were found good, by gate as it was read: a changed gate, or one that is read again, has none. */
const FOUND_GOOD = new WeakMap<OpenGate, Map<string, Date | null>>();
/** Visitors who prove it within five minutes have the same bytes: in twelve hours that is 144 texts. */
const MOST_FOUND_GOOD = 500;

/** @returns until when the key counts that signed it: null for always, undefined where none did */
const signedUntil = (gate: OpenGate, message: string, mac: string): Date | null | undefined => {
  const given = Buffer.from(mac, "base64url");
  // Base64 decoding forgives spare bits in the last character: then one proof would have several texts.
  if (given.length !== 32 || given.toString("base64url") !== mac) return undefined;
  return gate.keys.find(({ key }) => timingSafeEqual(macOf(key, message), given))?.until;
};

const isSignedAt = (gate: OpenGate, message: string, mac: string, now: Date): boolean => {
  const known = FOUND_GOOD.get(gate) ?? new Map<string, Date | null>();
  FOUND_GOOD.set(gate, known);
  const text = `${message}.${mac}`;
  const until = known.has(text) ? known.get(text) : signedUntil(gate, message, mac);
  if (until === undefined) return false;
  if (known.size < MOST_FOUND_GOOD) known.set(text, until);
  return until === null || until > now;
};

/** Whether the browser has proven what the gate asks for, judged only by its cookies. */
export const hasProof = (gate: OpenGate, cookies: string | null, at: Date): boolean =>
  judgeGateCookie(cookies, gate.cookieName, gate.terms, {
    now: at,
    isSigned: (message, mac, now) => isSignedAt(gate, message, mac, now),
  });
