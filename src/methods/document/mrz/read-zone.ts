import type { GreyImage } from "../planes.ts";
import { COLUMNS_PER_STEP } from "./architecture.ts";
import { type Cells, cellsOf } from "./cells.ts";
import { chooseFormat } from "./choose-format.ts";
import { type Affine, mapped } from "./plane.ts";
import type { Recogniser } from "./recogniser.ts";
import { type Course, cutStrip, GLYPH_HEIGHT } from "./strip.ts";
import type { TextLine } from "./text-lines.ts";
import { judge, type ZoneReading } from "./zone-reading.ts";
import type { Zone } from "./zones.ts";

/** What reading needs: the finest picture there is, and how many lines may still be read. */
export type Desk = { image: GreyImage; recognise: Recogniser; linesLeft: number };

type Direction = "as_found" | "upside_down";

/** Read so well, it needs no second look from the other side: upside down no line reads like this. */
const SURELY_UPRIGHT = 0.97;
/** Worse than this in both directions: no characters of a zone. */
const HOPELESS = 0.45;
/** With two lines of about this length there should be a third (TD1). */
const LENGTH_OF_THREE = 30;

const heightIn = (toSource: Affine): number => Math.hypot(toSource.a, toSource.b);

const courseOf = (
  { left, right, height }: Zone,
  line: Pick<TextLine, "slope" | "offset">,
  toSource: Affine,
  direction: Direction,
): Course => {
  const end = (x: number) => mapped(toSource, { x, y: line.slope * x + line.offset });
  const ends = [end(left), end(right)] as const;
  const [from, to] = direction === "as_found" ? ends : [ends[1], ends[0]];
  return { from, to, height: height * heightIn(toSource) };
};

const readLine = (
  desk: Desk,
  zone: Zone,
  line: Pick<TextLine, "slope" | "offset">,
  toSource: Affine,
  direction: Direction,
): Cells | null => {
  if (desk.linesLeft <= 0) return null;
  desk.linesLeft -= 1;
  const strip = cutStrip(desk.image, courseOf(zone, line, toSource, direction));
  const pitch = ((zone.pitch / zone.height) * GLYPH_HEIGHT) / COLUMNS_PER_STEP;
  const cells = cellsOf(desk.recognise(strip), pitch);
  strip.data.fill(0);
  return cells;
};

const best = (readings: readonly (ZoneReading | null)[]): ZoneReading | null =>
  readings.reduce(
    (kept, reading) => (!kept || (reading && reading.confidence > kept.confidence) ? reading : kept),
    null,
  );

/** Reads all lines of a zone, the right way up, and takes them apart by the format that they show; null for no zone. */
export const readZone = (desk: Desk, zone: Zone, toSource: Affine): ZoneReading | null => {
  const read = (line: Pick<TextLine, "slope" | "offset">, direction: Direction) =>
    readLine(desk, zone, line, toSource, direction);
  // The fullest line shows which way is up.
  const fullest = zone.lines.reduce((a, b) => (b.count > a.count ? b : a));
  const upright = read(fullest, "as_found");
  const turned = (upright?.confidence ?? 0) >= SURELY_UPRIGHT ? null : read(fullest, "upside_down");
  const direction: Direction =
    (turned?.confidence ?? 0) > (upright?.confidence ?? 0) ? "upside_down" : "as_found";
  const known = direction === "as_found" ? upright : turned;
  if (!known || known.confidence < HOPELESS) return null;

  const cells: Cells[] = [];
  for (const line of zone.lines) {
    const found = line === fullest ? known : read(line, direction);
    if (!found) return null;
    cells.push(found);
  }
  const inOrder = <T>(items: readonly T[]): T[] =>
    direction === "as_found" ? [...items] : [...items].reverse();
  const judged = (lines: readonly Cells[]): ZoneReading | null => {
    const chosen = chooseFormat(inOrder(lines));
    return chosen ? judge(chosen) : null;
  };
  const [top, bottom] = [zone.lines[0], zone.lines.at(-1)];
  if (
    cells.length === 2 &&
    top &&
    bottom &&
    cells.every(({ length }) => Math.abs(length - LENGTH_OF_THREE) <= 3)
  ) {
    // One line of three was overlooked: it is as far from its neighbour as the others are from each other.
    const turn = bottom.slope - top.slope;
    const above = read(
      { slope: top.slope - turn, offset: top.offset - (bottom.offset - top.offset) },
      direction,
    );
    const below = read(
      { slope: bottom.slope + turn, offset: bottom.offset + (bottom.offset - top.offset) },
      direction,
    );
    return best([above && judged([above, ...cells]), below && judged([...cells, below])]);
  }
  if (cells.length === 3) {
    // The third line may be print beside the zone.
    return judged(cells) ?? best([judged(cells.slice(1)), judged(cells.slice(0, 2))]);
  }
  return judged(cells);
};
