import actions from "../actions.module.css";
import type { Words } from "../words.ts";
import styles from "./handoff.module.css";
import { HandoffButton } from "./handoff-button.tsx";

/** Where a mouse is, a phone with a better camera is not far. Phones do not see this. */
export const HandoffOffer = ({ words: { texts }, secret }: { words: Words; secret: string }) => (
  <aside className={styles.offer} aria-label={texts.handoff.start}>
    <p>{texts.handoff.offer}</p>
    <HandoffButton secret={secret} intent="start" className={actions.secondary}>
      {texts.handoff.start}
    </HandoffButton>
  </aside>
);
