import type { PlainDate } from "@lintel/age";
import { decodeImage } from "../../../packages/document-reader/src/image/image.ts";
import { inkOf, lumaOf } from "../../../packages/document-reader/src/image/tiles.ts";
import { readMrz } from "../../../packages/document-reader/src/mrz/read-zone.ts";
import { createRecogniser } from "../../../packages/document-reader/src/mrz/recogniser.ts";
import { scan } from "../../../packages/document-reader/src/scan.ts";
import { type MrzPhotoOptions, makeMrzPhoto } from "../../documents/mrz-photo.ts";

export type Measured = {
  /** What the method would get: "passport", "visa", …, or the code of the refusal. */
  answer: string;
  isRead: boolean;
  /** Wall time of one scan, and the processor's, which other work on the machine does not lengthen. */
  wallMs: number;
  cpuMs: number;
  /** The birth date that was read differs from the printed one. */
  isWrongBirth: boolean;
};

export type MeasuredZone = Measured & {
  format: string;
  /** All check digits of the format hold; the Swiss licence has none. */
  isValid: boolean;
  /** Every character is right. */
  isExact: boolean;
};

const clock = (): number => performance.now();
const recognise = createRecogniser();

/** One scan as the product does it, timed. @param printed what the document says, where it is one */
export const measureScan = async (
  photo: Uint8Array,
  printed?: { birthDate: PlainDate },
): Promise<Measured> => {
  const cpu = process.cpuUsage();
  const start = clock();
  const result = await scan(photo, clock);
  const wallMs = clock() - start;
  const { user, system } = process.cpuUsage(cpu);
  const cpuMs = (user + system) / 1000;
  if (result.kind === "no_read") {
    const answer = [result.code, result.reason].filter(Boolean).join(" ");
    return { answer, isRead: false, wallMs, cpuMs, isWrongBirth: false };
  }
  const { document } = result;
  const read = document.birthDate.open();
  const year = "yearInCentury" in read ? read.yearInCentury : read.year % 100;
  const meant = printed?.birthDate;
  const isWrongBirth =
    meant !== undefined &&
    (meant.year % 100 !== year || meant.month !== read.month || meant.day !== read.day);
  return { answer: document.kind, isRead: true, wallMs, cpuMs, isWrongBirth };
};

/** The zone's text, which never leaves the product's scan process: compared here with what was printed. */
const zoneOf = async (photo: Uint8Array): Promise<{ lines: readonly string[] } | null> => {
  const decoded = await decodeImage(photo);
  if (!decoded.ok) return null;
  const planes = { luma: lumaOf(decoded.image), ink: () => inkOf(decoded.image) };
  const outcome = readMrz(planes, recognise, { isSpent: () => false });
  return outcome.kind === "read" ? { lines: outcome.reading.lines.open() } : null;
};

/** Draws one document, scans it, and compares what was read with what was meant: what is printed, unless given. */
export const measureZone = async (
  options: MrzPhotoOptions,
  meant: readonly string[] = options.lines,
): Promise<MeasuredZone> => {
  const photo = await makeMrzPhoto(options);
  const zone = await zoneOf(photo);
  return {
    ...(await measureScan(photo, options.holder)),
    format: options.format,
    isValid: zone !== null,
    isExact: zone?.lines.join("\n") === meant.join("\n"),
  };
};
