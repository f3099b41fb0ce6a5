// npm run bench -- document [--good 140] [--cruel 504] [--damaged 14] [--tampered 208] [--negatives 40] [--alike 40] [--barcodes 40] [--posed 10] [--tesseract 28] [--seed 7001]
// How well and how fast photos of documents are read, on sets that are drawn here from a seed, beside tesseract.js.
import sharp from "sharp";
import { licenceSet } from "../../tests/support/document/licence-set.ts";
import { makeLicencePhoto } from "../documents/licence-photo.ts";
import { cruelSet, goodSet } from "../documents/mrz-sets.ts";
import { benchDamages } from "./document/damages.ts";
import { type MeasuredZone, measureScan, measureZone } from "./document/measure.ts";
import {
  benchBarcodes,
  benchHostile,
  benchLookAlikes,
  benchMemory,
  benchPoses,
  benchRefusals,
  benchSignatures,
  benchSize,
} from "./document/other-sets.ts";
import { atLeast, count, inTurn, none, printRows, share, timeRows } from "./document/report.ts";
import { runTesseract } from "./document/tesseract.ts";
import { percentile } from "./figures.ts";
import { options } from "./program.ts";

const { seed, ...sizes } = options({
  good: 140,
  cruel: 504,
  damaged: 14,
  tampered: 208,
  negatives: 40,
  alike: 40,
  barcodes: 40,
  posed: 10,
  tesseract: 28,
  seed: 7001,
});

// As in a scan process: one thread.
sharp.concurrency(1);
sharp.cache(false);

// The first scans load the decoders.
for (const options of licenceSet(2, seed - 1)) await measureScan(await makeLicencePhoto(options));

const perFormat = (measured: readonly MeasuredZone[]): string =>
  [...new Set(measured.map(({ format }) => format))]
    .map((format) => {
      const own = measured.filter((one) => one.format === format);
      return `${format} ${count(own, ({ isExact }) => isExact)}/${count(own, ({ isValid }) => isValid)}/${own.length}`;
    })
    .join(", ");

const good = await inTurn("good", goodSet(sizes.good, seed), measureZone);
printRows("Good photos: seven formats, turned, at an angle, 1200 to 2400 pixels", [
  atLeast("every character right", good, ({ isExact }) => isExact, 0.98),
  atLeast("all check digits hold", good, ({ isValid }) => isValid, 0.99),
  none("wrong birth date accepted", good, ({ isWrongBirth }) => isWrongBirth),
  ...timeRows(good),
]);
console.log(`\nexact/valid/all: ${perFormat(good)}`);

const cruel = await inTurn("cruel", cruelSet(sizes.cruel, seed + 10_000), measureZone);
printRows("Cruel photos: 420 to 1320 pixels, blur 0.5 to 3.7, noise to 22, JPEG 12 to 72, dim, glare", [
  atLeast("all check digits hold", cruel, ({ isValid }) => isValid, 0.55),
  share("every character right", cruel, ({ isExact }) => isExact),
  none("wrong birth date accepted", cruel, ({ isWrongBirth }) => isWrongBirth),
  ...timeRows(cruel),
]);
console.log(`\nexact/valid/all: ${perFormat(cruel)}`);

await benchDamages(sizes.damaged, seed + 90_000);
benchSignatures();
await benchRefusals(sizes, seed);
await benchLookAlikes(sizes.alike, seed);
await benchBarcodes(sizes.barcodes, seed);
await benchPoses(sizes.posed, seed);
await benchSize(seed);
await benchHostile(seed);
await benchMemory(seed);

if (sizes.tesseract > 0) {
  const theirs = await runTesseract(goodSet(sizes.good, seed).slice(0, sizes.tesseract));
  const ours = good.slice(0, sizes.tesseract);
  console.log(
    `\n### Beside tesseract.js 7 (English data from npm, whole picture), the first ${theirs.pictures} good photos\n`,
  );
  console.log("| | every character right | check digits hold | p50, wall time |\n|---|---|---|---|");
  const line = (name: string, exact: number, valid: number, wallMs: readonly number[]): void =>
    console.log(`| ${name} | ${exact} | ${valid} | ${Math.round(percentile(wallMs, 0.5))} ms |`);
  const [exact, valid] = [count(ours, ({ isExact }) => isExact), count(ours, ({ isValid }) => isValid)];
  const times = ours.map(({ wallMs }) => wallMs);
  line("ours", exact, valid, times);
  line("tesseract.js", theirs.exact, theirs.valid, theirs.milliseconds);
}
