import { expect, test } from "vitest";
import { cropIn, guideIn } from "#hosted/camera/guide.ts";

test.each([
  [1920, 1080],
  [1080, 1920],
  [640, 480],
  [720, 720],
])(
  "in a picture of %d × %d the frame has a passport page's shape, and what is sent holds it",
  (width, height) => {
    const guide = guideIn(width, height);
    expect(guide.width / guide.height).toBeCloseTo(125 / 88, 5);
    const crop = cropIn(width, height);
    for (const [value] of [[crop.left], [crop.top], [crop.width], [crop.height]])
      expect(Number.isInteger(value)).toBe(true);
    expect(crop.left).toBeGreaterThanOrEqual(0);
    expect(crop.top).toBeGreaterThanOrEqual(0);
    expect(crop.left + crop.width).toBeLessThanOrEqual(width);
    expect(crop.top + crop.height).toBeLessThanOrEqual(height);
    expect(crop.left).toBeLessThanOrEqual(guide.left);
    expect(crop.top + crop.height).toBeGreaterThanOrEqual(guide.top + guide.height);
  },
);
