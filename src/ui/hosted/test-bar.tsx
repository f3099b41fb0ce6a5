import styles from "./test-bar.module.css";
import type { Words } from "./words.ts";

/** Nobody may take a test for the real thing, nor the real thing for a test. */
export const TestBar = ({ words: { texts } }: { words: Words }) => (
  <aside className={styles.bar} aria-label={texts.test.badge}>
    <strong>{texts.test.badge}</strong>
    <span>{texts.test.bar}</span>
  </aside>
);
