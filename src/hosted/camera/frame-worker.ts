import { createRecogniser, lumaOfRgba, type Recogniser, readFrame } from "@lintel/document-reader/live";

/** What goes to the worker: part of the camera's picture. Its bytes are transferred, not copied. */
export type Frame = { rgba: Uint8ClampedArray<ArrayBuffer>; width: number; height: number };

/** What comes back. */
export type FrameAnswer = ReturnType<typeof readFrame>;

/** Why a frame cannot be read. */
export type Hint = Extract<FrameAnswer, { kind: "hint" }>["hint"];

// In a separate worker: reading takes a tenth of a second, and the camera's picture must not stop for it.
let recognise: Recogniser | null = null;

self.addEventListener("message", ({ data: { rgba, width, height } }: MessageEvent<Frame>) => {
  recognise ??= createRecogniser();
  const answer: FrameAnswer = readFrame(lumaOfRgba(rgba, width, height), recognise);
  self.postMessage(answer);
});
