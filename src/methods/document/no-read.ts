import type { NoRead, NoReadCode, QualityReason } from "./document.ts";

const QUALITY_HINTS: Record<QualityReason, string> = {
  too_small:
    "The picture is too small. Move closer, so that the document fills the frame, or send the original photo.",
  too_dark: "The picture is too dark. Turn on a light or go to a window, and take it again.",
  blurry: "The picture is blurred. Hold the phone still, let it focus on the document, and take it again.",
  glare: "A reflection hides part of the document. Tilt it or turn off the flash, and take it again.",
};

const HINTS: Record<Exclude<NoReadCode, "DOCUMENT_QUALITY_LOW">, string> = {
  DOCUMENT_UNREADABLE:
    "We found the document but could not read it. Lay it flat, keep all of it in the picture, and take it again.",
  DOCUMENT_NOT_FOUND:
    "We saw no document that we can read. Take a picture of a passport's photo page, or of the side of a card that has lines of letters and < signs, or a wide block of fine black bars.",
  DOCUMENT_MRZ_INVALID:
    "We read the lines at the bottom of this document, but they do not fit together. Use another document.",
  DOCUMENT_TYPE_UNSUPPORTED:
    "This is not a document we can use. Use a passport, an ID card, or a driving licence from the United States or Canada.",
  IMAGE_FORMAT_UNSUPPORTED: "We cannot open this file. Send a photo as JPEG, PNG, WebP, HEIC or AVIF.",
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

/** No read, because a file's first bytes or its size say that it need not be opened. */
export const unopened = (code: "IMAGE_FORMAT_UNSUPPORTED" | "IMAGE_TOO_LARGE"): NoRead => ({
  ...noRead(code),
  isUnopened: true,
});
