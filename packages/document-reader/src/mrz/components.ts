/**
 * A connected piece of ink: its box in pixels, with right and bottom excluded, and how many pixels it has.
 */
export type Box = { left: number; top: number; right: number; bottom: number; area: number };

const root = (parents: Int32Array, label: number): number => {
  let at = label;
  for (let up = parents[at] ?? at; up !== at; up = parents[at] ?? at) {
    // Halves the path for the next look-up.
    parents[at] = parents[up] ?? up;
    at = up;
  }
  return at;
};

const scratchOf = (capacity: number) => {
  const array = (): Int32Array<ArrayBuffer> => new Int32Array(capacity);
  return { parents: array(), starts: array(), ends: array(), rows: array() };
};

/** Kept between pictures: these are the largest buffers that the search needs, and they hold no picture. */
let scratch = scratchOf(0);

/** Finds a map's connected pieces (eight neighbours) by joining runs of ink with those in the row above. */
export const components = (ink: Uint8Array, width: number, height: number): Box[] => {
  const capacity = Math.ceil((width + 1) / 2) * height;
  if (scratch.parents.length < capacity) scratch = scratchOf(capacity);
  const { parents, starts, ends, rows } = scratch;
  let [count, above, aboveEnd] = [0, 0, 0];
  for (let y = 0; y < height; y += 1) {
    const first = count;
    const row = y * width;
    for (let x = 0; x < width; x += 1) {
      if (ink[row + x] === 0) continue;
      const start = x;
      while (x < width && ink[row + x] === 1) x += 1;
      starts[count] = start;
      ends[count] = x;
      rows[count] = y;
      parents[count] = count;
      while (above < aboveEnd && (ends[above] ?? 0) < start) above += 1;
      for (let other = above; other < aboveEnd && (starts[other] ?? 0) <= x; other += 1) {
        const [mine, theirs] = [root(parents, count), root(parents, other)];
        if (mine < theirs) parents[theirs] = mine;
        else parents[mine] = theirs;
      }
      count += 1;
    }
    above = first;
    aboveEnd = count;
  }
  const boxes = new Map<number, Box>();
  for (let run = 0; run < count; run += 1) {
    const label = root(parents, run);
    const [left, right, y] = [starts[run] ?? 0, ends[run] ?? 0, rows[run] ?? 0];
    const box = boxes.get(label);
    if (!box) {
      boxes.set(label, { left, top: y, right, bottom: y + 1, area: right - left });
      continue;
    }
    box.left = Math.min(box.left, left);
    box.right = Math.max(box.right, right);
    box.bottom = y + 1;
    box.area += right - left;
  }
  return [...boxes.values()];
};

/** Something with the size and shape of one character, or of a few that touch. */
export type Glyph = {
  x: number;
  y: number;
  left: number;
  right: number;
  width: number;
  height: number;
  /** How many characters it seems to be. */
  count: number;
};

const SMALLEST = 5;
const LARGEST_SHARE = 1 / 13;
/** Together with the space beside it, a character is about as wide as it is tall. */
const PITCH = 1.05;
const WIDEST = 6;
/** A box that is all ink is a tile of a pattern, unless it is small or slim: a blurred "8", an "I". */
const SOLID = { share: 0.82, fromHeight: 11, fromWidth: 0.4 };
/** The most glyphs of a noisy picture: the largest are kept. */
const MOST = 7000;

/** Picks the boxes that may be characters of level text. */
export const glyphsOf = (boxes: readonly Box[], longSide: number): Glyph[] => {
  const largest = longSide * LARGEST_SHARE;
  const glyphs: Glyph[] = [];
  for (const { left, top, right, bottom, area } of boxes) {
    const [width, height] = [right - left, bottom - top];
    if (height < SMALLEST || height > largest || width < 2 || area < 6) continue;
    if (width < 0.1 * height || width > WIDEST * height || area < 0.1 * width * height) continue;
    const isSolid = height >= SOLID.fromHeight && width > SOLID.fromWidth * height;
    if (isSolid && area > SOLID.share * width * height) continue;
    const count = width < 1.35 * height ? 1 : Math.max(1, Math.round(width / (PITCH * height)));
    glyphs.push({ x: (left + right) / 2, y: (top + bottom) / 2, left, right, width, height, count });
  }
  if (glyphs.length <= MOST) return glyphs;
  return glyphs.sort((a, b) => b.height - a.height).slice(0, MOST);
};
