import type { Carried } from "#core/access/carried.ts";
import type { Deps } from "#services/context.ts";

// What a browser keeps while a journey leads it away and back: through a gate's check, to a wallet, to an identity provider. It
// can be on several at once, so each has a cookie, and there are no more of them than a header has room for.

/** `__Host-` exists only over https, and no other host of the site can set a cookie with it (RFC 6265bis §4.1.3.2). */
type Place = { isSecure: boolean };

type Pair = { name: string; value: string };

const prefixOf = ({ isSecure }: Place): string => (isSecure ? "__Host-" : "");

// Lax, because the browser is sent back by opening an address, which must include the cookie.
const restOf = ({ isSecure }: Place): string => `Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;

const setting = ({ name, value }: Pair, maxAgeSeconds: number, place: Place): string =>
  `${name}=${value}; Max-Age=${maxAgeSeconds}; ${restOf(place)}`;

const ending = (name: string, place: Place): string => setting({ name, value: "" }, 0, place);

/** In the order of the header: RFC 6265 §5.4, the oldest first. */
const pairsOf = (header: string | null, isOurs: (name: string) => boolean): Pair[] =>
  (header ?? "").split(";").flatMap((part) => {
    const [, name = "", value = ""] = /^\s*([^=\s]+)=(\S*)\s*$/.exec(part) ?? [];
    return isOurs(name) ? [{ name, value }] : [];
  });

const cookieOf = (pairs: readonly Pair[], name: string): string | null =>
  pairs.find((pair) => pair.name === name)?.value ?? null;

// A visit at a gate, on the site's own host or at the service's.

const VISIT = /^(?:__Host-)?lintel_start_[A-Za-z0-9_-]{16}$/;
const isVisit = (name: string): boolean => VISIT.test(name);

/** What a browser's visits may take in all, in bytes: eight ordinary ones. Servers take 8 KiB of headers or more. */
const MOST_BYTES = 4 * 1024;

const visitName = (state: string, place: Place): string => `${prefixOf(place)}lintel_start_${state}`;

/** The `Set-Cookie` of a new visit. */
export const visitCookie = (
  { state, value, maxAgeSeconds }: { state: string; value: Carried<"gateVisit">; maxAgeSeconds: number },
  place: Place,
): string => setting({ name: visitName(state, place), value: value.text }, maxAgeSeconds, place);

/** Ends a visit's cookie. */
export const visitCookieEnd = (state: string, place: Place): string => ending(visitName(state, place), place);

/**
 * Ends the oldest visits of a browser that is about to get one more, as far as all would take too much.
 * @param next the cookie that it gets
 */
export const droppedVisits = (header: string | null, next: string, place: Place): string[] => {
  const pairs = pairsOf(header, isVisit);
  let left = MOST_BYTES - next.length;
  const kept = pairs.toReversed().filter(({ name, value }) => {
    left -= name.length + value.length;
    return left >= 0;
  });
  return pairs
    .filter((pair) => !kept.includes(pair))
    .map(({ name }) => ending(name, { isSecure: place.isSecure || name.startsWith("__Host-") }));
};

/**
 * What this browser keeps of the visit with this state. Over https only the name with `__Host-` counts: the other one could
 * come from a neighbouring host of the same domain.
 */
export const keptVisit = (header: string | null, state: string, place: Place): string | null =>
  cookieOf(pairsOf(header, isVisit), visitName(state, place));

// A link to a wallet, to an identity provider or to a vendor, only at the service.

/** Where the browser goes and comes back from. */
type Kind = "wallet" | "identity";
type Service = { readonly settings: Pick<Deps["settings"], "publicUrl"> };

const placeOf = ({ settings }: Service): Place => ({ isSecure: settings.publicUrl.startsWith("https:") });

const linkPrefix = (deps: Service, kind: Kind): string => `${prefixOf(placeOf(deps))}lintel-${kind}-`;

/** 64 bits of a transaction's id, or 96 of a state, are enough to tell one browser's links apart. */
const ID_CHARACTERS = 16;

const linkName = (deps: Service, transactionId: string, kind: Kind): string =>
  linkPrefix(deps, kind) + transactionId.replace(/^(?:wtx|vse)_/, "").slice(0, ID_CHARACTERS);

/** The most pending links per browser; a header has room for these. */
const MAX_LINKS = 8;

const linksOf = (deps: Service, header: string | null, kind: Kind): Pair[] => {
  const prefix = linkPrefix(deps, kind);
  return pairsOf(header, (name) => name.startsWith(prefix));
};

/**
 * The `Set-Cookie` headers for a link to a wallet or an identity provider: one cookie per link, and the
 * oldest are removed when a browser has too many.
 * @param kept the browser's `Cookie` header
 */
export const setWalletCookies = (
  deps: Service,
  {
    transactionId,
    value,
    lifetimeSeconds,
  }: { transactionId: string; value: string; lifetimeSeconds: number },
  kept: string | null,
  kind: Kind = "wallet",
): string[] => {
  const [place, name] = [placeOf(deps), linkName(deps, transactionId, kind)];
  const others = linksOf(deps, kept, kind).filter((pair) => pair.name !== name);
  const dropped = others.slice(0, Math.max(0, others.length + 1 - MAX_LINKS));
  return [
    ...dropped.map((pair) => ending(pair.name, place)),
    setting({ name, value }, lifetimeSeconds, place),
  ];
};

/** This browser's cookie for this link, or null. */
export const walletCookieOf = (
  deps: Service,
  transactionId: string,
  header: string | null,
  kind: Kind = "wallet",
): string | null => cookieOf(linksOf(deps, header, kind), linkName(deps, transactionId, kind));

/** This browser's cookies for all its links. */
export const walletCookiesOf = (deps: Service, header: string | null): string[] =>
  linksOf(deps, header, "wallet")
    .slice(-MAX_LINKS)
    .map(({ value }) => value);
