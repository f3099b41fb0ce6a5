import type { PlainDate } from "@lintel/age";
import type { LicencePhotoOptions } from "./licence-photo.ts";
import { between } from "./mrz-sets.ts";
import { type Random, seeded } from "./seeded.ts";

type Taken = Partial<Omit<LicencePhotoOptions, "birthDate" | "issueDate" | "expiryDate">>;

const side = (random: Random): 1 | -1 => (random() < 0.5 ? 1 : -1);
const about = (random: Random, degrees: number): number => degrees + between(random, -1, 1);

/** How the back of a card comes before a camera; each kind is hard in one way. */
const POSES: Readonly<Record<string, (random: Random) => Taken>> = {
  level: (random) => ({ tilt: between(random, -2, 2) }),
  "turned by 8°": (random) => ({ tilt: side(random) * about(random, 8) }),
  "turned by 14°": (random) => ({ tilt: side(random) * about(random, 14) }),
  "turned by 20°": (random) => ({ tilt: side(random) * about(random, 20) }),
  "turned by 90° and a little": (random) => ({
    tilt: side(random) * (90 + between(random, -15, 15)),
    share: 0.62,
  }),
  "from the side": (random) => ({ yaw: side(random) * between(random, 18, 26) }),
  "from below": (random) => ({ pitch: side(random) * between(random, 18, 26) }),
  "from the side, turned": (random) => ({
    tilt: side(random) * between(random, 8, 18),
    yaw: side(random) * between(random, 14, 22),
    pitch: side(random) * between(random, 6, 14),
  }),
  bulging: (random) => ({ bend: side(random) * between(random, 0.02, 0.05) }),
  "bulging, turned": (random) => ({
    bend: side(random) * between(random, 0.02, 0.04),
    tilt: side(random) * between(random, 10, 18),
  }),
  "on a screen": (random) => ({
    screen: { pixelsAcross: Math.round(between(random, 700, 1300)) },
    tilt: between(random, -3, 3),
  }),
  "on a screen, turned": (random) => ({
    screen: { pixelsAcross: Math.round(between(random, 700, 1300)) },
    tilt: side(random) * between(random, 10, 18),
  }),
  "far away, turned": (random) => ({
    share: between(random, 0.55, 0.62),
    tilt: side(random) * about(random, 14),
  }),
};

type PosedLicence = { pose: string; options: LicencePhotoOptions };

const dateIn = (random: Random, from: number, to: number): PlainDate => ({
  year: Math.floor(between(random, from, to + 1)),
  month: Math.floor(between(random, 1, 13)),
  day: Math.floor(between(random, 1, 29)),
});

/** Photos of licences' barcodes, `each` of every pose, in fair light and hardly blurred: the pose is what is hard. */
export const posedLicences = (each: number, seed: number): PosedLicence[] =>
  Object.entries(POSES).flatMap(([pose, taken], kind) => {
    const random = seeded(seed + 1000 * kind);
    return Array.from({ length: each }, (_, index) => {
      const width = [1400, 1600, 2000, 2400, 3000][index % 5] ?? 1600;
      const options = {
        birthDate: dateIn(random, 1940, 2007),
        issueDate: dateIn(random, 2023, 2025),
        expiryDate: dateIn(random, 2030, 2036),
        width,
        share: between(random, 0.72, 0.82),
        blur: between(random, 0.3, 0.6) * (width / 1200),
        noise: between(random, 1, 6),
        light: between(random, 0.6, 1.05),
        jpegQuality: Math.round(between(random, 60, 90)),
        seed: seed + 1000 * kind + index,
        ...taken(random),
      };
      return { pose, options };
    });
  });
