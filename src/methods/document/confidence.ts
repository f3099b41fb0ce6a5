type Answers = Readonly<Record<string, boolean | null>>;

/**
 * A symbol is read only when its Reed-Solomon code held (ISO/IEC 15438 §5.10) with something to spare, or when what was
 * read could be no chance (jury.ts), and a document only when its mandatory dates were plausible: that much every
 * document that comes this far has.
 */
const FLOOR = 0.5;
/** Anyone can print a barcode or a zone: neither is signed. No number of checks makes more of it than this. */
const CEILING = 0.95;

/**
 * How sure we are that the dates are what the issuer wrote: the floor, and the share of all possible checks that
 * held, less twice the share that failed. A check that could not be asked earns nothing. Never a constant: a bare
 * card that allows no check stays at the floor, one that contradicts itself sinks towards 0.
 */
export const confidenceOf = (checks: Answers): number => {
  const answers = Object.values(checks);
  const held = answers.filter((answer) => answer === true).length;
  const failed = answers.filter((answer) => answer === false).length;
  const confidence = FLOOR + ((CEILING - FLOOR) * (held - 2 * failed)) / answers.length;
  return Math.round(Math.max(0, confidence) * 1000) / 1000;
};

/**
 * A machine readable zone has no error correction: its check digits tell that it was read right (ICAO Doc 9303-3 §4.9),
 * the more of them a format has the surer, and how clearly the characters were seen counts as well.
 */
export const mrzConfidenceOf = (checks: Answers, recognition: number): number =>
  Math.round(confidenceOf(checks) * recognition * 1000) / 1000;
