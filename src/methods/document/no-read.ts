import type { NoRead, NoReadCode, QualityReason } from "./document.ts";

const QUALITY_HINTS: Record<QualityReason, string> = {
  too_small:
    "The picture is too small. Move closer, so that the card fills the frame, or send the original photo.",
  too_dark: "The picture is too dark. Turn on a light or go to a window, and take it again.",
  blurry: "The picture is blurred. Hold the phone still, let it focus on the barcode, and take it again.",
  glare: "A reflection hides part of the card. Tilt the card or turn off the flash, and take it again.",
};

const HINTS: Record<Exclude<NoReadCode, "DOCUMENT_QUALITY_LOW">, string> = {
  DOCUMENT_UNREADABLE:
    "We found the barcode but could not read it. Lay the card flat, keep the whole barcode in the picture, and take it again.",
  DOCUMENT_NOT_FOUND:
    "We saw no licence barcode. Take a picture of the back of the card, where the wide block of fine black bars is.",
  DOCUMENT_TYPE_UNSUPPORTED:
    "This is not a document we can use. Use a driving licence or ID card from the United States or Canada.",
  IMAGE_FORMAT_UNSUPPORTED: "We cannot open this file. Send a photo as JPEG, PNG or WebP.",
  IMAGE_TOO_LARGE: "The picture is too large. Send a photo under 12 MB and 50 megapixels.",
  METHOD_FAILED: "Something broke on our side while reading the picture. Please try again.",
};

/** No read, because of how the picture was taken. */
export const qualityLow = (reason: QualityReason): NoRead => ({
  kind: "no_read",
  code: "DOCUMENT_QUALITY_LOW",
  reason,
  hint: QUALITY_HINTS[reason],
});

/** No read, for a reason that no other light or angle would change; `hint` replaces the usual words. */
export const noRead = (code: Exclude<NoReadCode, "DOCUMENT_QUALITY_LOW">, hint?: string): NoRead => ({
  kind: "no_read",
  code,
  hint: hint ?? HINTS[code],
});
