import type { Carried } from "#core/access/carried.ts";

/** Where the cookie is set: `__Host-` exists over https alone (RFC 6265bis §4.1.3.2). */
type Place = { isSecure: boolean };

const NAME = /^(?:__Host-)?lintel_start_[A-Za-z0-9_-]{16}$/;

/** What a browser's visits may take in all, in bytes: eight ordinary ones. Servers take 8 KiB of headers or more. */
const MOST_BYTES = 4 * 1024;

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

/**
 * Ends the oldest visits of a browser that is about to get one more, as far as all would take too much (RFC 6265 §5.4: the
 * oldest come first).
 * @param next the cookie that it gets
 */
export const droppedVisits = (header: string | null, next: string, place: Place): string[] => {
  const pairs = pairsOf(header);
  let left = MOST_BYTES - next.length;
  const kept = pairs.toReversed().filter(({ name, value }) => {
    left -= name.length + value.length;
    return left >= 0;
  });
  return pairs
    .filter((pair) => !kept.includes(pair))
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
