import { Frame } from "../frame.tsx";
import styles from "../outcome-screen.module.css";
import type { Words } from "../words.ts";

/** The wallet opened another browser than the one that asked it. This one learns nothing but the way back. */
export const ElsewherePage = ({ words: { texts } }: { words: Words }) => (
  <Frame by={texts.frame.by}>
    <h1 className={styles.title}>{texts.wallet.elsewhere.title}</h1>
    <p className={styles.text}>{texts.wallet.elsewhere.text}</p>
    <p className={styles.text}>{texts.wallet.elsewhere.next}</p>
  </Frame>
);
