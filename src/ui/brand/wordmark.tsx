import { Mark } from "./mark.tsx";
import styles from "./wordmark.module.css";

export const Wordmark = ({ size = 20 }: { size?: number }) => (
  <span className={styles.wordmark}>
    <Mark size={size} />
    <span>Lintel</span>
  </span>
);
