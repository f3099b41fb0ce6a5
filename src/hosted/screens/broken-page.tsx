import actions from "#hosted/frame/actions.module.css";
import { FocusedHeading } from "#hosted/frame/focused-heading.tsx";
import { Frame } from "#hosted/frame/frame.tsx";
import type { Texts } from "#hosted/texts/en.ts";
import type { Words } from "#hosted/texts/words.ts";
import styles from "./outcome-screen.module.css";
import { RetryButton } from "./problem-notice.tsx";

type BrokenPageProps = {
  texts: Pick<Texts, "broken" | "frame">;
  reference: string | undefined;
  /** Tries again by script; left out, a link leads to the same address, with and without scripts. */
  retry?: () => void;
};

/** Something failed on our side; nothing was lost and nothing was decided. */
export const BrokenPage = ({ texts, reference, retry }: BrokenPageProps) => (
  <Frame by={texts.frame.by}>
    {retry ? (
      <FocusedHeading level={1} className={styles.title}>
        {texts.broken.title}
      </FocusedHeading>
    ) : (
      <h1 className={styles.title}>{texts.broken.title}</h1>
    )}
    <p className={styles.text}>{texts.broken.text}</p>
    {reference !== undefined && (
      <p className={styles.text}>
        {texts.broken.reference} <code>{reference}</code>
      </p>
    )}
    <div className={styles.again}>
      {retry ? (
        <RetryButton retry={retry}>{texts.broken.again}</RetryButton>
      ) : (
        // biome-ignore lint/a11y/useValidAnchor: RFC 3986 §4.4, the address itself; it works without a script
        <a className={actions.primary} href="">
          {texts.broken.again}
        </a>
      )}
    </div>
  </Frame>
);

/** Says no more than that: not whether there was such a page. */
export const MissingPage = ({ words: { texts } }: { words: Words }) => (
  <Frame by={texts.frame.by}>
    <h1 className={styles.title}>{texts.missing.title}</h1>
    <p className={styles.text}>{texts.missing.text}</p>
  </Frame>
);

/** The wallet opened another browser than the one that asked it. This one learns nothing but the way back. */
export const ElsewherePage = ({ words: { texts } }: { words: Words }) => (
  <Frame by={texts.frame.by}>
    <h1 className={styles.title}>{texts.wallet.elsewhere.title}</h1>
    <p className={styles.text}>{texts.wallet.elsewhere.text}</p>
    <p className={styles.text}>{texts.wallet.elsewhere.next}</p>
  </Frame>
);
