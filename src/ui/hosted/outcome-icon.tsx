import styles from "./outcome-icon.module.css";
import type { ScreenName } from "./view.ts";

const SHAPES: Record<Exclude<ScreenName, "prove" | "handoff">, string> = {
  approved: "M10.500 19.500l5.700 5.700 13-13.400",
  // A beam: the doorway stays closed, and nobody is blamed.
  rejected: "M11 20h18",
  failed: "M20 11v11M20 28.500v.100",
  expired: "M20 11.500V20l5.500 4",
  // A square, as on every device that can be stopped.
  cancelled: "M14.500 14.500h11v11h-11z",
};

/** Tells the outcomes apart by shape and not by colour alone (WCAG §1.4.1). */
export const OutcomeIcon = ({ screen }: { screen: keyof typeof SHAPES }) => (
  <svg className={styles.icon} data-screen={screen} viewBox="0 0 40 40" aria-hidden="true" focusable="false">
    <circle cx="20" cy="20" r="19.5" />
    <path d={SHAPES[screen]} />
  </svg>
);
