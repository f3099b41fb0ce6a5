import styles from "./document-form.module.css";
import type { Phase } from "./use-evidence.ts";
import { useWords } from "./words-context.tsx";

/** How far it is. The words are announced; the bar is for the eyes. Always there, so that it is live in time. */
export const SendingStatus = ({ phase, share }: { phase: Phase; share: number }) => {
  const { texts } = useWords();
  const { preparing, sending, checking } = texts.document;
  const waiting = texts.offline.unsent;
  const said: Record<Phase, string> = { ready: "", preparing, sending, waiting, checking };
  return (
    <div className={styles.status} data-phase={phase}>
      <p role="status">{said[phase]}</p>
      {phase === "sending" && <progress value={share} max={1} aria-hidden="true" />}
      {(phase === "preparing" || phase === "checking") && <progress aria-hidden="true" />}
    </div>
  );
};
