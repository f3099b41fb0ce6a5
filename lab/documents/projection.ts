import { CARD } from "./card-face.ts";

/** A 3 × 3 matrix, row by row, that maps points of one plane onto another. */
export type Homography = readonly [number, number, number, number, number, number, number, number, number];

export type Pose = {
  /** Degrees that the card is turned in the picture. */
  tilt: number;
  /** Degrees that the phone leans back, and that it looks from the side: perspective. */
  pitch: number;
  yaw: number;
  /** The card's width as a share of the picture's. */
  share: number;
  /** Where the card's middle is, as a share of the picture, 0.5 being the middle. */
  centre: { x: number; y: number };
};

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** A pinhole camera above the card: from the card's tenths of a millimetre to the picture's pixels. */
export const cardToPhoto = (pose: Pose, photo: { width: number; height: number }): Homography => {
  const [tilt, pitch, yaw] = [radians(pose.tilt), radians(pose.pitch), radians(pose.yaw)];
  const scale = (photo.width * pose.share) / CARD.width;
  // Held about three card widths away, as people do.
  const distance = 3 * CARD.width * scale;
  // The first two columns of the rotation: where the card's x and y axes point.
  const x = [
    Math.cos(tilt) * Math.cos(yaw),
    Math.sin(tilt) * Math.cos(pitch),
    Math.cos(tilt) * Math.sin(yaw) + Math.sin(tilt) * Math.sin(pitch),
  ] as const;
  const y = [
    -Math.sin(tilt) * Math.cos(yaw),
    Math.cos(tilt) * Math.cos(pitch),
    -Math.sin(tilt) * Math.sin(yaw) + Math.cos(tilt) * Math.sin(pitch),
  ] as const;
  const [midX, midY] = [pose.centre.x * photo.width, pose.centre.y * photo.height];
  const row = (axis: 0 | 1 | 2, offset: number): [number, number, number] => {
    const [a, b] = [x[axis] * scale, y[axis] * scale];
    return [a, b, offset - (a * CARD.width) / 2 - (b * CARD.height) / 2];
  };
  const w = row(2, distance);
  const [u, v] = [row(0, 0), row(1, 0)];
  const project = (axis: [number, number, number], middle: number): [number, number, number] => [
    axis[0] * distance + w[0] * middle,
    axis[1] * distance + w[1] * middle,
    axis[2] * distance + w[2] * middle,
  ];
  return [...project(u, midX), ...project(v, midY), ...w];
};

/** The way back (the adjugate does: a homography's scale does not matter). */
export const inverse = ([a, b, c, d, e, f, g, h, i]: Homography): Homography => [
  e * i - f * h,
  c * h - b * i,
  b * f - c * e,
  f * g - d * i,
  a * i - c * g,
  c * d - a * f,
  d * h - e * g,
  b * g - a * h,
  a * e - b * d,
];

/** Where the point (x, y) lands. */
export const apply = (matrix: Homography, x: number, y: number): { x: number; y: number } => {
  const [a, b, c, d, e, f, g, h, i] = matrix;
  const w = g * x + h * y + i;
  return { x: (a * x + b * y + c) / w, y: (d * x + e * y + f) / w };
};
