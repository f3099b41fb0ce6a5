import { CARD } from "./card-face.ts";
import { type Pixels, rgbImage, rgbOf, svgOf } from "./pixels.ts";
import { apply, type Homography, inverse } from "./projection.ts";
import { seeded } from "./seeded.ts";

/** Lays a soft shadow where the card will lie, a little down and to the right of it. */
export const castShadow = async (scene: Pixels, toPhoto: Homography): Promise<Pixels> => {
  const { width } = scene;
  const corners = [
    [0, 0],
    [CARD.width, 0],
    [CARD.width, CARD.height],
    [0, CARD.height],
  ] as const;
  const points = corners
    .map(([x, y]) => apply(toPhoto, x, y))
    .map(({ x, y }) => `${x + width / 170},${y + width / 120}`);
  const shadow = `<filter id="soft"><feGaussianBlur stdDeviation="${width / 130}"/></filter><polygon points="${points.join(" ")}" opacity=".55" filter="url(#soft)"/>`;
  return rgbOf(rgbImage(scene).composite([{ input: svgOf(scene, shadow) }]));
};

/** How a page bulges: its lines become arcs. All in the card's tenths of a millimetre but `vertex`. */
type Bend = {
  /** How far the highest place of a line is off its ends; below 0 the page sags. */
  rise: number;
  /** Where the highest place is: a share of the page's width, 0.5 being the middle. */
  vertex: number;
  left: number;
  width: number;
};

/** How far a bent page is off a flat one at a place across it, and how steep it is there, from -1 to 1. */
const bulge = ({ rise, vertex, left, width }: Bend, x: number): { off: number; slope: number } => {
  const across = Math.max(0, Math.min(1, (x - left) / width));
  const side = across < vertex ? vertex : 1 - vertex;
  const from = (across - vertex) / side;
  return { off: rise * (0.5 - from * from), slope: (from * 0.5 * Math.sign(rise)) / side };
};

/**
 * The card shown on a screen: pixels with a stripe for each colour, so many of them across. Seen through a camera's own pixels
 * they make moiré.
 */
export type Screen = { pixelsAcross: number };

/** How bright a screen's stripe of one colour (0 to 2) is at a place across and down its pixels. */
const stripe = ({ pixelsAcross }: Screen, x: number, y: number, channel: number): number => {
  const pitch = CARD.width / pixelsAcross;
  const across = Math.cos(2 * Math.PI * (x / pitch - (channel + 0.5) / 3));
  const down = Math.cos((2 * Math.PI * y) / pitch);
  return Math.max(0, 1 + 0.55 * across) * (1 + 0.18 * down);
};

const LEVEL = { off: 0, slope: 0 } as const;
const FLAT: Bend = { rise: 0, vertex: 0.5, left: 0, width: CARD.width };
/** What turns away from the lamp is darker, by this much at the most. */
const BEND_SHADE = 2.2;

/**
 * Puts the card (RGBA) into the scene (RGB, changed in place), sampling between its pixels. A photo has two million of
 * them: here, and in `shine`, nothing is made for each.
 */
export const layCard = (
  scene: Pixels,
  card: Pixels,
  toPhoto: Homography,
  { bend = FLAT, screen }: { bend?: Bend; screen?: Screen } = {},
): void => {
  const [a, b, c, d, e, f, g, h, i] = inverse(toPhoto);
  const scaleX = card.width / CARD.width;
  const scaleY = card.height / CARD.height;
  const stride = card.width * 4;
  const from = card.data;
  const to = scene.data;
  for (let y = 0; y < scene.height; y += 1) {
    for (let x = 0; x < scene.width; x += 1) {
      const w = g * (x + 0.5) + h * (y + 0.5) + i;
      const cardX = (a * (x + 0.5) + b * (y + 0.5) + c) / w;
      const cardY = (d * (x + 0.5) + e * (y + 0.5) + f) / w;
      const u = cardX * scaleX - 0.5;
      if (!(u >= 0 && u < card.width - 1)) continue;
      const { off, slope } = bend.rise === 0 ? LEVEL : bulge(bend, cardX);
      const v = (cardY + off) * scaleY - 0.5;
      if (!(v >= 0 && v < card.height - 1)) continue;
      const shade = 1 - Math.min(0.35, (BEND_SHADE * Math.abs(bend.rise * slope)) / CARD.height);
      const u0 = Math.floor(u);
      const v0 = Math.floor(v);
      const fx = u - u0;
      const fy = v - v0;
      const topLeft = v0 * stride + u0 * 4;
      const pixel = (y * scene.width + x) * 3;
      let alpha = 0;
      // Its opacity first, then the three colours.
      for (let step = 0; step < 4; step += 1) {
        const channel = (step + 3) % 4;
        const at = topLeft + channel;
        const value =
          ((from[at] ?? 0) * (1 - fx) + (from[at + 4] ?? 0) * fx) * (1 - fy) +
          ((from[at + stride] ?? 0) * (1 - fx) + (from[at + stride + 4] ?? 0) * fx) * fy;
        if (channel === 3) {
          alpha = value / 255;
          continue;
        }
        to[pixel + channel] =
          (to[pixel + channel] ?? 0) * (1 - alpha) +
          value * alpha * (screen ? stripe(screen, cardX, cardY, channel) : shade);
      }
    }
  }
};

/** How a phone takes the picture. */
export type Shot = {
  /** In pixels; the height is three quarters of that. */
  width: number;
  /** The lens's blur and the sensor's noise, both as standard deviations. */
  blur: number;
  noise: number;
  /** 1 is a bright room, 0.1 a dark one. */
  light: number;
  /** 0 to 1: how strong the reflection is, and where it is as a share of the picture. */
  glare: number;
  glareAt: { x: number; y: number };
  jpegQuality: number;
  seed: number;
};

/** Lamp from one side, darker corners, warm tint, and a reflection if asked for (RGB, changed in place). */
export const shine = (scene: Pixels, { light, glare, glareAt, seed }: Shot): void => {
  const angle = seeded(seed ^ 0x11aa)() * Math.PI * 2;
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  const tint = [1.02, 1, 0.955] as const;
  const { data, width, height } = scene;
  for (let y = 0; y < height; y += 1) {
    const ny = y / height - 0.5;
    const gy = (ny + 0.5 - glareAt.y) / 0.13;
    for (let x = 0; x < width; x += 1) {
      const nx = x / width - 0.5;
      const lamp = light * (0.96 + 0.2 * (nx * dx + ny * dy) - 0.34 * (nx * nx + ny * ny));
      const gx = (nx + 0.5 - glareAt.x) / 0.17;
      const spot = glare === 0 ? 0 : glare * 330 * Math.exp(-(gx * gx + gy * gy));
      const to = (y * width + x) * 3;
      data[to] = Math.min(255, (data[to] ?? 0) * lamp * tint[0] + spot);
      data[to + 1] = Math.min(255, (data[to + 1] ?? 0) * lamp * tint[1] + spot);
      data[to + 2] = Math.min(255, (data[to + 2] ?? 0) * lamp * tint[2] + spot);
    }
  }
};

/** The lens's blur, then the sensor's noise, then the phone's JPEG. */
export const expose = async (
  scene: Pixels,
  { blur, noise, jpegQuality, seed }: Shot,
): Promise<Uint8Array> => {
  const sharpest = rgbImage(scene);
  const photo = await rgbOf(blur < 0.3 ? sharpest : sharpest.blur(blur));
  const { data } = photo;
  const random = seeded(seed ^ 0x4015e);
  // The sum of three uniform numbers is close enough to a bell curve; its deviation is one half.
  const grain = (): number => (random() + random() + random() - 1.5) * 2 * noise;
  if (noise > 0) {
    for (let index = 0; index < data.length; index += 3) {
      const luma = grain();
      for (let channel = 0; channel < 3; channel += 1) {
        data[index + channel] = Math.max(0, Math.min(255, (data[index + channel] ?? 0) + luma));
      }
    }
  }
  return rgbImage(photo).jpeg({ quality: jpegQuality, mozjpeg: false }).toBuffer();
};
