import { parse } from "mrz";
import { describe, expect, test } from "vitest";
import { inventHolder } from "../../../../lab/documents/holder.ts";
import { seeded } from "../../../../lab/documents/seeded.ts";
import { zoneText } from "../../../../lab/documents/zone-text.ts";
import { formatOf } from "../../../../tests/support/document/mrz.ts";
import { checkDigit } from "../../src/mrz/alphabet.ts";
import type { FormatId } from "../../src/mrz/formats.ts";
import { parseMrz } from "../../src/mrz/parse.ts";

// The formats that npm's mrz knows; it has no visas.
const KNOWN: FormatId[] = ["TD1", "TD2", "TD3", "FRA_ID"];
const DIGITS = [
  ["document_number", "documentNumberCheckDigit"],
  ["birth_date", "birthDateCheckDigit"],
  ["expiry_date", "expirationDateCheckDigit"],
  ["composite", "compositeCheckDigit"],
] as const;

const digitsBy = (lines: string[]): Map<string | null, boolean> =>
  new Map(parse(lines).details.map(({ field, valid }) => [field, valid]));

describe("against another implementation", () => {
  test.each(KNOWN)("%s: the same digits hold, in what is right and in what was changed", (id) => {
    const random = seeded(31);
    for (let round = 0; round < 150; round += 1) {
      const lines = zoneText(id, inventHolder(random));
      const line = Math.floor(random() * 2);
      const place = Math.floor(random() * (lines[0]?.length ?? 0));
      const digit = String(Math.floor(random() * 10));
      const isDigit = /[0-9]/.test(lines[line]?.charAt(place) ?? "");
      const changed = lines.map((text, index) =>
        index === line && isDigit ? text.slice(0, place) + digit + text.slice(place + 1) : text,
      );
      for (const text of [lines, changed]) {
        const theirs = digitsBy([...text]);
        const ours = parseMrz(text, formatOf(id)).checks;
        for (const [name, field] of DIGITS) {
          if (!theirs.has(field)) continue;
          expect({ text, name, holds: ours[name] }).toEqual({ text, name, holds: theirs.get(field) });
        }
      }
    }
  });

  test("whoever was invented, the generator's zones are valid by both", () => {
    const random = seeded(77);
    for (let round = 0; round < 100; round += 1) {
      const lines = zoneText("TD3", inventHolder(random));
      expect(parseMrz(lines, formatOf("TD3")).isValid).toBe(true);
      const composite = parse([...lines]).details.find(({ field }) => field === "compositeCheckDigit");
      expect(composite?.valid).toBe(true);
      expect(checkDigit((lines[1] ?? "").slice(13, 19))).toBe(lines[1]?.charAt(19));
    }
  });
});
