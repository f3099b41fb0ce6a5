import type { DocumentKind } from "../document.ts";

export type AamvaHeader = {
  issuer: string;
  kind: DocumentKind;
  /** The text of the DL or ID subfile, without its two-letter type. */
  body: string;
  /** Starts with "@" LF RS CR "ANSI ", to the letter. */
  isWellFormed: boolean;
  /** The subfile has the offset and the length that its designator gives. */
  isWhereAnnounced: boolean;
};

/** EN: the enhanced licences of some states; not in the standard, but on cards. */
const SUBFILE_KINDS = { DL: "driving_licence", EN: "driving_licence", ID: "id_card" } as const;
type SubfileType = keyof typeof SUBFILE_KINDS;

const STRICT_START = "@\n\x1e\rANSI ";
const FILE_TYPE_AND_NUMBERS = /(?:ANSI|AAMVA) {0,2}([0-9]{6})([0-9]{2})/y;
const DESIGNATOR = /^([A-Z]{2})([0-9]{4})([0-9]{4})$/;
const DESIGNATOR_LENGTH = 10;
const MAX_ENTRIES = 16;
/** How many control characters or spaces there may be where the specification has three or none. */
const MAX_FILLERS = 8;
// Versions 00 and 01 have no jurisdiction version number between the version and the number of entries.
const LAST_VERSION_WITHOUT_JURISDICTION_VERSION = 1;

type Subfile = { type: SubfileType; start: number; end: number; isWhereAnnounced: boolean };

const isSubfileType = (text: string | undefined): text is SubfileType =>
  text !== undefined && Object.hasOwn(SUBFILE_KINDS, text);

const skipFillers = (text: string, from: number): number => {
  let at = from;
  while (at - from < MAX_FILLERS && at < text.length && text.charCodeAt(at) <= 0x20) at += 1;
  return at;
};

// Some real cards lack the record separator or the space, and some printers add a carriage return or padding.
const findStart = (text: string) => {
  const sign = skipFillers(text, 0);
  if (text[sign] !== "@") return null;
  FILE_TYPE_AND_NUMBERS.lastIndex = skipFillers(text, sign + 1);
  const match = FILE_TYPE_AND_NUMBERS.exec(text);
  if (match?.[1] === undefined) return null;
  return { issuer: match[1], version: Number(match[2]), end: match.index + match[0].length };
};

const ELEMENT = /^D[A-Z]{2}/;

/** `behind`: the place after the designators. */
type Announced = { type: SubfileType; start: number; length: number; behind: number };

/**
 * The first DL, ID or EN among the designators (AAMVA DL/ID 2020 §D.12.4); vehicle titles and the like have
 * none.
 */
const announcedIn = (text: string, designatorsAt: number): Announced | null => {
  let found: Omit<Announced, "behind"> | null = null;
  for (let entry = 0; entry <= MAX_ENTRIES; entry += 1) {
    const at = designatorsAt + entry * DESIGNATOR_LENGTH;
    const match = DESIGNATOR.exec(text.slice(at, at + DESIGNATOR_LENGTH));
    if (!match) return found && { ...found, behind: at };
    if (isSubfileType(match[1]))
      found ??= { type: match[1], start: Number(match[2]), length: Number(match[3]) };
  }
  return null;
};

const findAnnounced = (text: string, { type, start, length }: Announced): Subfile | null => {
  if (!text.startsWith(type, start)) return null;
  const end = start + length;
  // A wrong length is common; the jurisdiction's own subfiles that follow hold no element that we read.
  const isWhereAnnounced = end <= text.length && (text[end - 1] === "\r" || end === text.length);
  return { type, start: start + 2, end: isWhereAnnounced ? end : text.length, isWhereAnnounced };
};

/**
 * Finds a subfile by its look when the designators give the wrong place: its type, then an element's name,
 * sometimes on the next line. EN before a D is also in every name with ENDER, so EN has to be at the
 * beginning.
 */
const LOOKS = [
  /(DL|ID|(?<![A-Z ])EN)(?=D[A-Z]{2})/g,
  /(?<![A-Z])(DL|ID|(?<![A-Z ])EN)[\n\r]{1,2}(?=D[A-Z]{2})/g,
];

const findByLook = (text: string, from: number): Subfile | null => {
  for (const look of LOOKS) {
    look.lastIndex = from;
    const match = look.exec(text);
    if (match && isSubfileType(match[1]))
      return {
        type: match[1],
        start: match.index + match[0].length,
        end: text.length,
        isWhereAnnounced: false,
      };
  }
  return null;
};

/**
 * Some issuers omit the type, so that the first element is where the type was announced or follows the
 * designators.
 */
const findWithoutType = (text: string, { type, start, behind }: Announced): Subfile | null => {
  const at = [start, behind].find((place) => ELEMENT.test(text.slice(place, place + 3)));
  return at === undefined ? null : { type, start: at, end: text.length, isWhereAnnounced: false };
};

/** Takes a barcode's text apart down to the elements; null when it is not an AAMVA licence or ID card. */
export const parseHeader = (text: string): AamvaHeader | null => {
  const start = findStart(text);
  if (!start) return null;
  const numbersLength = start.version <= LAST_VERSION_WITHOUT_JURISDICTION_VERSION ? 2 : 4;
  const announced = announcedIn(text, start.end + numbersLength);
  const subfile =
    (announced && findAnnounced(text, announced)) ??
    findByLook(text, start.end) ??
    (announced && findWithoutType(text, announced));
  if (!subfile) return null;
  return {
    issuer: start.issuer,
    kind: SUBFILE_KINDS[subfile.type],
    body: text.slice(subfile.start, subfile.end),
    isWellFormed: text.startsWith(STRICT_START),
    isWhereAnnounced: subfile.isWhereAnnounced,
  };
};
