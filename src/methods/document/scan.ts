import { type AamvaFailure, isBeyondChance, parseAamva } from "#methods/document/aamva/aamva.ts";
import { decodeImage } from "#methods/document/image/image.ts";
import { shrunk } from "#methods/document/image/orientation.ts";
import {
  barcodesIn,
  hopelessReason,
  likelyReason,
  MEASURED_SIDE,
  measureCopy,
  type Quality,
  showsBarcode,
} from "#methods/document/image/quality.ts";
import { type ColourImage, cutOut, type GreyImage, inkOf, lumaOf } from "#methods/document/image/tiles.ts";
import { type MrzOutcome, readBeside, readMrz } from "#methods/document/mrz/read-zone.ts";
import { createRecogniser, type Recogniser } from "#methods/document/mrz/recogniser.ts";
import { toDocument } from "#methods/document/mrz/to-document.ts";
import { readSeal, sealBroken } from "#methods/document/signed/read-seal.ts";
import type { SignerKey } from "#methods/document/signed/signer-keys.ts";
import { readPdf417 } from "./barcode.ts";
import { type Budget, noRead, qualityLow, type ScanResult, startBudget } from "./document.ts";
import { ofOnePerson } from "./two-people.ts";

/** Measures a small copy of the picture: a few dozen milliseconds, whatever its size. */
const measureQuality = async (image: GreyImage, sourceLongSide: number): Promise<Quality> => {
  const copy = await shrunk(image, MEASURED_SIDE);
  const quality = measureCopy(copy, sourceLongSide);
  copy.data.fill(0);
  return quality;
};

/** The longest search for what the picture seems to show, and for what it does not, in milliseconds of work. */
const SEARCH_MS = { barcode: 2000, zone: 1500 };
const SHORT_SEARCH_MS = { barcode: 1200, zone: 700 };
/** For each of several barcodes, once one was read: they are looked for where they are. */
const NEXT_BARCODE_MS = 400;
/** Around a barcode, as a share of its longer side: its quiet zone, and what the measured tiles leave out. */
const AROUND = 0.12;

const FAILURES: Readonly<Record<AamvaFailure, ScanResult>> = {
  not_aamva: noRead("DOCUMENT_TYPE_UNSUPPORTED"),
  unusable_dates: noRead(
    "DOCUMENT_UNREADABLE",
    "We read the barcode, but it does not say the dates in a way we understand. Use another card.",
  ),
  seal_missing: noRead(
    "DOCUMENT_TYPE_UNSUPPORTED",
    "Californian cards of this date carry the state's seal in their barcode, and this one has none. Use another document.",
  ),
  seal_broken: sealBroken,
};

const interpret = (bytes: Uint8Array, signerKeys: readonly SignerKey[]): ScanResult => {
  const result = parseAamva(bytes, signerKeys);
  bytes.fill(0);
  return result.ok ? { kind: "read", document: result.document } : FAILURES[result.failure];
};

let recogniser: Recogniser | null = null;

/** Loading takes a moment, and only a scan process needs it: once, when the first zone is looked for. */
const recogniserOfProcess = (): Recogniser => {
  recogniser ??= createRecogniser();
  return recogniser;
};

/** The picture's planes: brightness at once, ink only if the first look was not enough. */
const planesOf = (image: ColourImage, luma: GreyImage) => {
  let ink: GreyImage | null = null;
  return {
    planes: {
      luma,
      ink: () => {
        ink ??= inkOf(image);
        return ink;
      },
    },
    wipe: () => {
      luma.data.fill(0);
      ink?.data.fill(0);
    },
  };
};

const linesUnknown = noRead(
  "DOCUMENT_TYPE_UNSUPPORTED",
  "We read the lines of this document, but they are of a kind that we do not know. Use another document.",
  "unknown_lines",
);

const explainFailure = (quality: Quality, zone: MrzOutcome): ScanResult => {
  if (zone.kind === "invalid") return noRead("DOCUMENT_MRZ_INVALID");
  const seen = zone.kind === "none" ? zone : null;
  const sighting = seen?.sighting;
  // Lines that are partly clear tell more than the picture as a whole.
  if (sighting === "unknown_layout") return linesUnknown;
  const reason = likelyReason(quality, seen?.glyphHeight ?? null);
  // A reflection hides things just as a thumb does, but the person finds it more easily by its own name.
  if (sighting) return qualityLow(sighting === "covered" && reason === "glare" ? reason : sighting);
  if (reason) return qualityLow(reason);
  return noRead(showsBarcode(quality) || seen?.sawZone ? "DOCUMENT_UNREADABLE" : "DOCUMENT_NOT_FOUND");
};

/** What else the picture of a barcode that was read shows: other barcodes, and zones. */
const beside = async (
  luma: GreyImage,
  quality: Quality,
  barcodeIn: (image: GreyImage, milliseconds: number) => Promise<ScanResult | null>,
): Promise<(ScanResult | null)[]> => {
  const places = barcodesIn(quality, Math.max(luma.width, luma.height)).map((place) => {
    const margin = AROUND * Math.max(place.right - place.left, place.bottom - place.top);
    return {
      left: place.left - margin,
      top: place.top - margin,
      right: place.right + margin,
      bottom: place.bottom + margin,
    };
  });
  const seen: (ScanResult | null)[] = readBeside(luma, recogniserOfProcess(), ({ x, y }) =>
    places.some(({ left, top, right, bottom }) => x > left && x < right && y > top && y < bottom),
  ).map(toDocument);
  // A single one has already been read.
  for (const place of places.length > 1 ? places : []) {
    const part = cutOut(luma, place);
    seen.push(await barcodeIn(part, NEXT_BARCODE_MS));
    part.data.fill(0);
  }
  return seen;
};

const readImage = async (
  colours: ColourImage,
  sourceLongSide: number,
  clock: () => number,
  signerKeys: readonly SignerKey[],
): Promise<ScanResult> => {
  const { planes, wipe } = planesOf(colours, lumaOf(colours));
  const barcodeIn = async (image: GreyImage, milliseconds: number): Promise<ScanResult | null> => {
    const bytes = await readPdf417(image, startBudget(milliseconds, clock), isBeyondChance);
    return bytes ? interpret(bytes, signerKeys) : null;
  };
  const barcode = (milliseconds: number) => barcodeIn(planes.luma, milliseconds);
  const zone = (budget: Budget): MrzOutcome => readMrz(planes, recogniserOfProcess(), budget);
  try {
    const quality = await measureQuality(planes.luma, sourceLongSide);
    const hopeless = hopelessReason(quality);
    if (hopeless) return qualityLow(hopeless);
    // Whatever the picture seems to show is looked for first. Some cards have both: reading one is enough.
    const first = showsBarcode(quality) ? await barcode(SEARCH_MS.barcode) : null;
    if (first === sealBroken) return first;
    if (first?.kind === "read") return ofOnePerson(first, await beside(planes.luma, quality, barcodeIn));
    const limits = showsBarcode(quality) ? SHORT_SEARCH_MS : SEARCH_MS;
    const found = zone(startBudget(limits.zone, clock));
    if (found.kind === "read") {
      // A card may repeat its zone in a seal, which proves more, or proves that the zone was altered.
      const seal = await readSeal(planes.luma, ["DataMatrix"], signerKeys);
      const result = seal?.decides ? seal.result : toDocument(found.reading);
      return ofOnePerson(result, found.others.map(toDocument));
    }
    const seal = await readSeal(planes.luma, ["QRCode", "DataMatrix"], signerKeys);
    if (seal?.decides) return seal.result;
    if (first) return seal?.result ?? first;
    const last =
      showsBarcode(quality) || found.kind === "invalid" ? null : await barcode(SHORT_SEARCH_MS.barcode);
    return last ?? seal?.result ?? explainFailure(quality, found);
  } finally {
    wipe();
  }
};

/**
 * The clock of a process that does nothing else: the milliseconds for which it has worked. A busy machine
 * takes longer over the same search and must not call a good photo a bad one for that.
 */
export const processorTime = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/**
 * Reads a photo of a passport, or of the side of a card that has a barcode or a machine readable zone.
 * Whatever the bytes are, the answer is a document or the reason why there is none. The photo's bytes are
 * zeroed. `clock` gives milliseconds of work and never runs backwards; `signerKeys` are the keys to check
 * barcode signatures with.
 */
export const scan = async (
  photo: Uint8Array,
  clock: () => number,
  signerKeys: readonly SignerKey[] = [],
): Promise<ScanResult> => {
  const decoded = await decodeImage(photo);
  photo.fill(0);
  if (!decoded.ok) return decoded.problem;
  try {
    return await readImage(decoded.image, decoded.sourceLongSide, clock, signerKeys);
  } finally {
    decoded.image.data.fill(0);
  }
};
