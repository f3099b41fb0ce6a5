import { describe, expect, test } from "vitest";
import { cellsOfText, EXAMPLES } from "../../../../tests/support/document/mrz.ts";
import { checkDigit } from "../../src/mrz/alphabet.ts";
import { chooseFormat, FORMATS } from "../../src/mrz/formats.ts";
import { isCertainlyWrong, isProof, toZoneReading } from "../../src/mrz/zone-reading.ts";

const read = (lines: readonly string[], certainty?: number) => {
  const chosen = chooseFormat(lines.map((line) => cellsOfText(line, {}, certainty)));
  return chosen && toZoneReading(chosen);
};

describe("the format", () => {
  test.each(FORMATS.map(({ id }) => id))("%s is recognised by length and first letters, and read", (id) => {
    const reading = read(EXAMPLES[id]);
    expect(reading?.parsed).toMatchObject({ format: id, isValid: true });
    expect(reading?.lines.open()).toEqual(EXAMPLES[id]);
  });

  test("is not the one whose check digits hold: a passport that was altered is no visa of another size", () => {
    // The first 36 places of both lines are a perfect MRV-B, which has no composite digit.
    const [first, second] = EXAMPLES.TD3;
    const forged = `${second.slice(0, 13)}9008${second.slice(17, 19)}${checkDigit(`9008${second.slice(17, 19)}`)}${second.slice(20)}`;
    const reading = read([first, forged]);
    expect(reading?.parsed.format).toBe("TD3");
    expect(reading && isProof(reading)).toBe(false);
  });

  test("of a Border Crossing Card, which begins with V, is the card's", () => {
    const [first, second, third] = EXAMPLES.TD1;
    const lines = [`VB${first.slice(2)}`, second, third];
    const reading = read(lines);
    expect(reading?.lines.open()).toEqual(lines);
    expect(reading?.parsed).toMatchObject({ format: "TD1", documentCode: "VB", isValid: true });
  });

  test("of a line that does not begin like any document is none", () => {
    expect(read([`X${EXAMPLES.TD3[0].slice(1)}`, EXAMPLES.TD3[1]])).toBeNull();
  });

  test.each([1, 2])("survives %i characters of dirt at an end", (dirt) => {
    const reading = read(EXAMPLES.TD3.map((line) => line + "I".repeat(dirt)));
    expect(reading?.lines.open()).toEqual(EXAMPLES.TD3);
  });

  test("is none for lines of no known length", () => {
    expect(read(EXAMPLES.TD3.map((line) => line.slice(0, 22)))).toBeNull();
  });
});

describe("what is read", () => {
  test("is the likeliest character that may stand there, not the one that makes a digit hold", () => {
    const [first, second] = EXAMPLES.TD3;
    // A "2" of the birth date, seen as a 7 a little more than as a 2; the 2 would make all digits hold.
    const cells = [cellsOfText(first), cellsOfText(second, { 18: ["7", 0.6] })];
    const chosen = chooseFormat(cells);
    const reading = chosen && toZoneReading(chosen);
    expect(reading?.lines.open()[1]?.charAt(18)).toBe("7");
    expect(reading && isProof(reading)).toBe(false);
  });

  test("is a digit where only a digit may stand", () => {
    const chosen = chooseFormat([
      cellsOfText(EXAMPLES.TD3[0]),
      cellsOfText(EXAMPLES.TD3[1], { 16: ["B", 0.7] }),
    ]);
    expect(chosen && toZoneReading(chosen).lines.open()[1]).toBe(EXAMPLES.TD3[1]);
  });

  test("with little certainty is no proof, even when all digits hold", () => {
    const unsure = read(EXAMPLES.TD3, 0.75);
    expect(unsure?.parsed.isValid).toBe(true);
    expect(unsure && isProof(unsure)).toBe(false);
    const doubtful = chooseFormat([
      cellsOfText(EXAMPLES.TD3[0]),
      cellsOfText(EXAMPLES.TD3[1], { 14: ["1", 0.51] }),
    ]);
    expect(doubtful && isProof(toZoneReading(doubtful))).toBe(false);
  });

  test("with certainty, and digits that do not hold, is certainly wrong", () => {
    const [first, second] = EXAMPLES.TD3;
    const altered = read([first, `${second.slice(0, 13)}9${second.slice(14)}`]);
    expect(altered && isCertainlyWrong(altered)).toBe(true);
    const unsure = read([first, `${second.slice(0, 13)}9${second.slice(14)}`], 0.9);
    expect(unsure && isCertainlyWrong(unsure)).toBe(false);
  });
});
