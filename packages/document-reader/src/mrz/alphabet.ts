/** The only characters of a machine readable zone (ICAO Doc 9303-3 §4.3), in the order of the recogniser's classes. */
export const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<";
export const CHARACTERS = ALPHABET.length;

/** The recogniser's class for "no character here" (CTC); it is the last one. */
export const BLANK = ALPHABET.length;
export const CLASSES = BLANK + 1;

/**
 * The characters allowed at a place, with one letter for each kind of place; formats.ts spells whole lines
 * with them.
 */
export const KINDS = {
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
  /** Official travel documents other than passports (9303-5 §4.2.2.1, 9303-6 §4.2.2.1). */
  i: "ACI",
  /**
   * On TD1 cards also V: the United States' Border Crossing Card, a visa with all of a card's check digits.
   */
  t: "ACIV",
  // Single letters that a national format fixes.
  I: "I",
  D: "D",
  F: "F",
  R: "R",
  A: "A",
};

const maskOf = (allowed: string): Uint8Array =>
  Uint8Array.from(ALPHABET, (character) => (allowed.includes(character) ? 1 : 0));

const MASKS = new Map(Object.entries(KINDS).map(([kind, allowed]) => [kind, maskOf(allowed)]));

/** One byte per class: 1 if the class is allowed. */
export const allowedAt = (kind: string): Uint8Array => {
  const mask = MASKS.get(kind);
  if (!mask) throw new Error(`no kind of place is called ${kind}`);
  return mask;
};

/** One convolution of the recogniser; batch normalisation is folded into its weights, and a ReLU follows. */
export type Layer = {
  name: string;
  inputs: number;
  outputs: number;
  kernelHeight: number;
  kernelWidth: number;
  /** Rows of zeros above and below; columns at the sides follow from the kernel's width. */
  padRows: 0 | 1;
  dilation: 1 | 2;
  /** Afterwards, the maximum over this many rows and columns is taken. */
  pool: readonly [rows: number, columns: number];
  /** Added to what came in. */
  isResidual: boolean;
};

const conv = (
  name: string,
  [inputs, outputs]: readonly [number, number],
  more: Partial<Layer> = {},
): Layer => ({
  name,
  inputs,
  outputs,
  kernelHeight: 3,
  kernelWidth: 3,
  padRows: 1,
  dilation: 1,
  pool: [1, 1],
  isResidual: false,
  ...more,
});

const level = { kernelHeight: 1, padRows: 0, isResidual: true } as const;

/** Must agree with lab/mrz-model/network.py, which a test proves by running both on the same input. */
export const LAYERS: readonly Layer[] = [
  conv("c1", [1, 16], { pool: [2, 2] }),
  conv("c2", [16, 32], { pool: [2, 2] }),
  conv("c3", [32, 48], { pool: [2, 1] }),
  conv("c4", [48, 64]),
  conv("c5", [64, 96], { kernelHeight: 4, padRows: 0 }),
  conv("r1", [96, 96], { ...level, kernelWidth: 5 }),
  conv("r2", [96, 96], { ...level, dilation: 2 }),
  conv("out", [96, 38], { kernelHeight: 1, kernelWidth: 1, padRows: 0 }),
];

/** How many columns of a strip make one answer of the recogniser. */
export const COLUMNS_PER_STEP = 4;

const WEIGHTS = [7, 3, 1] as const;

/** 0 to 9 for digits, 10 to 35 for letters, 0 for the filler (9303-3 §4.9). */
const numberOf = (character: string): number => (character === "<" ? 0 : Number.parseInt(character, 36));

/** The check digit of a text: weights 7, 3 and 1 in turn, modulo 10 (ICAO Doc 9303-3 §4.9). */
export const checkDigit = (text: string): string => {
  let sum = 0;
  for (let index = 0; index < text.length; index += 1) {
    sum += numberOf(text.charAt(index)) * (WEIGHTS[index % WEIGHTS.length] ?? 0);
  }
  return String(sum % 10);
};
