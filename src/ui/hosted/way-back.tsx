import actions from "./actions.module.css";
import { ReturnCountdown } from "./return-countdown.tsx";
import styles from "./way-back.module.css";
import type { Words } from "./words.ts";

type WayBackProps = {
  words: Words;
  url: string | null;
  verificationId: string;
  label: string;
  tenant: string;
  /** Good news needs no reading time. */
  isQuick: boolean;
};

const SECONDS = { quick: 5, slow: 20 } as const;

/** Back to the tenant: a link at once, and by itself a little later. Without an address, words. */
export const WayBack = ({
  words: { texts, say },
  url,
  verificationId,
  label,
  tenant,
  isQuick,
}: WayBackProps) => {
  if (url === null) return <p className={styles.close}>{say(texts.wayBack.close, { tenant })}</p>;
  const seconds = isQuick ? SECONDS.quick : SECONDS.slow;
  return (
    <div className={styles.back}>
      <a className={actions.primary} href={url} rel="noreferrer">
        {label}
      </a>
      <ReturnCountdown url={url} seconds={seconds} onceKey={`returned:${verificationId}`} />
      <noscript>
        <meta httpEquiv="refresh" content={`${seconds};url=${url}`} />
      </noscript>
    </div>
  );
};
