/** How somebody with a steady hand and good light holds a document before a camera, for makeMrzPhoto. */
export const GOOD_POSE = {
  tilt: 1.5,
  pitch: 3,
  yaw: -3,
  share: 0.8,
  centre: { x: 0.5, y: 0.5 },
  blur: 0.4,
  noise: 4,
  light: 0.9,
  glare: 0,
  glareAt: { x: 0.5, y: 0.5 },
  jpegQuality: 90,
  faintness: 0.05,
  weight: 0,
  seed: 7,
};
