import styles from "./document-form.module.css";
import { texts } from "./texts.ts";
import type { Phase } from "./use-evidence.ts";

const WORDS: Record<Phase, string> = {
  ready: "",
  preparing: texts.document.preparing,
  sending: texts.document.sending,
  checking: texts.document.checking,
};

/** How far it is. The words are announced; the bar is for the eyes. Always there, so that it is live in time. */
export const SendingStatus = ({ phase, share }: { phase: Phase; share: number }) => (
  <div className={styles.status} data-phase={phase}>
    <p role="status">{WORDS[phase]}</p>
    {phase === "sending" && <progress value={share} max={1} aria-hidden="true" />}
    {(phase === "preparing" || phase === "checking") && <progress aria-hidden="true" />}
  </div>
);
