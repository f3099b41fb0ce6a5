/** One byte per pixel, row by row. */
export type GreyImage = { data: Uint8Array; width: number; height: number };

/** Part of a picture, which it is cut to, as a copy. */
export const cutOut = (
  { data, width, height }: GreyImage,
  part: { left: number; top: number; right: number; bottom: number },
): GreyImage => {
  const [left, top] = [Math.max(0, Math.floor(part.left)), Math.max(0, Math.floor(part.top))];
  const [right, bottom] = [Math.min(width, Math.ceil(part.right)), Math.min(height, Math.ceil(part.bottom))];
  const copy = new Uint8Array((right - left) * (bottom - top));
  for (let y = top; y < bottom; y += 1) {
    copy.set(data.subarray(y * width + left, y * width + right), (y - top) * (right - left));
  }
  return { data: copy, width: right - left, height: bottom - top };
};

/** Three bytes per pixel: red, green, blue. */
export type ColourImage = { data: Uint8Array; width: number; height: number };

/** Brightness as the eye weighs it (ITU-R BT.601, in 256ths). */
export const lumaOf = (
  { data, width, height }: Omit<ColourImage, "data"> & { data: Uint8Array | Uint8ClampedArray },
  bytesPerPixel = 3,
): GreyImage => {
  const luma = new Uint8Array(width * height);
  for (let pixel = 0, at = 0; pixel < luma.length; pixel += 1, at += bytesPerPixel) {
    luma[pixel] = ((data[at] ?? 0) * 77 + (data[at + 1] ?? 0) * 150 + (data[at + 2] ?? 0) * 29) >> 8;
  }
  return { data: luma, width, height };
};

/**
 * The strongest of the three colours: coloured print is as bright as paper in one of them, black ink in none.
 */
export const inkOf = ({ data, width, height }: ColourImage): GreyImage => {
  const ink = new Uint8Array(width * height);
  for (let pixel = 0, at = 0; pixel < ink.length; pixel += 1, at += 3) {
    ink[pixel] = Math.max(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
  }
  return { data: ink, width, height };
};

const TILE = 16;
/** The border that stays unmeasured. */
const MARGIN = 2;
/** The sharpest dozen tiles may be dust or a stray edge; the next one represents the picture. */
const SHARPEST_SKIPPED = 12;

/** A 3 × 3 mean: noise would otherwise pass for sharpness. The border keeps 0. */
const softened = ({ data, width, height }: GreyImage): Float32Array => {
  const soft = new Float32Array(data.length);
  const ofThree = (i: number): number => (data[i - 1] ?? 0) + (data[i] ?? 0) + (data[i + 1] ?? 0);
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const i = y * width + x;
      soft[i] = (ofThree(i - width) + ofThree(i) + ofThree(i + width)) / 9;
    }
  }
  return soft;
};

type Tile = {
  laplacianVariance: number;
  darkShare: number;
  contrast: number;
  alternation: number;
  /** How much changes along the bars for what changes across them, from 0 (nothing) to 1, however they lie. */
  rows: number;
};

const measureTile = (soft: Float32Array, width: number, left: number, top: number): Tile => {
  const at = (index: number): number => soft[index] ?? 0;
  let [sum, squares, min, max, steps] = [0, 0, 255, 0, 0];
  let [xx, yy, xy] = [0, 0, 0];
  for (let y = top; y < top + TILE; y += 1) {
    for (let x = left; x < left + TILE; x += 1) {
      const i = y * width + x;
      const laplacian = at(i - 1) + at(i + 1) + at(i - width) + at(i + width) - 4 * at(i);
      sum += laplacian;
      squares += laplacian * laplacian;
      min = Math.min(min, at(i));
      max = Math.max(max, at(i));
      steps += Math.abs(at(i) - at(i - 1)) + Math.abs(at(i) - at(i - width));
      const dx = at(i + 1) - at(i - 1);
      const dy = at(i + width) - at(i - width);
      xx += dx * dx;
      yy += dy * dy;
      xy += dx * dy;
    }
  }
  let dark = 0;
  for (let y = top; y < top + TILE; y += 1) {
    for (let x = left; x < left + TILE; x += 1) if (at(y * width + x) < (min + max) / 2) dark += 1;
  }
  const count = TILE * TILE;
  const mean = sum / count;
  const contrast = max - min;
  const apart = Math.hypot(xx - yy, 2 * xy);
  return {
    laplacianVariance: squares / count - mean * mean,
    darkShare: dark / count,
    contrast,
    alternation: contrast > 0 ? steps / count / contrast : 0,
    // The lesser eigenvalue of the structure tensor over the greater one.
    rows: xx + yy > 0 ? (xx + yy - apart) / (xx + yy + apart) : 0,
  };
};

// Half ink, half paper, in full contrast, constantly alternating: text has less ink, wood and cloth less
// contrast.
const isBarcodeLike = ({ darkShare, contrast, alternation }: Tile, range: number): boolean =>
  contrast > 0.35 * range && darkShare > 0.35 && darkShare < 0.68 && alternation > 0.14;

/** The places above, below and beside one place of `count`, in rows of `columns`. */
export const neighbours = (place: number, columns: number, count: number): number[] => [
  ...(place >= columns ? [place - columns] : []),
  ...(place + columns < count ? [place + columns] : []),
  ...(place % columns > 0 ? [place - 1] : []),
  ...(place % columns < columns - 1 ? [place + 1] : []),
];

/**
 * A two-dimensional barcode, or something like one. Its edges are in pixels of the copy that was measured.
 */
export type Block = { left: number; top: number; right: number; bottom: number; tiles: number };

/** Measured: a linear barcode, which has no rows, has up to 0.01, a PDF417 at its smallest or blurred 0.25. */
const LEAST_ROWS = 0.06;

type Marks = { marked: readonly boolean[]; rows: readonly number[]; columns: number };

/** The marked tiles that touch each other, starting with this one. */
const together = ({ marked, columns }: Marks, from: number): Set<number> => {
  const block = new Set([from]);
  for (const tile of block) {
    for (const near of neighbours(tile, columns, marked.length)) if (marked[near]) block.add(near);
  }
  return block;
};

/** The blocks of marked tiles in which something begins and ends along the bars too, as a PDF417's rows do. */
const blocksOf = (marks: Marks): Block[] => {
  const { marked, rows, columns } = marks;
  const seen = new Set<number>();
  const blocks: Block[] = [];
  for (const [index, isMarked] of marked.entries()) {
    if (!isMarked || seen.has(index)) continue;
    const block = together(marks, index);
    for (const tile of block) seen.add(tile);
    // Inside: at least three of its four neighbours are marked too.
    const tiles = [...block].filter(
      (tile) => neighbours(tile, columns, marked.length).filter((near) => marked[near]).length >= 3,
    ).length;
    const sorted = [...block].map((tile) => rows[tile] ?? 0).sort((a, b) => a - b);
    if (tiles === 0 || (sorted[sorted.length >> 1] ?? 0) < LEAST_ROWS) continue;
    const across = [...block].map((tile) => tile % columns);
    const down = [...block].map((tile) => Math.floor(tile / columns));
    blocks.push({
      left: MARGIN + Math.min(...across) * TILE,
      top: MARGIN + Math.min(...down) * TILE,
      right: MARGIN + (Math.max(...across) + 1) * TILE,
      bottom: MARGIN + (Math.max(...down) + 1) * TILE,
      tiles,
    });
  }
  return blocks.sort((a, b) => b.tiles - a.tiles);
};

/**
 * A histogram whose last bin is the first one's neighbour, smoothed by a triangle: each bin adds those within
 * `reach`, nearer ones weighing more.
 */
export const smoothed = (histogram: Float64Array, reach: number): Float64Array =>
  histogram.map((_, bin) => {
    let sum = 0;
    for (let offset = -reach; offset <= reach; offset += 1) {
      sum += (histogram.at((bin + offset) % histogram.length) ?? 0) * (reach + 1 - Math.abs(offset));
    }
    return sum;
  });

/** The lowest of 256 levels at or below which at least `count` values lie. */
export const levelReaching = (histogram: Uint32Array, count: number): number => {
  let seen = 0;
  for (const [level, values] of histogram.entries()) {
    seen += values;
    if (seen >= count) return level;
  }
  return 255;
};

/** Looks at the picture in tiles of 16 × 16 pixels: how sharp the sharpest are, and which look like a barcode of two dimensions. */
export const tileMetrics = (image: GreyImage, brightness: { low: number; high: number }) => {
  const soft = softened(image);
  const range = Math.max(1, brightness.high - brightness.low);
  const variances: number[] = [];
  const marked: boolean[] = [];
  const rows: number[] = [];
  for (let top = MARGIN; top + TILE < image.height - 1; top += TILE) {
    for (let left = MARGIN; left + TILE < image.width - 1; left += TILE) {
      const tile = measureTile(soft, image.width, left, top);
      variances.push(tile.laplacianVariance);
      marked.push(isBarcodeLike(tile, range));
      rows.push(tile.rows);
    }
  }
  variances.sort((a, b) => b - a);
  const spoken = variances[Math.min(SHARPEST_SKIPPED, variances.length - 1)] ?? 0;
  const columns = Math.ceil((image.width - 1 - MARGIN - TILE) / TILE);
  const blocks = blocksOf({ marked, rows, columns });
  return {
    sharpness: (spoken / (range * range)) * 1e4,
    barcodeTiles: blocks.reduce((sum, { tiles }) => sum + tiles, 0),
    blocks,
  };
};
