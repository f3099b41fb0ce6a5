import actions from "#hosted/frame/actions.module.css";
import { Frame } from "#hosted/frame/frame.tsx";
import { TestBar } from "#hosted/frame/page-parts.tsx";
import { arrivalTitle } from "#hosted/frame/screen-texts.ts";
import type { Words } from "#hosted/words.ts";
import styles from "./handoff.module.css";

type HandoffArrivalProps = {
  words: Words;
  /** Null: the code is unknown, used or expired. */
  offer: { brand: { name: string; logo: string | null }; mode: "live" | "test" } | null;
  code: string;
};

/** On the phone that scanned the code. Nothing happens before a press, so that link previews do not use it up. */
export const HandoffArrival = ({ words, offer, code }: HandoffArrivalProps) => {
  const { texts } = words;
  return (
    <Frame
      by={texts.frame.by}
      tenant={offer?.brand.name}
      logo={offer?.brand.logo}
      bar={offer?.mode === "test" ? <TestBar words={words} /> : null}
    >
      <h1 className={styles.title}>{arrivalTitle(words, offer)}</h1>
      <p className={styles.note}>{offer ? texts.handoff.arrive : texts.handoff.stale}</p>
      {offer && (
        <form className={styles.go} method="post" action={`/c/${encodeURIComponent(code)}/open`}>
          <button type="submit" className={actions.primary}>
            {texts.handoff.arriveGo}
          </button>
        </form>
      )}
    </Frame>
  );
};
