"use client";
import actions from "#hosted/frame/actions.module.css";
import { useWords } from "#hosted/frame/words-context.tsx";
import styles from "./sending-status.module.css";
import type { Sending } from "./use-sending.ts";

/** The key of a form that is sent without scripts. */
export const FormKey = ({ value }: { value: string }) => (
  <input type="hidden" name="evidence_key" value={value} />
);

type SendingStatusProps = Sending & {
  /** What is done before anything is sent; null: nothing. */
  preparing?: string | null;
};

/**
 * How far what was sent has come: words to announce, a bar to see and, where it takes long, a button that ends the
 * waiting. Always in the page, so that its words are announced.
 */
export const SendingStatus = ({ phase, share, isSlow, stop, preparing = null }: SendingStatusProps) => {
  const { texts } = useWords();
  const { sending, reading, unsure, slow, stop: stopText } = texts.sending;
  const said = phase && { sending, reading, unsure, waiting: texts.offline.unsent }[phase];
  const isBusy = phase !== null || preparing !== null;
  return (
    <div className={styles.status} data-busy={isBusy} data-phase={phase ?? "ready"}>
      <div role="status">
        {isBusy && <p>{said ?? preparing}</p>}
        {phase && isSlow && <p className={styles.slow}>{slow}</p>}
      </div>
      {isBusy && phase !== "waiting" && (
        // Without a value once all bytes have left: then it is unknown how far it is.
        <progress
          {...(phase === "sending" && share < 1 ? { value: share, max: 1 } : {})}
          aria-hidden="true"
        />
      )}
      {phase && isSlow && (
        <button type="button" className={actions.quiet} onClick={stop}>
          {stopText}
        </button>
      )}
    </div>
  );
};
