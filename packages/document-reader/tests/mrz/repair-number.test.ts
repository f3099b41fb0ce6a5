import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cellsOfText, EXAMPLES, formatOf } from "../../../../tests/support/document/mrz.ts";
import { checkDigit } from "../../src/mrz/alphabet.ts";
import { chooseFormat, FORMATS, type FormatId, textAt } from "../../src/mrz/formats.ts";
import { parseMrz } from "../../src/mrz/parse.ts";
import { repairNumber } from "../../src/mrz/repair-number.ts";
import { isProof, toZoneReading } from "../../src/mrz/zone-reading.ts";

const NUMBERED = ["TD1", "TD2", "TD3", "MRVA", "MRVB"] as const;

/** The example of a format with another number, and with every digit that covers it made right. */
const withNumber = (id: FormatId, number: string): string[] => {
  const format = formatOf(id);
  const lines: string[] = [...EXAMPLES[id]];
  const put = ([line, from, to]: readonly [number, number, number], text: string): void => {
    lines[line] = (lines[line] ?? "").slice(0, from) + text + (lines[line] ?? "").slice(to);
  };
  put(format.fields.documentNumber, number);
  for (const name of ["document_number", "composite"] as const) {
    const check = format.checks[name];
    if (check) put(check.digit, checkDigit(check.over.map((span) => textAt(lines, span)).join("")));
  }
  return lines;
};

const misread = (id: FormatId, printed: string, seen: string): string[] => {
  const [line, from, to] = formatOf(id).fields.documentNumber;
  return withNumber(id, printed).map((text, at) =>
    at === line ? text.slice(0, from) + seen + text.slice(to) : text,
  );
};

describe.each(NUMBERED)("in a %s", (id) => {
  test.each([
    ["one O read as 0", "AO1234567", "A01234567"],
    ["one 0 read as O", "A01234567", "AO1234567"],
  ])("%s is put right", (_, printed, seen) => {
    const lines = misread(id, printed, seen);
    expect(parseMrz(lines, formatOf(id)).isValid).toBe(false);
    const repaired = repairNumber(lines, formatOf(id));
    expect(repaired).toEqual(withNumber(id, printed));
    expect(parseMrz(repaired, formatOf(id)).isValid).toBe(true);
  });

  test("a number that holds is left as it was read", () => {
    const lines = withNumber(id, "AO0123O45");
    expect(repairNumber(lines, formatOf(id))).toBe(lines);
  });

  test("where several ways hold, it holds, and is uncertain in O and 0 alone", () => {
    // Three places apart the weights of the check digit are the same.
    expect(checkDigit("OAB0CD123")).toBe(checkDigit("0ABOCD123"));
    for (const [printed, seen] of [
      ["OAB0CD123", "0AB0CD123"],
      ["AO0123O45", "A0O123045"],
    ] as const) {
      const parsed = parseMrz(repairNumber(misread(id, printed, seen), formatOf(id)), formatOf(id));
      expect(parsed.isValid).toBe(true);
      expect(parsed.documentNumber.replaceAll("O", "0")).toBe(printed.replaceAll("O", "0"));
    }
  });

  test("nothing else is changed, whatever was read", () => {
    const [line, from, to] = formatOf(id).fields.documentNumber;
    const others = (lines: readonly string[]): string[] =>
      lines.map((text, at) => (at === line ? text.slice(0, from) + text.slice(to) : text));
    const character = fc.constantFrom(..."O0O0AB17<");
    fc.assert(
      fc.property(fc.array(character, { minLength: 9, maxLength: 9 }), fc.nat(9), (seen, digit) => {
        const lines = misread(id, "AO1234567", seen.join(""));
        const at = formatOf(id).checks.document_number?.digit ?? [0, 0, 0];
        lines[at[0]] = (lines[at[0]] ?? "").slice(0, at[1]) + digit + (lines[at[0]] ?? "").slice(at[2]);
        const repaired = repairNumber(lines, formatOf(id));
        expect(others(repaired)).toEqual(others(lines));
        expect(textAt(repaired, formatOf(id).fields.documentNumber).replaceAll("O", "0")).toBe(
          seen.join("").replaceAll("O", "0"),
        );
      }),
      { numRuns: 500 },
    );
  });
});

test("a date is never repaired: an O cannot stand there, and a wrong 0 stays wrong", () => {
  const [first, second] = EXAMPLES.TD3;
  const lines = [first, second.replace("7408122", "7408022")];
  expect(repairNumber(lines, formatOf("TD3"))).toBe(lines);
  expect(parseMrz(lines, formatOf("TD3")).checks.birth_date).toBe(false);
});

test("the French card's number keeps its digits: a letter O can stand in three places only", () => {
  const [line, from] = formatOf("FRA_ID").fields.documentNumber;
  const kinds = formatOf("FRA_ID").lines[line] ?? "";
  const lines = misread("FRA_ID", "880692310285", "880692310280");
  const repaired = textAt(repairNumber(lines, formatOf("FRA_ID")), formatOf("FRA_ID").fields.documentNumber);
  for (const [at, character] of Array.from(repaired).entries())
    if (kinds[from + at] === "n") expect(character).toMatch(/[0-9]/);
});

test("what was read is repaired before it is judged", () => {
  const chosen = chooseFormat(misread("TD3", "AO1234567", "A01234567").map((line) => cellsOfText(line)));
  expect(chosen).not.toBeNull();
  if (chosen) expect(isProof(toZoneReading(chosen))).toBe(true);
});

test("every format whose number has a digit can be repaired", () => {
  const ids = FORMATS.filter(({ checks }) => checks.document_number).map(({ id }) => id);
  expect(ids.sort()).toEqual([...NUMBERED, "FRA_ID"].sort());
});
