import { lumaOfRgba } from "#methods/document/live/luma-of-rgba.ts";
import { readFrame } from "#methods/document/live/read-frame.ts";
import { createRecogniser, type Recogniser } from "#methods/document/mrz/recogniser.ts";
import type { Frame, FrameAnswer } from "./frame-protocol.ts";

// In a worker of its own: reading takes a tenth of a second, and the camera's picture must not stop for it.
let recognise: Recogniser | null = null;

self.addEventListener("message", ({ data: { rgba, width, height } }: MessageEvent<Frame>) => {
  recognise ??= createRecogniser();
  const verdict = readFrame(lumaOfRgba(rgba, width, height), recognise);
  self.postMessage(verdict satisfies FrameAnswer);
});
