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
