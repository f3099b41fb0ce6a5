import { ALPHABET, CHARACTERS } from "../../../packages/document-reader/src/mrz/alphabet.ts";
import { type Cells, SPARE } from "../../../packages/document-reader/src/mrz/cells.ts";
import { FORMATS, type Format, type FormatId } from "../../../packages/document-reader/src/mrz/formats.ts";

export const formatOf = (id: FormatId): Format => {
  const format = FORMATS.find((candidate) => candidate.id === id);
  if (!format) throw new Error(`no format ${id}`);
  return format;
};

/** The examples that ICAO Doc 9303 prints (parts 4 to 7, appendices), and the French card's as its issuer shows it. */
export const EXAMPLES = {
  TD3: ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10"],
  TD1: ["I<UTOD231458907<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<<<<<<<<6", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<"],
  TD2: ["I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "D231458907UTO7408122F1204159<<<<<<<6"],
  MRVA: ["V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L8988901C4XXX4009078F96121096ZE184226B<<<<<<"],
  MRVB: ["V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "L8988901C4XXX4009078F9612109<<<<<<<<"],
  FRA_ID: ["IDFRABERTHIER<<<<<<<<<<<<<<<<<<<<<<<", "8806923102858CORINNE<<<<<<<6512068F6"],
  CHE_DL: ["AAA001D<<", "FACHE305142128097<<800126<<<<<", "MARCHAND<<FABIENNE<<<<<<<<<<<<"],
} as const satisfies Record<FormatId, readonly string[]>;

/** Cells as a clear picture of this text would give them; a character listed in `doubts` is seen as another with that share. */
export const cellsOfText = (
  text: string,
  doubts: Readonly<Record<number, readonly [character: string, share: number]>> = {},
  certainty = 0.99,
): Cells => {
  const count = text.length + 2 * SPARE;
  const data = new Float32Array(count * CHARACTERS).fill(1e-5);
  for (const [index, character] of Array.from(text).entries()) {
    const row = (index + SPARE) * CHARACTERS;
    const [other, share] = doubts[index] ?? ["", 0];
    data[row + ALPHABET.indexOf(character)] = certainty * (1 - share);
    if (other) data[row + ALPHABET.indexOf(other)] = certainty * share;
  }
  return { data, count, length: text.length, confidence: certainty };
};
