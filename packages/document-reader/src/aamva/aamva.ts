import { comparePlainDates, type PlainDate, Sealed } from "@lintel/age";
import type { AamvaDocument } from "../document.ts";
import { documentDigest } from "../document-digest.ts";
import { checkCalifornia } from "../signed/california.ts";
import type { SignerKey } from "../signed/signer-keys.ts";
import { checksOf, givesNoExpiry, parseAamvaDate } from "./checks.ts";
import { parseHeader } from "./header.ts";

/**
 * The values of the requested elements; `conflicting` when one of them occurs twice with different values.
 */
type Elements = { values: ReadonlyMap<string, string>; conflicting: boolean };

/**
 * Reads the named data elements of a subfile: three letters and a value at the start of each line (AAMVA
 * DL/ID 2020 §D.12.5). Other elements, including names and numbers, are never copied anywhere.
 */
const readElements = (body: string, wanted: ReadonlySet<string>): Elements => {
  const values = new Map<string, string>();
  let conflicting = false;
  // LF separates elements; some issuers end lines with CR LF or use the record separator instead.
  for (const line of body.replaceAll("\x1e", "\n").split(/[\n\r]/)) {
    const name = line.slice(0, 3);
    if (!wanted.has(name)) continue;
    const value = line.slice(3).trim();
    const earlier = values.get(name);
    if (earlier === undefined) values.set(name, value);
    else if (earlier !== value) conflicting = true;
  }
  return { values, conflicting };
};

export type AamvaFailure = "not_aamva" | "unusable_dates" | "seal_missing" | "seal_broken";

export type AamvaResult = { ok: true; document: AamvaDocument } | { ok: false; failure: AamvaFailure };

// A PDF417 symbol holds at most 2,710 digits or 1,850 other characters (ISO/IEC 15438 §4.1).
const MAX_BYTES = 4096;

const WANTED = new Set(["DBB", "DBA", "DBD", "DCG", "DCA", "DDH", "DDI", "DDJ"]);

// Requested separately: where a licence and an ID card share a barcode, it may occur twice with different
// values.
const CUSTOMER_NUMBER = new Set(["DAQ"]);

const digestOf = (issuer: string, body: string): Uint8Array | null => {
  const number = readElements(body, CUSTOMER_NUMBER).values.get("DAQ");
  return number ? documentDigest(["aamva", issuer, number]) : null;
};

const fail = (failure: AamvaFailure): AamvaResult => ({ ok: false, failure });

/**
 * California has signed its cards' barcodes since their new design (W3C Verifiable Credential Barcodes 1.0):
 * the seal is element ZCE of subfile ZC. A card from that time without one was truncated or made up. Checking
 * the seal takes the state's key (signed/california.ts).
 */
const SEALED = { issuer: "636014", since: { year: 2025, month: 9, day: 29 } } as const;
const SEAL = /(?:\W|ZC)ZCE[\w+/=-]{16,}/;

const lacksSeal = (issuer: string, issued: PlainDate | undefined, text: string): boolean =>
  issuer === SEALED.issuer &&
  issued !== undefined &&
  comparePlainDates(issued, SEALED.since) >= 0 &&
  !SEAL.test(text);

const countryOf = (text: string | undefined): "USA" | "CAN" | null =>
  text === "USA" || text === "CAN" ? text : null;

/** Latin-1 maps every byte to one character, so that offsets in the header keep their meaning. */
const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");

/**
 * Reads the barcode on the back of a North American licence or ID card (AAMVA DL/ID 2020, Annex D). Tolerates
 * what real cards get wrong as long as the dates are beyond doubt; any other bytes give a failure, never an
 * exception. With a key from the issuer, a seal has to be valid.
 */
export const parseAamva = (bytes: Uint8Array, signerKeys: readonly SignerKey[] = []): AamvaResult => {
  if (bytes.length > MAX_BYTES) return fail("not_aamva");
  const text = textOf(bytes);
  const header = parseHeader(text);
  if (!header) return fail("not_aamva");

  const { values, conflicting } = readElements(header.body, WANTED);
  const birth = parseAamvaDate(values.get("DBB") ?? "");
  const expiryText = values.get("DBA");
  const expiry = parseAamvaDate(expiryText ?? "");
  // If a card's dates contradict each other, no guess is made.
  if (conflicting || !birth || (!expiry && !givesNoExpiry(expiryText))) return fail("unusable_dates");

  const issue = parseAamvaDate(values.get("DBD") ?? "");
  if (lacksSeal(header.issuer, issue?.date, text)) return fail("seal_missing");
  const seal =
    header.issuer === SEALED.issuer
      ? checkCalifornia(text, header.body, signerKeys)
      : { kind: "unsigned" as const };
  if (seal.kind === "refused") return fail("seal_broken");
  const country = countryOf(values.get("DCG"));
  return {
    ok: true,
    document: {
      ...(seal.kind === "signed" && { signature: seal.signature }),
      source: "aamva",
      kind: header.kind,
      digest: digestOf(header.issuer, header.body),
      birthDate: new Sealed(birth.date),
      expiryDate: expiry?.date ?? null,
      issueDate: issue?.date ?? null,
      country,
      issuer: header.issuer,
      checks: checksOf({ header, values, country, birth: new Sealed(birth), expiry, issue }),
    },
  };
};

/**
 * ASCII and the separators of elements, subfiles and segments (§D.12.2): a misread codeword can be any byte.
 */
const SEPARATORS = [0x0a, 0x0d, 0x1c, 0x1e];
const isPlainText = (bytes: Uint8Array): boolean =>
  bytes.every((byte) => (byte >= 0x20 && byte < 0x7f) || SEPARATORS.includes(byte));

const ELEMENT = /^[DZ][A-Z]{2}/;

/**
 * Whether a barcode is so consistent that it cannot be a chance misreading: the header is right to the
 * letter, the subfile is where it is announced, all of it is text, every line is an element, and no check
 * failed. Genuine cards may fall short of that; they have error correction to spare.
 */
export const isBeyondChance = (bytes: Uint8Array): boolean => {
  const result = parseAamva(bytes);
  if (!result.ok) return false;
  const { checks } = result.document;
  if (!checks.header_well_formed || !checks.subfile_where_announced) return false;
  if (Object.values(checks).includes(false)) return false;
  const lines = (parseHeader(textOf(bytes))?.body ?? "").split(/[\n\r]/);
  // If the expiry is missing, its name may be what was misread.
  if (!lines.some((line) => line.startsWith("DBA"))) return false;
  return isPlainText(bytes) && lines.every((line) => line === "" || ELEMENT.test(line));
};
