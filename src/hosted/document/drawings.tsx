import type { ReactNode } from "react";
import styles from "./drawings.module.css";

const ROWS = 9;
const COLUMNS = 58;
const CELL = { width: 3, height: 6 };
const ORIGIN = { x: 53, y: 74 };

/**
 * Black or white, with no visible pattern and the same each time: it looks like a PDF417 but encodes nothing.
 */
const isBlack = (row: number, column: number): boolean => {
  const mixed = (row * 73_856_093) ^ (column * 19_349_663) ^ (row * column * 83_492_791);
  const stirred = Math.imul(mixed ^ (mixed >>> 13), 1_274_126_177);
  return ((stirred ^ (stirred >>> 16)) & 1) === 1;
};

const bar = (x: number, y: number, width: number, height: number): string =>
  `M${x} ${y}h${width}v${height}h${-width}z`;

const drawBarcode = (): string => {
  const { x, y } = ORIGIN;
  const tall = ROWS * CELL.height;
  const right = x + COLUMNS * CELL.width;
  const parts = [
    bar(x - 15, y, 8, tall),
    bar(x - 5, y, 2, tall),
    bar(right + 3, y, 6, tall),
    bar(right + 12, y, 2, tall),
  ];
  for (let row = 0; row < ROWS; row += 1) {
    for (let column = 0; column < COLUMNS; column += 1) {
      if (isBlack(row, column))
        parts.push(bar(x + column * CELL.width, y + row * CELL.height, CELL.width, CELL.height));
    }
  }
  return parts.join("");
};

const BARCODE = drawBarcode();

/** The corners of a viewfinder. */
const FRAME =
  "M8 30V14a8 8 0 0 1 8-8h16M248 6h16a8 8 0 0 1 8 8v16M272 146v16a8 8 0 0 1-8 8h-16M32 170H16a8 8 0 0 1-8-8v-16";

/** A document in front of the camera; the part that the picture must show is in colour. */
const Drawing = ({ children }: { children: ReactNode }) => (
  <svg className={styles.drawing} viewBox="0 0 280 176" aria-hidden="true">
    <rect className={styles.card} x="22" y="18" width="236" height="140" rx="12" />
    {children}
    <path className={styles.frame} d={FRAME} />
  </svg>
);

/** A passport's page with its two lines of letters, and the back of a licence with its barcode. */
export const DocumentDrawings = ({ label }: { label: string }) => (
  <div className={styles.drawings} role="img" aria-label={label}>
    <Drawing>
      <circle className={styles.face} cx="70" cy="62" r="15" />
      <path className={styles.face} d="M42 104a28 24 0 0 1 56 0z" />
      <path className={styles.print} d="M118 46h96M118 62h64M118 78h80M118 94h48" />
      <path className={styles.zone} d="M38 126h204M38 142h204" />
    </Drawing>
    <Drawing>
      <rect className={styles.stripe} x="22" y="34" width="236" height="22" />
      <path className={styles.bars} d={BARCODE} shapeRendering="crispEdges" />
      <path className={styles.print} d="M40 141h94M40 149h62" />
    </Drawing>
  </div>
);
