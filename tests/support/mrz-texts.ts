import { FORMATS, type Format, type FormatId } from "#methods/document/mrz/formats.ts";

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
