import type { MrzPhotoOptions } from "./mrz-photo.ts";
import { between, goodSet } from "./mrz-sets.ts";
import { seeded } from "./seeded.ts";

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

export type Damaged = { damage: string; options: MrzPhotoOptions };

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
