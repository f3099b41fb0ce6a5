import { type FormatId, textAt } from "@lintel/document-reader/mrz";
import type { MrzPhotoOptions } from "./mrz-photo.ts";
import { goodCamera, makeSet } from "./mrz-sets.ts";
import { formatOf, replaced } from "./tampered-set.ts";

const NUMBERED: readonly FormatId[] = ["TD3", "TD1", "TD2", "MRVA", "MRVB"];

const OTHER: Readonly<Record<string, string>> = { O: "0", "0": "O" };

/** The lines with the first O or 0 of the document number printed as the other; null: the number has neither. */
const misprinted = (format: FormatId, lines: readonly string[]): string[] | null => {
  const span = formatOf(format).fields.documentNumber;
  const number = textAt(lines, span);
  const at = number.search(/[O0]/);
  const [line, from, to] = span;
  return at === -1 ? null : replaced(lines, [line, from + at, to], OTHER[number[at] ?? ""] ?? "");
};

/**
 * Good photos of documents in whose number worn print makes an O a 0, or a 0 an O, as real ones have it; `meant` are the
 * lines that the issuer wrote.
 */
export const lookAlikeSet = (
  count: number,
  seed: number,
): { options: MrzPhotoOptions; meant: readonly string[] }[] =>
  makeSet(count * 4, seed, NUMBERED, goodCamera)
    .flatMap((options) => {
      const lines = misprinted(options.format, options.lines);
      return lines ? [{ options: { ...options, lines }, meant: options.lines }] : [];
    })
    .slice(0, count);
