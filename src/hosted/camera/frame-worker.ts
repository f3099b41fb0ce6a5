import { lumaOfRgba, readFrame } from "#methods/document/live/read-frame.ts";
import { createRecogniser, type Recogniser } from "#methods/document/mrz/recogniser.ts";

/** What goes to the worker: a piece of the camera's picture. Its bytes change hands, they are not copied. */
export type Frame = { rgba: Uint8ClampedArray<ArrayBuffer>; width: number; height: number };

export type Hint =
  | "searching"
  | "too_dark"
  | "glare"
  | "too_far"
  | "blurry"
  | "cut_off"
  | "hold_still"
  | "barcode";

/** What comes back. */
export type FrameAnswer = { kind: "read" } | { kind: "hint"; hint: Hint };

// In a worker of its own: reading takes a tenth of a second, and the camera's picture must not stop for it.
let recognise: Recogniser | null = null;

self.addEventListener("message", ({ data: { rgba, width, height } }: MessageEvent<Frame>) => {
  recognise ??= createRecogniser();
  const verdict = readFrame(lumaOfRgba(rgba, width, height), recognise);
  self.postMessage(verdict satisfies FrameAnswer);
});
