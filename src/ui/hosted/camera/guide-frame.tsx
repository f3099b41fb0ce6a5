import styles from "./camera.module.css";
import { type Box, guideIn } from "./guide.ts";

const roundedBox = ({ left, top, width, height }: Box, radius: number): string => {
  const corner = (x: number, y: number): string => `a${radius} ${radius} 0 0 1 ${x * radius} ${y * radius}`;
  const [across, down] = [width - 2 * radius, height - 2 * radius];
  return `M${left + radius} ${top}h${across}${corner(1, 1)}v${down}${corner(-1, 1)}h${-across}${corner(-1, -1)}v${-down}${corner(1, -1)}z`;
};

/** The frame, in the picture's own coordinates: it lies right however the picture is fitted into the screen. */
export const GuideFrame = ({ width, height }: { width: number; height: number }) => {
  const guide = guideIn(width, height);
  const [right, bottom] = [guide.left + guide.width, guide.top + guide.height];
  const radius = guide.width * 0.035;
  const band = bottom - guide.height * 0.24;
  return (
    <svg className={styles.guide} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
      <path
        className={styles.shade}
        fillRule="evenodd"
        d={`M0 0H${width}V${height}H0Z ${roundedBox(guide, radius)}`}
      />
      <path className={styles.edge} d={roundedBox(guide, radius)} />
      <path className={styles.band} d={`M${guide.left + radius} ${band}H${right - radius}`} />
    </svg>
  );
};
