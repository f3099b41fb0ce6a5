import type { DocumentKind, MrzDocument, ScanResult } from "../document.ts";
import { documentDigest } from "../document-digest.ts";
import { noRead } from "../no-read.ts";
import { isSpecimen } from "./specimens.ts";
import type { ZoneReading } from "./zone-reading.ts";

/** Without a check digit one picture proves nothing; two that agree would be asked for, and there is only one. */
const needsTwoPictures = noRead(
  "DOCUMENT_TYPE_UNSUPPORTED",
  "This licence has nothing that we could check it by. Use a passport or an identity card.",
);

const saysNoBirthDate = noRead(
  "DOCUMENT_UNREADABLE",
  "This document does not say in which year its holder was born. Use another one.",
);

/** By format and document code (ICAO Doc 9303-4 to -7, §4.2.2); "R" after the first letter marks a residence permit. */
const kindOf = ({ format, documentCode }: ZoneReading["parsed"]): DocumentKind => {
  if (format === "TD3") return "passport";
  if (format === "MRVA" || format === "MRVB") return "visa";
  return documentCode[1] === "R" && format !== "FRA_ID" ? "residence_permit" : "id_card";
};

// The number and the birth date have check digits; the issuer has none, and may be misread.
const digestOf = ({ documentNumber, birthDate }: ZoneReading["parsed"]): Uint8Array | null =>
  documentNumber && birthDate
    ? documentDigest(["mrz", documentNumber, JSON.stringify(birthDate.open())])
    : null;

/** What may leave the reader of a zone that holds: no name, no number. */
export const toDocument = ({ parsed, confidence }: ZoneReading): ScanResult => {
  if (parsed.format === "CHE_DL") return needsTwoPictures;
  if (!parsed.birthDate) return saysNoBirthDate;
  const document: MrzDocument = {
    source: "mrz",
    kind: kindOf(parsed),
    digest: digestOf(parsed),
    birthDate: parsed.birthDate,
    expiryDate: parsed.expiryDate,
    issueMonth: parsed.issueMonth,
    isSpecimen: isSpecimen(parsed.documentNumber, parsed.states),
    checks: parsed.checks,
    recognition: confidence,
  };
  return { kind: "read", document };
};
