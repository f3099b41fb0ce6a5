// Writes the sample photos in public/samples: `node lab/documents/make-sample-licences.ts`.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { lastDayOnEarth } from "../../src/core/age.ts";
import { makeLicencePhoto } from "./licence-photo.ts";
import { sampleLicences } from "./sample-licences.ts";

const folder = join(import.meta.dirname, "../../public/samples");
await mkdir(folder, { recursive: true });
for (const [name, options] of Object.entries(sampleLicences(lastDayOnEarth(new Date())))) {
  const photo = await makeLicencePhoto(options);
  await writeFile(join(folder, name), photo);
  console.log(`${name}  ${Math.round(photo.length / 1024)} KB`);
}
