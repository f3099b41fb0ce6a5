import { Frame } from "./frame.tsx";
import styles from "./outcome-screen.module.css";
import type { Words } from "./words.ts";

/** Says no more than that: not whether there was such a page. */
export const MissingPage = ({ words: { texts } }: { words: Words }) => (
  <Frame by={texts.frame.by}>
    <h1 className={styles.title}>{texts.missing.title}</h1>
    <p className={styles.text}>{texts.missing.text}</p>
  </Frame>
);
