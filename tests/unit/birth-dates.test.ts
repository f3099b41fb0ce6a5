import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { complete } from "#contracts/public/verify.ts";
import { assess } from "#methods/document/assess.ts";
import { isSecretField } from "#platform/redact.ts";
import { encodeAamva } from "../../lab/documents/payload.ts";
import { parseAamva } from "../../packages/document-reader/src/aamva/aamva.ts";
import { datesOf, type ScanResult } from "../../packages/document-reader/src/document.ts";
import { chooseFormat } from "../../packages/document-reader/src/mrz/formats.ts";
import { parseMrz } from "../../packages/document-reader/src/mrz/parse.ts";
import { toDocument } from "../../packages/document-reader/src/mrz/to-document.ts";
import { toZoneReading } from "../../packages/document-reader/src/mrz/zone-reading.ts";
import { replyWith, resultIn } from "../../packages/document-reader/src/process/scan-protocol.ts";
import { ROOT } from "../../scripts/lib/run.ts";
import { readEngineSources, readSources } from "../../scripts/lib/source.ts";
import { cellsOfText, EXAMPLES, formatOf } from "../support/document/mrz.ts";

const NOW = new Date("2026-11-21T12:00:00Z");

const readingOfPassport = () => {
  const chosen = chooseFormat(EXAMPLES.TD3.map((line) => cellsOfText(line)));
  if (!chosen) throw new Error("the example is a zone");
  return toZoneReading(chosen);
};

/** In every way that a log, an error or an answer could show a value. */
const shownOf = (value: unknown): string =>
  [JSON.stringify(value), inspect(value, { depth: null, showHidden: true }), String(value)].join("\n");

describe("a birth date that was read is shown by nothing that a method makes of it", () => {
  const expectSealed = (stages: Record<string, unknown>, birth: RegExp): void => {
    for (const [stage, value] of Object.entries(stages)) expect(shownOf(value), stage).not.toMatch(birth);
  };
  const afterScan = (scanned: ScanResult) => {
    const reply = structuredClone(replyWith(scanned)); // as the channel between the processes does
    const arrived = reply.kind === "result" ? resultIn(reply) : null;
    if (arrived?.kind !== "read") throw new Error("nothing was read");
    const { document } = arrived;
    return {
      document,
      dates: datesOf(document, NOW),
      finding: assess(document, { now: NOW }),
    };
  };

  test("from a machine readable zone", () => {
    const reading = readingOfPassport();
    const scanned = toDocument(reading);
    const birth = /740812|yearInCentury"?: ?74|1974/;
    expect(shownOf(reading.parsed.birthDate?.open())).toMatch(birth);
    const parsed = parseMrz(EXAMPLES.TD3, formatOf("TD3"));
    expectSealed({ parsed, reading, scanned, ...afterScan(scanned) }, birth);
  });

  test("from a barcode", () => {
    const text = encodeAamva({
      birthDate: { year: 1990, month: 5, day: 17 },
      issueDate: { year: 2024, month: 3, day: 2 },
      expiryDate: { year: 2039, month: 5, day: 18 },
      kind: "driving_licence",
      country: "USA",
      issuer: "636014",
    });
    const read = parseAamva(Buffer.from(text, "latin1"));
    if (!read.ok) throw new Error("the example is a licence");
    expect(shownOf(read.document.birthDate.open())).toMatch(/1990/);
    expectSealed({ read, ...afterScan({ kind: "read", document: read.document }) }, /1990/);
  });

  test("crosses from the scan process to the service as it was", () => {
    const scanned = toDocument(readingOfPassport());
    const { document } = afterScan(scanned);
    expect(document.birthDate.open()).toEqual({ yearInCentury: 74, month: 8, day: 12 });
  });

  test("from a tenant", () => {
    const body = { verificationId: "ver_01jd0000000000000000000000", dateOfBirth: "1990-05-17" };
    const parsed = complete.body?.safeParse(body);
    expect(parsed?.success, JSON.stringify(parsed?.error)).toBe(true);
    expect(shownOf(parsed?.data)).not.toContain("1990");
  });
});

const BIRTH_DATE = /^(birth(_?(date|day))?|date_?of_?birth|dob)$/i;
// Where the characters stand in a zone, not what they say.
const NO_DATES = ["packages/document-reader/src/mrz/formats.ts: birthDate: Span"];

/** Below src, or from the root for a package. */
const textOf = (path: string): string =>
  readFileSync(join(ROOT, path.startsWith("packages/") ? "" : "src", path), "utf8");

const fieldsOf = (path: string): string[] => {
  const text = textOf(path);
  if (!/birth|dob/i.test(text)) return [];
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (
      (ts.isPropertySignature(node) || ts.isPropertyDeclaration(node)) &&
      BIRTH_DATE.test(node.name.getText())
    )
      found.push(`${node.name.getText()}: ${node.type?.getText() ?? "?"}`);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
};

describe("in the sources", () => {
  const sources = [...readEngineSources(), ...readSources()].map(({ path }) => path);

  test("a field for a birth date has a sealed type", () => {
    const fields = sources.flatMap((path) => fieldsOf(path).map((field) => `${path}: ${field}`));
    expect(fields.length).toBeGreaterThan(4);
    expect(fields.filter((field) => !field.includes(": Sealed<") && !NO_DATES.includes(field))).toEqual([]);
  });

  test("a birth date is opened where the age is computed, and nowhere else", () => {
    const opening = sources.filter((path) => /birth\w*\??\.open\(\)/i.test(textOf(path)));
    const elsewhere = opening.filter((path) => !/^(?:methods|packages)\//.test(path));
    expect(elsewhere).toEqual(["services/verifications/complete.ts"]);
  });
});

test.each([
  "birthdate",
  "birthDate",
  "birth_date",
  "Birth-Date",
  "date_of_birth",
  "dateOfBirth",
  "DATEOFBIRTH",
  "birthday",
  "dob",
])("a log never shows a field called %s", (name) => {
  expect(isSecretField(name)).toBe(true);
});
