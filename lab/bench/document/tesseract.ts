import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { FORMATS, parseMrz } from "@lintel/document-reader/mrz";
import { createWorker, OEM, PSM } from "tesseract.js";
import { type MrzPhotoOptions, makeMrzPhoto } from "../../documents/mrz-photo.ts";

const data = join(
  dirname(createRequire(import.meta.url).resolve("@tesseract.js-data/eng/package.json")),
  "4.0.0_best_int",
);

/** Any run of lines in the text that is valid in any format: more is allowed to it than to our own reader. */
const findZone = (text: string): readonly string[] | null => {
  const lines = text.split("\n").map((line) => line.replaceAll(/\s/g, ""));
  for (const format of FORMATS.filter(({ checks }) => checks.birth_date)) {
    for (let at = 0; at + format.lines.length <= lines.length; at += 1) {
      const candidate = lines.slice(at, at + format.lines.length);
      const fits = candidate.every((line, index) => line.length === format.lines[index]?.length);
      if (fits && parseMrz(candidate, format).isValid) return candidate;
    }
  }
  return null;
};

/** tesseract.js with the English data from npm, on whole pictures, told which characters there are. */
export const runTesseract = async (set: readonly MrzPhotoOptions[]) => {
  const worker = await createWorker("eng", OEM.LSTM_ONLY, {
    langPath: data,
    cacheMethod: "none",
    gzip: true,
  });
  const milliseconds: number[] = [];
  const result = { pictures: 0, exact: 0, valid: 0, milliseconds };
  try {
    await worker.setParameters({
      tessedit_char_whitelist: "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<",
      tessedit_pageseg_mode: PSM.SINGLE_BLOCK,
      user_defined_dpi: "300",
    });
    for (const options of set) {
      const photo = Buffer.from(await makeMrzPhoto(options));
      const start = performance.now();
      const { data: page } = await worker.recognize(photo);
      milliseconds.push(performance.now() - start);
      result.pictures += 1;
      const zone = findZone(page.text);
      if (zone) result.valid += 1;
      if (zone?.join("\n") === options.lines.join("\n")) result.exact += 1;
    }
  } finally {
    await worker.terminate();
  }
  return result;
};
