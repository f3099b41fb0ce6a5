import type { Glyph } from "./components.ts";
import { type Curve, fitCurve, heightAt, median } from "./curve.ts";

/** A line of text: the middles of its characters lie along its curve, from x = left to x = right. */
export type TextLine = Curve & {
  left: number;
  right: number;
  /** The median height of its characters. */
  height: number;
  /** The median distance from one character to the next. */
  pitch: number;
  /** Characters found. */
  count: number;
  /**
   * The share of steps about as long as the median: nearly all in a zone, whose type has one pitch; few in
   * prose.
   */
  regularity: number;
  glyphs: readonly Glyph[];
};

const FEWEST = 3;

/**
 * A step is regular when it differs from the median by no more than this share of it: "1" is printed off
 * centre.
 */
const REGULAR = 0.15;

const lineOf = (glyphs: readonly Glyph[]): TextLine => {
  const height = median(glyphs.map((glyph) => glyph.height));
  const steps = glyphs.slice(1).map((glyph, index) => {
    const before = glyphs[index] ?? glyph;
    // Between the centres of the two boxes' nearest characters.
    const from = before.right - before.width / before.count / 2;
    return glyph.left + glyph.width / glyph.count / 2 - from;
  });
  const pitch = median([...steps]) || height;
  return {
    ...fitCurve(glyphs, height),
    left: Math.min(...glyphs.map(({ left }) => left)),
    right: Math.max(...glyphs.map(({ right }) => right)),
    height,
    pitch,
    regularity: steps.filter((step) => Math.abs(step - pitch) <= REGULAR * pitch).length / steps.length,
    count: glyphs.reduce((sum, { count }) => sum + count, 0),
    glyphs,
  };
};

/**
 * One character may be missing between two. A visa page's margin is hardly wider, and other print may begin
 * after it.
 */
const FARTHEST = 1.4;

/** Each character's nearest neighbour to the right, if it is at the same height and of similar size. */
const links = (glyphs: readonly Glyph[]): Int32Array => {
  const next = new Int32Array(glyphs.length).fill(-1);
  const costs = new Float64Array(glyphs.length).fill(Number.POSITIVE_INFINITY);
  const previous = new Int32Array(glyphs.length).fill(-1);
  for (const [index, glyph] of glyphs.entries()) {
    let [best, bestCost] = [-1, Number.POSITIVE_INFINITY];
    for (let other = index + 1; other < glyphs.length; other += 1) {
      const right = glyphs[other];
      if (!right || right.left - glyph.right > FARTHEST * glyph.height) break;
      const gap = right.left - glyph.right;
      const apart = Math.abs(right.y - glyph.y);
      const ratio = right.height / glyph.height;
      if (gap < -0.35 * glyph.height || right.x - glyph.x < 0.3 * glyph.height) continue;
      if (apart > 0.45 * glyph.height || ratio < 0.5 || ratio > 2) continue;
      const cost = Math.max(0, gap) + 2 * apart;
      if (cost < bestCost) [best, bestCost] = [other, cost];
    }
    if (best === -1 || bestCost >= (costs[best] ?? 0)) continue;
    const loser = previous[best] ?? -1;
    if (loser !== -1) next[loser] = -1;
    next[index] = best;
    previous[best] = index;
    costs[best] = bestCost;
  }
  return next;
};

const continues = (left: TextLine, right: TextLine): boolean => {
  const height = Math.max(left.height, right.height);
  const gap = right.left - left.right;
  const ratio = right.height / left.height;
  const apart = Math.abs(heightAt(left, right.left) - heightAt(right, right.left));
  return gap > -height && gap < 9 * height && ratio > 0.65 && ratio < 1.55 && apart < 0.5 * height;
};

/**
 * This many characters make a zone's line by themselves: what they were joined with may be print beside it.
 */
const ENOUGH_ALONE = 20;

/**
 * Builds lines of level text: neighbours are chained, and chains that continue each other become one. A long
 * chain also counts on its own: what continues it may be something under the document.
 */
export const textLines = (glyphs: readonly Glyph[]): TextLine[] => {
  const sorted = [...glyphs].sort((a, b) => a.left - b.left);
  const next = links(sorted);
  const isFirst = new Uint8Array(sorted.length).fill(1);
  for (const to of next) if (to !== -1) isFirst[to] = 0;
  const chains: Glyph[][] = [];
  for (const [index] of sorted.entries()) {
    if (isFirst[index] === 0) continue;
    const chain: Glyph[] = [];
    for (let at = index; at !== -1; at = next[at] ?? -1) {
      const glyph = sorted[at];
      if (glyph) chain.push(glyph);
    }
    if (chain.length >= FEWEST) chains.push(chain);
  }
  chains.sort((a, b) => (a[0]?.left ?? 0) - (b[0]?.left ?? 0));
  const merged: { chain: Glyph[]; line: TextLine }[] = [];
  const alone = new Set<TextLine>();
  for (const chain of chains) {
    const line = lineOf(chain);
    if (line.count >= ENOUGH_ALONE) alone.add(line);
    const before = merged
      .filter((other) => continues(other.line, line))
      .sort((a, b) => b.line.right - a.line.right)[0];
    if (!before) {
      merged.push({ chain, line });
      continue;
    }
    before.chain = [...before.chain, ...chain].sort((a, b) => a.left - b.left);
    before.line = lineOf(before.chain);
  }
  return [...new Set([...merged.map(({ line }) => line), ...alone])];
};
