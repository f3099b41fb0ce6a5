import { shrunk } from "./level.ts";
import type { GreyImage } from "./planes.ts";
import { MEASURED_SIDE, measureCopy, type Quality } from "./quality.ts";

/** Measures a small copy of the picture: a few dozen milliseconds, whatever its size. */
export const measureQuality = async (image: GreyImage, sourceLongSide: number): Promise<Quality> => {
  const copy = await shrunk(image, MEASURED_SIDE);
  const quality = measureCopy(copy, sourceLongSide);
  copy.data.fill(0);
  return quality;
};
