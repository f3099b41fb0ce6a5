import type { PlainDate } from "#core/age.ts";
import type { LicencePhotoOptions } from "../../../lab/documents/licence-photo.ts";
import { seeded } from "../../../lab/documents/seeded.ts";

/**
 * Photos as people take them, from a seed: turned up to 30 degrees, seen at an angle, bright and dim, a little blurred,
 * grainy, from cheap phones and good ones. Every one has a birth date of its own.
 */
export const licenceSet = (
  count: number,
  seed: number,
): (LicencePhotoOptions & { birthDate: PlainDate })[] => {
  const random = seeded(seed);
  const between = (low: number, high: number): number => low + (high - low) * random();
  const whole = (low: number, high: number): number => Math.floor(between(low, high + 1));
  const date = (from: number, to: number): PlainDate => ({
    year: whole(from, to),
    month: whole(1, 12),
    day: whole(1, 28),
  });
  return Array.from({ length: count }, (_, index) => {
    const width = [1200, 1400, 1600, 2000][index % 4] ?? 1600;
    return {
      birthDate: date(1940, 2008),
      issueDate: date(2023, 2025),
      expiryDate: date(2030, 2040),
      kind: index % 5 === 0 ? "id_card" : "driving_licence",
      country: index % 3 === 0 ? "CAN" : "USA",
      issuer: index % 3 === 0 ? "636012" : "636001",
      width,
      tilt: between(-30, 30),
      pitch: between(-12, 12),
      yaw: between(-12, 12),
      share: between(0.7, 0.86),
      blur: between(0.2, 0.8) * (width / 1200),
      noise: between(0, 8),
      light: between(0.35, 1.1),
      glare: index % 6 === 0 ? 0.5 : 0,
      glareAt: { x: between(0.2, 0.8), y: between(0.2, 0.8) },
      jpegQuality: whole(40, 92),
      seed: seed + index,
    };
  });
};
