import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { LANGUAGES, type SamplesByOperation } from "../../src/docs-page/samples/languages.ts";
import { ROOT } from "./run.ts";

/** Small programs, one for each operation and language; `tests/sdk` runs them as they are. */
export const SAMPLES_FOLDER = join(ROOT, "sdk/samples");

const START = /^\s*(?:#|\/\/) sample$/;
const END = /^\s*(?:#|\/\/) end$/;

const dedented = (lines: readonly string[]): string => {
  const indents = lines
    .filter((line) => line.trim() !== "")
    .map((line) => /^[ \t]*/.exec(line)?.[0].length ?? 0);
  const indent = indents.length === 0 ? 0 : Math.min(...indents);
  return lines.map((line) => line.slice(indent)).join("\n");
};

/**
 * What a reader is shown of a program: the parts between `# sample` and `# end` (`//` where the language says so), with
 * an empty line between them. @throws Error when a part is missing or does not end
 */
export function shownPart(file: string, text: string): string {
  const parts: string[][] = [];
  let isOpen = false;
  for (const line of text.split("\n")) {
    if (START.test(line) === isOpen && START.test(line))
      throw new Error(`${file}: a part begins in another.`);
    if (START.test(line)) {
      isOpen = true;
      parts.push([]);
    } else if (END.test(line)) {
      if (!isOpen) throw new Error(`${file}: a part ends that did not begin.`);
      isOpen = false;
    } else if (isOpen) parts.at(-1)?.push(line.trimEnd());
  }
  if (isOpen || parts.length === 0) throw new Error(`${file} needs a part between "sample" and "end".`);
  return parts.map((part) => dedented(part).trim()).join("\n\n");
}

/** The names of the samples: `start`, `validate-offline`. */
export const sampleNames = (): string[] =>
  existsSync(SAMPLES_FOLDER)
    ? [
        ...new Set(
          readdirSync(SAMPLES_FOLDER)
            .filter((name) => LANGUAGES.some(({ file }) => name.endsWith(`.${file}`)))
            .map((name) => name.replace(/\.\w+$/, "")),
        ),
      ].sort()
    : [];

/** @throws Error that names the file, when a sample lacks a language */
export function readSamples(): SamplesByOperation {
  const read = (name: string, ending: string): string => {
    const file = `${name}.${ending}`;
    const path = join(SAMPLES_FOLDER, file);
    if (!existsSync(path)) throw new Error(`sdk/samples/${file} is missing: a sample has every language.`);
    return shownPart(`sdk/samples/${file}`, readFileSync(path, "utf8"));
  };
  return Object.fromEntries(
    sampleNames().map((name) => [
      name,
      {
        curl: read(name, "sh"),
        typescript: read(name, "ts"),
        python: read(name, "py"),
        php: read(name, "php"),
        go: read(name, "go"),
      },
    ]),
  );
}
