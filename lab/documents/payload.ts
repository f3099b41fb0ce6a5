import type { PlainDate } from "@lintel/age";
import { SAMPLE_ISSUER } from "@lintel/document-reader";

export type LicencePayload = {
  kind: "driving_licence" | "id_card";
  country: "USA" | "CAN";
  /** Issuer Identification Number; the default belongs to nobody. */
  issuer: string;
  birthDate: PlainDate;
  expiryDate: PlainDate;
  issueDate: PlainDate;
  /** The element ZCE, in place of the invented jurisdiction's subfile: where California's seal stands. */
  seal?: string;
};

/** No jurisdiction has it: AAMVA's block ends at 636062. */
export const INVENTED_ISSUER = SAMPLE_ISSUER;

const pad = (value: number, length: number): string => String(value).padStart(length, "0");

const birthdayAt = (birthDate: PlainDate, years: number): PlainDate => {
  const year = birthDate.year + years;
  const isMissingLeapDay = birthDate.month === 2 && birthDate.day === 29 && year % 4 !== 0;
  return isMissingLeapDay ? { year, month: 3, day: 1 } : { ...birthDate, year };
};

/** The date as the barcode has it: MMDDCCYY in the United States, CCYYMMDD in Canada. */
const barcodeDate = (date: PlainDate, country: "USA" | "CAN"): string => {
  const monthAndDay = pad(date.month, 2) + pad(date.day, 2);
  return country === "USA" ? monthAndDay + pad(date.year, 4) : pad(date.year, 4) + monthAndDay;
};

/**
 * The text of a licence's PDF417 barcode (AAMVA DL/ID 2020, Annex D: version 10) for a person who does not exist.
 */
export const encodeAamva = (licence: LicencePayload): string => {
  const { kind, country, issuer, birthDate, seal } = licence;
  const date = (value: PlainDate): string => barcodeDate(value, country);
  const type = kind === "driving_licence" ? "DL" : "ID";
  const elements = [
    "DAQZ000-0000-0000",
    "DCSSAMPLE",
    "DDEN",
    "DACNOBODY",
    "DDFN",
    "DADREAL",
    "DDGN",
    ...(kind === "driving_licence" ? ["DCAD", "DCBNONE", "DCDNONE"] : []),
    `DBD${date(licence.issueDate)}`,
    `DBB${date(birthDate)}`,
    `DBA${date(licence.expiryDate)}`,
    "DBC9",
    `DAU${country === "USA" ? "068 in" : "173 cm"}`,
    "DAYGRY",
    "DAG1 INVENTED AVENUE",
    "DAINOWHERE",
    "DAJZZ",
    `DAK${country === "USA" ? "000000000  " : "Z0Z0Z0     "}`,
    "DCFSAMPLE0000000000",
    `DCG${country}`,
    "DDAF",
    "DDB01012020",
    `DDH${date(birthdayAt(birthDate, 18))}`,
    `DDI${date(birthdayAt(birthDate, 19))}`,
    `DDJ${date(birthdayAt(birthDate, 21))}`,
  ];
  const subfile = `${type}${elements.join("\n")}\r`;
  const jurisdictionSubfile = seal === undefined ? "ZZZZASAMPLE\nZZBNOBODY REAL\r" : `ZCZCAGRY\nZCE${seal}\r`;
  const headerLength = 21 + 2 * 10;
  const designator = (name: string, offset: number, length: number): string =>
    `${name}${pad(offset, 4)}${pad(length, 4)}`;
  return [
    `@\n\x1e\rANSI ${issuer}100002`,
    designator(type, headerLength, subfile.length),
    designator(jurisdictionSubfile.slice(0, 2), headerLength + subfile.length, jurisdictionSubfile.length),
    subfile,
    jurisdictionSubfile,
  ].join("");
};
