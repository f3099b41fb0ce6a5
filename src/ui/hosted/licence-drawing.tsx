import styles from "./licence-drawing.module.css";
import { texts } from "./texts.ts";

// Widths of the drawing's bars, row by row: it looks like a PDF417 and says nothing.
const ROWS = [
  "3114121231131241",
  "1231314112231142",
  "2113122413113213",
  "1321131221421131",
  "3112213114121322",
];

const barsOf = (row: string): { x: number; width: number }[] => {
  let x = 0;
  return [...row].flatMap((digit, index) => {
    const width = Number(digit) * 4.2;
    const bar = { x, width };
    x += width;
    return index % 2 === 0 ? [bar] : [];
  });
};

/** The back of a licence, with the part that matters in colour and the corners of a viewfinder around it. */
export const LicenceDrawing = () => (
  <svg className={styles.drawing} viewBox="0 0 280 176" role="img" aria-label={texts.document.drawing}>
    <rect className={styles.card} x="22" y="18" width="236" height="140" rx="12" />
    <rect className={styles.stripe} x="22" y="34" width="236" height="20" />
    <g className={styles.bars}>
      {ROWS.map((row, line) =>
        barsOf(row).map(({ x, width }) => (
          <rect key={`${row}-${x}`} x={72 + x} y={72 + line * 9} width={width} height="9" />
        )),
      )}
    </g>
    <g className={styles.text}>
      <rect x="38" y="72" width="20" height="45" rx="2" />
      <rect x="38" y="132" width="96" height="4" rx="2" />
      <rect x="38" y="141" width="64" height="4" rx="2" />
    </g>
    <path
      className={styles.frame}
      d="M8 30V14a8 8 0 0 1 8-8h16M248 6h16a8 8 0 0 1 8 8v16M272 146v16a8 8 0 0 1-8 8h-16M32 170H16a8 8 0 0 1-8-8v-16"
    />
  </svg>
);
