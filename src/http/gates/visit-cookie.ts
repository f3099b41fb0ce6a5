import type { Carried } from "#core/access/carried.ts";

/** Where the cookie is set: `__Host-` exists over https alone (RFC 6265bis §4.1.3.2). */
type Place = { isSecure: boolean };

const NAME = /^(?:__Host-)?lintel_start_[A-Za-z0-9_-]{16}$/;

/** Visits that a browser can have under way at once: each is up to 2 KiB, and servers take 8 KiB of headers or more. */
const MOST_VISITS = 2;

const nameOf = (state: string, { isSecure }: Place): string =>
  `${isSecure ? "__Host-" : ""}lintel_start_${state}`;

const restOf = ({ isSecure }: Place): string => `Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;

const pairsOf = (header: string | null): { name: string; value: string }[] =>
  (header ?? "").split(";").flatMap((part) => {
    const [, name = "", value = ""] = /^\s*([^=\s]+)=(\S*)\s*$/.exec(part) ?? [];
    return NAME.test(name) ? [{ name, value }] : [];
  });

/** The `Set-Cookie` of a new visit. */
export const visitCookie = (
  { state, value, maxAgeSeconds }: { state: string; value: Carried<"gateVisit">; maxAgeSeconds: number },
  place: Place,
): string => `${nameOf(state, place)}=${value.text}; Max-Age=${maxAgeSeconds}; ${restOf(place)}`;

/** Ends a visit's cookie. */
export const visitCookieEnd = (state: string, place: Place): string =>
  `${nameOf(state, place)}=; Max-Age=0; ${restOf(place)}`;

/** Ends the oldest visits of a browser that is about to get one more (RFC 6265 §5.4: the oldest come first). */
export const droppedVisits = (header: string | null, place: Place): string[] => {
  const pairs = pairsOf(header);
  return pairs
    .slice(0, Math.max(0, pairs.length + 1 - MOST_VISITS))
    .map(
      ({ name }) =>
        `${name}=; Max-Age=0; ${restOf({ isSecure: place.isSecure || name.startsWith("__Host-") })}`,
    );
};

/**
 * What this browser keeps of the visit with this state. Over https the name with `__Host-` alone counts: the other one could
 * come from a neighbour host of the same domain.
 */
export const keptVisit = (header: string | null, state: string, place: Place): string | null =>
  pairsOf(header).find(({ name }) => name === nameOf(state, place))?.value ?? null;
