import styles from "./test-bar.module.css";
import { texts } from "./texts.ts";

/** Nobody may take a test for the real thing, nor the real thing for a test. */
export const TestBar = () => (
  <aside className={styles.bar} aria-label={texts.test.badge}>
    <strong>{texts.test.badge}</strong>
    <span>{texts.test.bar}</span>
  </aside>
);
