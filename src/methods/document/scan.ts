import { parseAamva } from "./aamva.ts";
import { readPdf417 } from "./barcode.ts";
import { startBudget } from "./budget.ts";
import type { NoRead, ScanResult } from "./document.ts";
import { decodeImage, type GreyImage } from "./image.ts";
import { noRead, qualityLow } from "./no-read.ts";
import { hopelessReason, likelyReason, measureQuality, type Quality, showsBarcode } from "./quality.ts";

/** The longest search for a barcode, and the longest where nothing in the picture looks like one. */
const SEARCH_MS = 3000;
const SHORT_SEARCH_MS = 1200;

const datesUnusable = noRead(
  "DOCUMENT_UNREADABLE",
  "We read the barcode, but it does not say the dates in a way we understand. Use another card.",
);

const interpret = (bytes: Uint8Array): ScanResult => {
  const result = parseAamva(bytes);
  bytes.fill(0);
  if (result.ok) return { kind: "read", document: result.document };
  return result.failure === "not_aamva" ? noRead("DOCUMENT_TYPE_UNSUPPORTED") : datesUnusable;
};

const explainFailure = (quality: Quality): NoRead => {
  const reason = likelyReason(quality);
  if (reason) return qualityLow(reason);
  return noRead(showsBarcode(quality) ? "DOCUMENT_UNREADABLE" : "DOCUMENT_NOT_FOUND");
};

const readImage = async (
  image: GreyImage,
  sourceLongSide: number,
  clock: () => number,
): Promise<ScanResult> => {
  const quality = await measureQuality(image, sourceLongSide);
  const hopeless = hopelessReason(quality);
  if (hopeless) return qualityLow(hopeless);
  const budget = startBudget(showsBarcode(quality) ? SEARCH_MS : SHORT_SEARCH_MS, clock);
  const bytes = await readPdf417(image, budget);
  // The passport reader (MRZ) comes in here: it tries the same image when there is no barcode.
  return bytes ? interpret(bytes) : explainFailure(quality);
};

/**
 * Reads a photo of the back of a driving licence or ID card. Whatever the bytes are, the answer is a document or
 * the reason why there is none. The photo's bytes are zeroed. `clock` gives milliseconds and never runs backwards.
 */
export const scan = async (photo: Uint8Array, clock: () => number): Promise<ScanResult> => {
  const decoded = await decodeImage(photo);
  photo.fill(0);
  if (!decoded.ok) return decoded.problem;
  try {
    return await readImage(decoded.image, decoded.sourceLongSide, clock);
  } finally {
    decoded.image.data.fill(0);
  }
};
