import type { GreyImage } from "../image/tiles.ts";

/** From one plane's coordinates to another's: x' = a x + c y + e, y' = b x + d y + f. */
export type Affine = { a: number; b: number; c: number; d: number; e: number; f: number };

export type Point = { x: number; y: number };

export const scaling = (factor: number): Affine => ({ a: factor, b: 0, c: 0, d: factor, e: 0, f: 0 });

/** By how much a level line becomes longer. */
export const scaleOf = ({ a, b }: Affine): number => Math.hypot(a, b);

export const mapped = ({ a, b, c, d, e, f }: Affine, { x, y }: Point): Point => ({
  x: a * x + c * y + e,
  y: b * x + d * y + f,
});

/** First `first`, then `second`. */
export const followedBy = (first: Affine, second: Affine): Affine => {
  const origin = mapped(second, { x: first.e, y: first.f });
  return {
    a: second.a * first.a + second.c * first.b,
    b: second.b * first.a + second.d * first.b,
    c: second.a * first.c + second.c * first.d,
    d: second.b * first.c + second.d * first.d,
    e: origin.x,
    f: origin.y,
  };
};

/**
 * A smaller copy, each pixel the mean of those that it covers, and the way back; the picture itself if small
 * enough.
 */
export const shrunkTo = (image: GreyImage, longSide: number): { image: GreyImage; toSource: Affine } => {
  const factor = Math.max(image.width, image.height) / longSide;
  if (factor <= 1) return { image, toSource: scaling(1) };
  const [width, height] = [Math.floor(image.width / factor), Math.floor(image.height / factor)];
  const data = new Uint8Array(width * height);
  const ends = Uint32Array.from({ length: width + 1 }, (_, x) =>
    Math.min(image.width, Math.round(x * factor)),
  );
  const sums = new Uint32Array(width);
  for (let y = 0; y < height; y += 1) {
    const top = Math.round(y * factor);
    const bottom = Math.min(image.height, Math.max(top + 1, Math.round((y + 1) * factor)));
    sums.fill(0);
    for (let from = top; from < bottom; from += 1) {
      const row = from * image.width;
      for (let x = 0, at = 0; x < width; x += 1) {
        const end = ends[x + 1] ?? 0;
        let sum = 0;
        for (; at < end; at += 1) sum += image.data[row + at] ?? 0;
        sums[x] = (sums[x] ?? 0) + sum;
      }
    }
    for (let x = 0; x < width; x += 1) {
      const columns = (ends[x + 1] ?? 0) - (ends[x] ?? 0);
      data[y * width + x] = (sums[x] ?? 0) / (columns * (bottom - top));
    }
  }
  return { image: { data, width, height }, toSource: scaling(factor) };
};

/**
 * The picture turned so that what ran at `degrees` (clockwise, as y points down) runs level, and the way
 * back. The new corners are grey, which makes no edge against most paper.
 */
export const turned = (image: GreyImage, degrees: number): { image: GreyImage; toSource: Affine } => {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const width = Math.ceil(image.width * Math.abs(cos) + image.height * Math.abs(sin));
  const height = Math.ceil(image.width * Math.abs(sin) + image.height * Math.abs(cos));
  // Around the centre: a step to the right in the turned picture is a step along the angle in the source.
  const toSource: Affine = {
    a: cos,
    b: sin,
    c: -sin,
    d: cos,
    e: image.width / 2 - (cos * width) / 2 + (sin * height) / 2,
    f: image.height / 2 - (sin * width) / 2 - (cos * height) / 2,
  };
  const data = new Uint8Array(width * height).fill(160);
  for (let y = 0; y < height; y += 1) {
    const start = mapped(toSource, { x: 0.5, y: y + 0.5 });
    for (let x = 0; x < width; x += 1) {
      const u = start.x + x * cos - 0.5;
      const v = start.y + x * sin - 0.5;
      if (u < 0 || v < 0 || u >= image.width - 1 || v >= image.height - 1) continue;
      const [left, top] = [Math.floor(u), Math.floor(v)];
      const [fx, fy] = [u - left, v - top];
      const at = top * image.width + left;
      const under = at + image.width;
      data[y * width + x] =
        ((image.data[at] ?? 0) * (1 - fx) + (image.data[at + 1] ?? 0) * fx) * (1 - fy) +
        ((image.data[under] ?? 0) * (1 - fx) + (image.data[under + 1] ?? 0) * fx) * fy;
    }
  }
  return { image: { data, width, height }, toSource };
};
