import sharp from "sharp";
import { decodeImage } from "../../../packages/document-reader/src/image/image.ts";
import { lumaOf } from "../../../packages/document-reader/src/image/tiles.ts";
import { fitCurve, fitTogether } from "../../../packages/document-reader/src/mrz/curve.ts";
import { locate } from "../../../packages/document-reader/src/mrz/zones.ts";
import { heicOf } from "../../documents/heic.ts";
import { type MrzPhotoOptions, makeMrzPhoto } from "../../documents/mrz-photo.ts";
import { damagedSets, goodSet } from "../../documents/mrz-sets.ts";
import { percentile } from "../figures.ts";
import { type Measured, measureScan } from "./measure.ts";
import { inTurn, none, percent, printRows, type Row } from "./report.ts";

type Case = { damage: string; photo: () => Promise<Uint8Array>; options: MrzPhotoOptions };

const OTHER_FORMATS: Readonly<Record<string, (photo: Uint8Array) => Promise<Uint8Array>>> = {
  "as HEIC": (photo) => heicOf(photo),
  "as AVIF": (photo) => sharp(photo).avif({ quality: 60, effort: 0 }).toBuffer(),
};

const casesOf = (each: number, seed: number): Case[] => [
  ...damagedSets(each, seed).map(({ damage, options }) => ({
    damage,
    options,
    photo: () => makeMrzPhoto(options),
  })),
  ...Object.entries(OTHER_FORMATS).flatMap(([damage, convert]) =>
    goodSet(each * 2, seed + 9000)
      .filter(({ format }) => format !== "CHE_DL")
      .slice(0, each)
      .map((options) => ({ damage, options, photo: async () => convert(await makeMrzPhoto(options)) })),
  ),
];

type Outcome = Measured & { damage: string };

const rowOf = (damage: string, all: readonly Outcome[]): Row => {
  const own = all.filter((one) => one.damage === damage);
  const read = own.filter(({ isRead }) => isRead);
  const times = read.map(({ cpuMs }) => cpuMs);
  const got = `${percent(read.length, own.length)}, p50 ${Math.round(percentile(times, 0.5))} ms`;
  return { what: damage, got, target: "", isMet: null };
};

/** What finding bends costs: its milliseconds, over all that a good photo takes. */
const benchCurve = async (photos: number, seed: number): Promise<Row> => {
  let [whole, curve] = [0, 0];
  for (const options of goodSet(photos, seed)) {
    const photo = await makeMrzPhoto(options);
    const decoded = await decodeImage(photo);
    whole += (await measureScan(photo)).cpuMs;
    if (!decoded.ok) continue;
    const found = locate(lumaOf(decoded.image), { side: 1200, spread: 0.35 });
    const zones = found.slice(0, 3).map(({ zone }) => zone);
    const lines = new Set(found.flatMap(({ zone }) => zone.lines));
    const start = performance.now();
    for (const { glyphs, height } of lines) fitCurve(glyphs, height);
    for (const { lines: own, left, right, height } of zones)
      fitTogether(own, { width: right - left, height });
    curve += performance.now() - start;
  }
  const ratio = whole / (whole - curve);
  return {
    what: "good photos, time with curves over time without",
    got: ratio.toFixed(3),
    target: "≤ 1.05",
    isMet: ratio <= 1.05,
  };
};

/** Good photos with one thing wrong each, and good ones in the formats of phones: how many are read by kind of damage. */
export const benchDamages = async (each: number, seed: number): Promise<void> => {
  if (each === 0) return;
  const outcomes = await inTurn("damaged", casesOf(each, seed), async ({ damage, options, photo }) => ({
    ...(await measureScan(await photo(), options.holder)),
    damage,
  }));
  const damages = [...new Set(outcomes.map(({ damage }) => damage))];
  printRows("Good photos with one thing wrong", [
    ...damages.map((damage) => rowOf(damage, outcomes)),
    none("wrong birth date accepted", outcomes, ({ isWrongBirth }) => isWrongBirth),
    await benchCurve(Math.min(each, 14), seed + 500),
  ]);
};
