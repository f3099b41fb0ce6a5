import type { PlainDate } from "@lintel/age";
import { checkDigit, type FormatId } from "@lintel/document-reader/mrz";
import type { Holder } from "./holder.ts";

const two = (value: number): string => String(value % 100).padStart(2, "0");
const sixDigits = ({ year, month, day }: PlainDate): string => two(year) + two(month) + two(day);
const filled = (text: string, length: number): string =>
  text.replaceAll(/[ '-]/g, "<").slice(0, length).padEnd(length, "<");
const checked = (text: string): string => text + checkDigit(text);

const birthToExpiry = ({ birthDate, sex, expiryDate }: Holder): string =>
  `${checked(sixDigits(birthDate))}${sex}${checked(sixDigits(expiryDate))}`;

const nameField = (holder: Holder, length: number): string =>
  filled(`${holder.surname}<<${holder.givenNames}`, length);

/** The two lines that passports, visas and cards of the size TD2 have in common (ICAO Doc 9303-4, -6, -7). */
const twoLines = (code: string, holder: Holder, length: number): [string, string] => [
  filled(code, 2) + filled(holder.state, 3) + nameField(holder, length - 5),
  checked(filled(holder.number, 9)) + filled(holder.nationality, 3) + birthToExpiry(holder),
];

// The digit over all digits: document number, birth, expiry and what follows, sex and nationality left out.
const withComposite = (line: string): string =>
  line + checkDigit(line.slice(0, 10) + line.slice(13, 20) + line.slice(21));

const passport = (holder: Holder): string[] => {
  const [first, second] = twoLines("P", holder, 44);
  const optional = filled(holder.optional, 14);
  const digit = holder.optional === "" ? "<" : checkDigit(optional);
  return [first, withComposite(second + optional + digit)];
};

const visa = (holder: Holder, length: number): string[] => {
  const [first, second] = twoLines("V", holder, length);
  return [first, second + filled(holder.optional, length - 28)];
};

const largeCard = (holder: Holder): string[] => {
  const [first, second] = twoLines("I", holder, 36);
  return [first, withComposite(second + filled(holder.optional, 7))];
};

const smallCard = (holder: Holder): string[] => {
  const first = `I<${filled(holder.state, 3)}${checked(filled(holder.number, 9))}${filled(holder.optional, 15)}`;
  const second = `${birthToExpiry(holder)}${filled(holder.nationality, 3)}${filled("", 11)}`;
  const composite = checkDigit(first.slice(5) + second.slice(0, 7) + second.slice(8, 15) + second.slice(18));
  return [first, second + composite, nameField(holder, 30)];
};

const frenchCard = (holder: Holder): string[] => {
  const digits = holder.number.replaceAll(/[A-Z]/g, "7");
  const first = `IDFRA${filled(holder.surname, 25)}${digits.slice(0, 3)}${digits.slice(3, 6)}`;
  const number = `${two(holder.issueDate.year)}${two(holder.issueDate.month)}${digits.slice(0, 8)}`;
  const second = `${checked(number)}${filled(holder.givenNames, 14)}${checked(sixDigits(holder.birthDate))}${holder.sex === "<" ? "F" : holder.sex}`;
  return [first, second + checkDigit(first + second)];
};

const swissLicence = (holder: Holder): string[] => [
  `${filled(holder.number, 6)}D<<`,
  `FACHE${holder.number.replaceAll(/[A-Z]/g, "4")}001<<${sixDigits(holder.birthDate)}<<<<<`,
  nameField(holder, 30),
];

const ZONES: Readonly<Record<FormatId, (holder: Holder) => string[]>> = {
  TD1: smallCard,
  TD2: largeCard,
  TD3: passport,
  MRVA: (holder) => visa(holder, 44),
  MRVB: (holder) => visa(holder, 36),
  FRA_ID: frenchCard,
  CHE_DL: swissLicence,
};

/** The lines of the zone that such a document of this holder would have, every check digit right. */
export const zoneText = (format: FormatId, holder: Holder): string[] => ZONES[format](holder);
