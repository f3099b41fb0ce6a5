export type Box = { left: number; top: number; width: number; height: number };

/** Width over height of a passport's page (ISO/IEC 7810 ID-3); a card is a little wider but fits. */
const ASPECT = 125 / 88;
/** Shares of the picture that leave room for the hand that holds the document. */
const WIDEST = 0.94;
const TALLEST = 0.8;
/** The area read and sent is a little larger than the frame, because no one holds a document exactly. */
const MARGIN = 0.1;

/** Where the document should lie, in the picture's own pixels. */
export const guideIn = (width: number, height: number): Box => {
  const guideWidth = Math.min(WIDEST * width, TALLEST * height * ASPECT);
  const guideHeight = guideWidth / ASPECT;
  return {
    left: (width - guideWidth) / 2,
    top: (height - guideHeight) / 2,
    width: guideWidth,
    height: guideHeight,
  };
};

/**
 * The part of the picture that is read and sent: the guide plus a margin, in whole pixels within the picture.
 */
export const cropIn = (width: number, height: number): Box => {
  const guide = guideIn(width, height);
  const margin = MARGIN * guide.width;
  const left = Math.max(0, Math.floor(guide.left - margin));
  const top = Math.max(0, Math.floor(guide.top - margin));
  return {
    left,
    top,
    width: Math.min(width, Math.ceil(guide.left + guide.width + margin)) - left,
    height: Math.min(height, Math.ceil(guide.top + guide.height + margin)) - top,
  };
};
