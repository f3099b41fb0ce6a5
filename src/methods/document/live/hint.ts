/** What would help the person who holds a document before a camera, or that it was read. */
export const LIVE_HINTS = [
  "searching",
  "too_dark",
  "glare",
  "too_far",
  "blurry",
  "cut_off",
  "hold_still",
  "barcode",
] as const;

export type LiveHint = (typeof LIVE_HINTS)[number];

export type LiveVerdict = { kind: "read" } | { kind: "hint"; hint: LiveHint };
