import { type DocumentKind, type MrzDocument, noRead, type ScanResult } from "#methods/document/document.ts";
import { documentDigest } from "#methods/document/document-digest.ts";
import type { ZoneReading } from "./zone-reading.ts";

/**
 * Numbers of specimens that authorities and ICAO have published: pictures of them are everywhere. ICAO Doc 9303-4 to
 * -7, appendices; the rest as printed in the issuers' own leaflets and registers (PRADO).
 */
const PUBLISHED = new Set(
  (
    "L898902C3 L898902C D23145890 D231458907 L8988901C4 L8988901C " +
    "C01X00T47 C01X0006H T22000129 T220001293 L01X00T47 LZ6311T47 " +
    "107185703 925076473 925665416 C03005988 340007237 910239248 575034801 " +
    "ZE000509 GA302922 880692310285 X4RTBPFW4 XA0000001 BAA000589 XP8271602 XR1001R58 391935349"
  ).split(" "),
);

/** Reserved for documents that are not real: Utopia (ICAO Doc 9303-3 §5). */
const NOWHERE = "UTO";

/** Whether this is a published sample. Both states must say so, because they have no check digit. */
export const isSpecimen = (documentNumber: string, states: readonly string[]): boolean =>
  PUBLISHED.has(documentNumber) ||
  documentNumber.startsWith("SPECI") ||
  /^(.)\1*$/.test(documentNumber) ||
  (states.length > 1 && states.every((state) => state === NOWHERE));

/** Without a check digit, one picture proves nothing; it would take two that agree, and there is only one. */
const needsTwoPictures = noRead(
  "DOCUMENT_TYPE_UNSUPPORTED",
  "This licence has nothing that we could check it by. Use a passport or an identity card.",
);

const saysNoBirthDate = noRead(
  "DOCUMENT_UNREADABLE",
  "This document does not say in which year its holder was born. Use another one.",
  "no_birth_year",
);

/** By format and document code (ICAO Doc 9303-4 to -7, §4.2.2); "R" after the first letter marks a residence permit. */
const kindOf = ({ format, documentCode }: ZoneReading["parsed"]): DocumentKind => {
  if (format === "TD3") return "passport";
  if (format === "MRVA" || format === "MRVB") return "visa";
  return documentCode[1] === "R" && format !== "FRA_ID" ? "residence_permit" : "id_card";
};

// The number and the birth date have check digits; the issuer has none, and may be misread. So may O and 0,
// but no two numbers of one issuer differ only by them (repair-number.ts).
const digestOf = ({ documentNumber, birthDate }: ZoneReading["parsed"]): Uint8Array | null =>
  documentNumber && birthDate
    ? documentDigest(["mrz", documentNumber.replaceAll("O", "0"), JSON.stringify(birthDate.open())])
    : null;

/** What may leave the reader when a zone holds: no name, no number. */
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
