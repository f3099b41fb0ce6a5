import actions from "./actions.module.css";
import { Frame } from "./frame.tsx";
import styles from "./outcome-screen.module.css";
import type { Words } from "./words.ts";

/** While the database is away: says so without a script, and offers the same address again. */
export const UnavailablePage = ({ words: { texts }, reference }: { words: Words; reference: string }) => (
  <Frame by={texts.frame.by}>
    <h1 className={styles.title}>{texts.broken.title}</h1>
    <p className={styles.text}>{texts.broken.text}</p>
    <p className={styles.text}>
      {texts.broken.reference} <code>{reference}</code>
    </p>
    <div className={styles.again}>
      {/* biome-ignore lint/a11y/useValidAnchor: RFC 3986 §4.4, the address itself; it works without a script */}
      <a className={actions.primary} href="">
        {texts.broken.again}
      </a>
    </div>
  </Frame>
);
