import { Sealed } from "@lintel/age";
import type { CheckField, MrzChecks } from "../document.ts";
import { isUnknownYear, type MrzDate, parseMrzDate } from "../mrz-date.ts";
import { checkDigit } from "./alphabet.ts";
import { type Check, type Format, textAt } from "./formats.ts";

export type ParsedMrz = {
  format: Format["id"];
  documentCode: string;
  /** Compared with the numbers of known specimens; never leaves the scan process. */
  documentNumber: string;
  /** Issuer and nationality. They have no check digit, so nothing is decided on them. */
  states: readonly string[];
  /** null: its year is unknown, or it is not a calendar day and the zone is not valid. */
  birthDate: Sealed<MrzDate> | null;
  /** null: none is given. */
  expiryDate: MrzDate | null;
  /** Year and month, "YYMM", where the format has one. */
  issueMonth: string | null;
  /** true: held. false: failed. null: the format has no such digit. */
  checks: MrzChecks;
  /** Every digit of the format holds, and the dates are calendar days or unknown. */
  isValid: boolean;
};

const isEmpty = (text: string): boolean => /^<*$/.test(text);

const holds = (lines: readonly string[], { over, digit, emptyMayBeFiller }: Check): boolean => {
  const text = over.map((span) => textAt(lines, span)).join("");
  const printed = textAt(lines, digit);
  return printed === checkDigit(text) || (emptyMayBeFiller === true && printed === "<" && isEmpty(text));
};

type Number = { text: string; isRight: boolean };

/**
 * A number longer than nine characters (9303-5 §4.2.2.1 note j, 9303-6 §4.2.2.2): a filler replaces its check
 * digit, and the number continues in the optional data up to its check digit and a filler.
 */
const longNumber = (start: string, restField: string): Number | null => {
  const rest = /^([0-9A-Z]+)(<|$)/.exec(restField)?.[1];
  if (!rest || rest.length < 2 || start.includes("<")) return null;
  const text = start + rest.slice(0, -1);
  return { text, isRight: checkDigit(text) === rest.slice(-1) };
};

const numberOf = (lines: readonly string[], format: Format): Number => {
  const { documentNumber, longNumberRest } = format.fields;
  const start = textAt(lines, documentNumber);
  const check = format.checks.document_number;
  if (!check) return { text: start, isRight: true };
  if (longNumberRest && textAt(lines, check.digit) === "<") {
    return longNumber(start, textAt(lines, longNumberRest)) ?? { text: start, isRight: false };
  }
  return { text: start, isRight: holds(lines, check) };
};

// YYMM of a past day: any month will do, and the rest is decided when the year's meaning is known.
const isMonth = (text: string): boolean => /^[0-9]{2}(0[1-9]|1[0-2])$/.test(text);

/** Takes a zone's lines apart by their format and checks every digit that it has (9303-3 §4.9). Pure. */
export const parseMrz = (lines: readonly string[], format: Format): ParsedMrz => {
  const { fields } = format;
  const number = numberOf(lines, format);
  const ask = (name: CheckField): boolean | null => {
    const check = format.checks[name];
    return check ? holds(lines, check) : null;
  };
  const checks: MrzChecks = {
    document_number: format.checks.document_number ? number.isRight : null,
    birth_date: ask("birth_date"),
    expiry_date: ask("expiry_date"),
    optional_data: ask("optional_data"),
    composite: ask("composite"),
  };
  const birthText = textAt(lines, fields.birthDate);
  const birth = parseMrzDate(birthText);
  const expiryText = fields.expiryDate ? textAt(lines, fields.expiryDate) : "";
  const expiryDate = fields.expiryDate && !isEmpty(expiryText) ? parseMrzDate(expiryText) : null;
  const issueMonth = fields.issueMonth ? textAt(lines, fields.issueMonth) : null;
  const datesAreDays =
    (birth !== null || isUnknownYear(birthText)) &&
    (isEmpty(expiryText) || expiryDate !== null) &&
    (issueMonth === null || isMonth(issueMonth));
  return {
    format: format.id,
    documentCode: textAt(lines, fields.documentCode),
    documentNumber: number.text.replace(/<+$/, ""),
    states: fields.states.map((span) => textAt(lines, span)),
    birthDate: birth && new Sealed(birth),
    expiryDate,
    issueMonth,
    checks,
    isValid: datesAreDays && !Object.values(checks).includes(false),
  };
};
