/** The only characters of a machine readable zone (ICAO Doc 9303-3 §4.3), in the order of the recogniser's classes. */
export const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<";
export const CHARACTERS = ALPHABET.length;
export const FILLER = "<";

/** The class "no character here" of the recogniser (CTC); it is its last one. */
export const BLANK = CHARACTERS;
export const CLASSES = CHARACTERS + 1;

/** What may stand at a place, one letter for each kind of place; formats.ts spells whole lines with them. */
const KINDS = {
  /** A letter or a filler: names, states. */
  a: "ABCDEFGHIJKLMNOPQRSTUVWXYZ<",
  /** A digit. */
  n: "0123456789",
  /** A digit, or a filler for what is unknown: dates, and check digits that may be left out. */
  d: "0123456789<",
  /** Anything. */
  x: ALPHABET,
  /** Sex (9303-3 §4.8): "X" is printed beside the zone, never in it. */
  s: "MF<",
  p: "P",
  v: "V",
  /** Official travel documents that are no passports (9303-5 §4.2.2.1, 9303-6 §4.2.2.1). */
  i: "ACI",
  // Single letters that a national format fixes.
  I: "I",
  D: "D",
  F: "F",
  R: "R",
  A: "A",
} as const;

export type PlaceKind = keyof typeof KINDS;

const isPlaceKind = (text: string): text is PlaceKind => text in KINDS;

const masks = new Map<PlaceKind, Uint8Array>();

/** One byte a class: 1 where it may stand. */
export const allowedAt = (kind: string): Uint8Array => {
  if (!isPlaceKind(kind)) throw new Error(`no kind of place is called ${kind}`);
  const known = masks.get(kind);
  if (known) return known;
  const mask = Uint8Array.from(ALPHABET, (character) => (KINDS[kind].includes(character) ? 1 : 0));
  masks.set(kind, mask);
  return mask;
};
