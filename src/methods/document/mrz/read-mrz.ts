import type { Budget } from "../budget.ts";
import type { GreyImage } from "../planes.ts";
import { type Look, locate } from "./locate.ts";
import { type Desk, readZone } from "./read-zone.ts";
import type { Recogniser } from "./recogniser.ts";
import { isCertainlyWrong, isProof, looksLikeZone, sayTheSame, type ZoneReading } from "./zone-reading.ts";
import { toTry } from "./zones.ts";

/** The same picture twice: by its brightness, and with coloured print (guilloche) gone, ink left: max(R, G, B). */
export type Planes = { luma: GreyImage; ink: () => GreyImage };

export type MrzOutcome =
  | { kind: "read"; reading: ZoneReading }
  /** Read twice, clearly, and its check digits do not hold: misprinted or altered, no matter of the photo. */
  | { kind: "invalid" }
  /** `sawZone`: lines that begin and measure like a zone's. `glyphHeight`: of what looks most like one, in pixels. */
  | { kind: "none"; sawZone: boolean; glyphHeight: number | null };

type Pass = Look & { plane: keyof Planes };

const PASSES: readonly Pass[] = [
  { plane: "luma", side: 1200, spread: 0.35 },
  { plane: "ink", side: 1200, spread: 0.35 },
  { plane: "luma", side: 1600, spread: 0.5 },
  { plane: "ink", side: 900, spread: 0.5 },
];

const LINES_READ_AT_MOST = 40;
const ZONES_TRIED = 3;
const OTHERS_TRIED = 3;

/** Finds and reads a machine readable zone anywhere in the picture, whichever way it lies. */
export const readMrz = (planes: Planes, recognise: Recogniser, budget: Budget): MrzOutcome => {
  const desk: Desk = { image: planes.luma, recognise, linesLeft: LINES_READ_AT_MOST };
  let doubtful: ZoneReading | null = null;
  let glyphHeight: number | null = null;
  let sawZone = false;
  // The first look is always taken to its end: on a busy machine a good photo must not be called a bad one.
  let isFirst = true;
  const mayGoOn = (): boolean => desk.linesLeft > 0 && (isFirst || !budget.isSpent());
  for (const pass of PASSES) {
    if (!mayGoOn()) break;
    desk.image = pass.plane === "luma" ? planes.luma : planes.ink();
    let wrong: ZoneReading | null = null;
    for (const { zone, toSource } of toTry(locate(desk.image, pass), ZONES_TRIED, OTHERS_TRIED)) {
      if (zone.isUsualLength) glyphHeight ??= zone.height * Math.hypot(toSource.a, toSource.b);
      const reading = mayGoOn() ? readZone(desk, zone, toSource) : null;
      if (!reading) continue;
      sawZone ||= looksLikeZone(reading);
      if (isProof(reading)) return { kind: "read", reading };
      if (isCertainlyWrong(reading)) wrong ??= reading;
    }
    // Twice from different pictures of it; within one pass the same pixels would say the same.
    if (wrong && doubtful && sayTheSame(wrong, doubtful)) return { kind: "invalid" };
    doubtful ??= wrong;
    isFirst = false;
  }
  return { kind: "none", sawZone, glyphHeight };
};
