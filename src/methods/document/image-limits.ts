/** A phone's photo has 2 to 8 MB. */
export const MAX_IMAGE_BYTES = 12 * 1024 * 1024;

/** Checked before anything is decoded: a small file can claim, and need, any amount of memory. */
export const MAX_IMAGE_PIXELS = 50_000_000;
