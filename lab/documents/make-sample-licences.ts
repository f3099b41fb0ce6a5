// Writes the sample photos in public/samples: `node lab/documents/make-sample-licences.ts`.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { lastDayOnEarth, type PlainDate } from "@lintel/age";
import { type LicencePhotoOptions, makeLicencePhoto } from "./licence-photo.ts";

/**
 * The sample photos that come with the project, by file name: the person of each is nobody. The minor's card is an ID card
 * of a six-year-old, so that it takes twelve years until the sample has to be made again.
 */
const sampleLicences = (today: PlainDate): Record<string, LicencePhotoOptions> => {
  const adult = {
    birthDate: { year: 1990, month: 5, day: 17 },
    issueDate: { year: 2024, month: 3, day: 2 },
    expiryDate: { year: 2049, month: 5, day: 17 },
  };
  const minorBirth = { year: today.year - 6, month: today.month, day: Math.min(today.day, 28) };
  return {
    "licence-adult.jpg": { ...adult, tilt: 4, pitch: 9, yaw: -6, seed: 21 },
    "licence-minor.jpg": {
      kind: "id_card",
      birthDate: minorBirth,
      issueDate: { ...minorBirth, year: today.year - 1 },
      expiryDate: { ...minorBirth, year: minorBirth.year + 21 },
      tilt: -6,
      pitch: 12,
      yaw: 4,
      seed: 22,
    },
    "licence-expired.jpg": {
      birthDate: { year: 1985, month: 11, day: 30 },
      issueDate: { year: 2011, month: 11, day: 2 },
      expiryDate: { year: 2019, month: 11, day: 30 },
      tilt: -2,
      pitch: 6,
      yaw: 8,
      seed: 26,
    },
    "licence-blurred.jpg": { ...adult, tilt: 5, pitch: 8, yaw: 5, blur: 7, seed: 21 },
  };
};

const folder = join(import.meta.dirname, "../../public/samples");
await mkdir(folder, { recursive: true });
for (const [name, options] of Object.entries(sampleLicences(lastDayOnEarth(new Date())))) {
  const photo = await makeLicencePhoto(options);
  await writeFile(join(folder, name), photo);
  console.log(`${name}  ${Math.round(photo.length / 1024)} KB`);
}
