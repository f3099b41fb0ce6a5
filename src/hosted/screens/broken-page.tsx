import actions from "#hosted/frame/actions.module.css";
import { Frame } from "#hosted/frame/frame.tsx";
import { StepHeading } from "#hosted/frame/step.tsx";
import type { Texts } from "#hosted/texts/en.ts";
import type { Words } from "#hosted/words.ts";
import styles from "./outcome-screen.module.css";
import { RetryButton } from "./retry-button.tsx";

type BrokenPageProps = {
  texts: Pick<Texts, "broken" | "frame">;
  reference: string | undefined;
  /** Tries again by script; if absent, a link leads to the same address. */
  retry?: () => void;
};

/** Something went wrong on our side; nothing was lost and nothing was decided. */
export const BrokenPage = ({ texts, reference, retry }: BrokenPageProps) => (
  <Frame by={texts.frame.by}>
    {retry ? (
      <StepHeading className={styles.title}>{texts.broken.title}</StepHeading>
    ) : (
      <h1 className={styles.title}>{texts.broken.title}</h1>
    )}
    <p className={styles.text}>{texts.broken.text}</p>
    {reference !== undefined && (
      <p className={styles.text}>
        {texts.broken.reference} <code>{reference}</code>
      </p>
    )}
    <div className={styles.buttons}>
      {retry ? (
        <RetryButton retry={retry}>{texts.broken.again}</RetryButton>
      ) : (
        // biome-ignore lint/a11y/useValidAnchor: RFC 3986 §4.4, this very address; it works without a script
        <a className={actions.primary} href="">
          {texts.broken.again}
        </a>
      )}
    </div>
  </Frame>
);

type NoticePageProps = { words: Words; notice: { title: string; text: string; next?: string } };

/** Only words: there is no page here, or it is the wrong browser for it. */
export const NoticePage = ({ words: { texts }, notice: { title, text, next } }: NoticePageProps) => (
  <Frame by={texts.frame.by}>
    <h1 className={styles.title}>{title}</h1>
    <p className={styles.text}>{text}</p>
    {next && <p className={styles.text}>{next}</p>}
  </Frame>
);
