import type { FormatId } from "@lintel/document-reader/mrz";
import { inventHolder } from "./holder.ts";
import type { MrzPhotoOptions } from "./mrz-photo.ts";
import { type Random, seeded } from "./seeded.ts";
import { zoneText } from "./zone-text.ts";

const SET_FORMATS: readonly FormatId[] = ["TD3", "TD1", "TD2", "FRA_ID", "MRVA", "MRVB", "CHE_DL"];

export const between = (random: Random, low: number, high: number): number => low + (high - low) * random();

const TURNS = [0, 0, 0, 0, 0, 0, 0, 90, 180, 270] as const;

/** A picture that a careful person takes with some phone: what every reader should read. */
export const goodCamera = (random: Random, index: number) => {
  const width = [1200, 1400, 1600, 2000, 2400][index % 5] ?? 1600;
  const turn = TURNS[index % TURNS.length] ?? 0;
  return {
    width,
    tilt: turn + between(random, -7, 7),
    pitch: between(random, -9, 9),
    yaw: between(random, -9, 9),
    share: turn % 180 === 0 ? between(random, 0.76, 0.92) : between(random, 0.62, 0.68),
    centre: { x: between(random, 0.49, 0.51), y: between(random, 0.49, 0.51) },
    blur: between(random, 0.2, 0.8) * (width / 1200),
    noise: between(random, 0, 8),
    light: between(random, 0.4, 1.1),
    glare: index % 6 === 0 ? 0.45 : 0,
    glareAt: { x: between(random, 0.2, 0.8), y: between(random, 0.2, 0.8) },
    jpegQuality: Math.round(between(random, 50, 92)),
    faintness: between(random, 0, 0.2),
    weight: between(random, -12, 14),
  };
};

/** Small, blurred, noisy, dark, squeezed by JPEG, and all of that at once: some of these nobody can read. */
const cruelCamera = (random: Random) => ({
  width: Math.round(between(random, 420, 1320)),
  tilt: between(random, -10, 10),
  pitch: between(random, -12, 12),
  yaw: between(random, -12, 12),
  share: between(random, 0.74, 0.95),
  centre: { x: between(random, 0.49, 0.51), y: between(random, 0.49, 0.51) },
  blur: between(random, 0.5, 3.7),
  noise: between(random, 0, 22),
  light: between(random, 0.2, 1.1),
  glare: random() < 0.3 ? between(random, 0.3, 1) : 0,
  glareAt: { x: between(random, 0.1, 0.9), y: between(random, 0.1, 0.9) },
  jpegQuality: Math.round(between(random, 12, 72)),
  faintness: between(random, 0, 0.4),
  weight: between(random, -16, 22),
});

export const makeSet = (
  count: number,
  seed: number,
  formats: readonly FormatId[],
  camera: (random: Random, index: number) => ReturnType<typeof goodCamera>,
): MrzPhotoOptions[] => {
  const random = seeded(seed);
  return Array.from({ length: count }, (_, index) => {
    const format = formats[index % formats.length] ?? "TD3";
    const holder = inventHolder(random);
    const lines = zoneText(format, holder);
    return {
      format,
      holder,
      lines,
      ...camera(random, Math.floor(index / formats.length)),
      seed: seed + index,
    };
  });
};

export const goodSet = (count: number, seed: number): MrzPhotoOptions[] =>
  makeSet(count, seed, SET_FORMATS, goodCamera);

export const cruelSet = (count: number, seed: number): MrzPhotoOptions[] =>
  makeSet(count, seed, SET_FORMATS, cruelCamera);

type Change = (random: () => number, options: MrzPhotoOptions) => Partial<MrzPhotoOptions>;

const DAMAGES: Readonly<Record<string, Change>> = {
  "bent, 2.5% to 4.5% of the height": (random, { seed }) => ({
    bend: between(random, 0.025, 0.045) * (seed % 3 === 0 ? -1 : 1),
  }),
  "bent near the fold": (random) => ({
    bend: between(random, 0.025, 0.035),
    bendAt: between(random, 0.2, 0.35),
  }),
  "on a newspaper": () => ({ ground: "newspaper" }),
  "on a patterned cloth": () => ({ ground: "cloth" }),
  "on a screen": (random) => ({ screen: { pixelsAcross: Math.round(between(random, 380, 900)) } }),
  "cut off below the zone": () => ({ isCutOff: true, tilt: 0 }),
  "printed in dots": (random) => ({ dots: Math.round(between(random, 15, 24)) }),
  "thin print": (random) => ({ weight: -between(random, 36, 52) }),
};

type Damaged = { damage: string; options: MrzPhotoOptions };

/** Good photos with one thing wrong, `count` of each; the Swiss licence, which has no digits to tell by, left out. */
export const damagedSets = (count: number, seed: number): Damaged[] =>
  Object.entries(DAMAGES).flatMap(([damage, change], index) => {
    const random = seeded(seed ^ (0xda3a + index));
    return goodSet(count * 2, seed + 1000 * index)
      .filter(({ format }) => format !== "CHE_DL")
      .slice(0, count)
      .map((options) => {
        const level = { ...options, glare: 0, share: Math.min(options.share, 0.84) };
        return { damage, options: { ...level, ...change(random, level) } };
      });
  });
