import { X509Certificate } from "node:crypto";
import { encode, Tagged } from "cborg";
import type { Signer } from "../../demo-wallet/issuer/authority.ts";
import { ES256, signCose, tdate } from "./forge-mdoc.ts";

// A provider of lists of issuing authorities (VICAL, ISO/IEC 18013-5 Annex C.1.7), in the form that authorities publish.

/** CertificateInfo with its optional fields; the serial number is a biguint (RFC 8949 tag 2). */
const certificateInfo = ({ der, docTypes }: ListEntry): Map<string, unknown> => {
  const { serialNumber, validFrom, validTo } = new X509Certificate(der);
  const digits = serialNumber.length % 2 === 0 ? serialNumber : `0${serialNumber}`;
  return new Map<string, unknown>([
    ["certificate", der],
    ["serialNumber", new Tagged(2, new Uint8Array(Buffer.from(digits, "hex")))],
    ["ski", new Uint8Array(20)],
    ["docType", docTypes],
    ["certificateProfile", ["urn:oid:1.0.18013.5.1.7"]],
    ["issuingAuthority", "Utopia"],
    ["issuingCountry", "UT"],
    ["notBefore", tdate(new Date(validFrom))],
    ["notAfter", tdate(new Date(validTo))],
    ["extensions", new Map([["org.example.note", [1, true, null]]])],
  ]);
};

export type ListEntry = { der: Uint8Array; docTypes: readonly string[] };
type ListForgery = {
  by: Signer;
  entries: readonly ListEntry[];
  date: Date;
  issueId: number;
  nextUpdate: Date;
};

/** @returns the file in base64 */
export const forgeVical = ({ by, entries, date, issueId, nextUpdate }: ListForgery): string => {
  const payload = encode({
    version: "1.0",
    vicalProvider: "Provider of the conformance kit",
    date: tdate(date),
    vicalIssueID: issueId,
    nextUpdate: tdate(nextUpdate),
    certificateInfos: entries.map(certificateInfo),
  });
  const message = signCose(by.jwk, ES256, new Map([[33, by.chain]]), payload);
  return Buffer.from(encode(new Tagged(18, message))).toString("base64");
};
