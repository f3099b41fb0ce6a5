import actions from "./actions.module.css";
import { FocusedHeading } from "./focused-heading.tsx";
import { Frame } from "./frame.tsx";
import styles from "./outcome-screen.module.css";
import { RetryButton } from "./retry-button.tsx";
import type { Texts } from "./texts/en/index.ts";

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
