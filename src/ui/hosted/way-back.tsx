import type { Way } from "./leave.ts";
import { ReturnCountdown } from "./return-countdown.tsx";
import { ReturnLink } from "./return-link.tsx";
import styles from "./way-back.module.css";
import type { Words } from "./words.ts";

type WayBackProps = {
  words: Words;
  way: Way;
  label: string;
  tenant: string;
  /** Good news needs no reading time. */
  isQuick: boolean;
};

const SECONDS = { quick: 5, slow: 20 } as const;

/** Back to the tenant: a link at once, and by itself a little later. Without an address, words. */
export const WayBack = ({ words: { texts, say }, way, label, tenant, isQuick }: WayBackProps) => {
  const seconds = isQuick ? SECONDS.quick : SECONDS.slow;
  return (
    <div className={styles.back}>
      <ReturnLink way={way} label={label} otherwise={say(texts.wayBack.close, { tenant })} />
      {way.url !== null && (
        <>
          <ReturnCountdown way={way} seconds={seconds} onceKey={`returned:${way.verificationId}`} />
          <noscript>
            <meta httpEquiv="refresh" content={`${seconds};url=${way.url}`} />
          </noscript>
        </>
      )}
    </div>
  );
};
