import { Frame } from "./frame.tsx";
import styles from "./outcome-screen.module.css";
import { texts } from "./texts.ts";

/** Says no more than that: not whether there was such a page. */
export const MissingPage = () => (
  <Frame>
    <h1 className={styles.title}>{texts.missing.title}</h1>
    <p className={styles.text}>{texts.missing.text}</p>
  </Frame>
);
