import actions from "../actions.module.css";
import { FocusedHeading } from "../focused-heading.tsx";
import { type PageView, pagePath } from "../view.ts";
import type { Words } from "../words.ts";
import styles from "./handoff.module.css";
import { HandoffButton } from "./handoff-button.tsx";

type HandoffScreenProps = { words: Words; handoff: NonNullable<PageView["handoff"]>; secret: string };

const Waiting = ({ words: { texts }, picture }: { words: Words; picture: string }) => (
  <>
    <FocusedHeading level={1} className={styles.title}>
      {texts.handoff.title}
    </FocusedHeading>
    {/* biome-ignore lint/performance/noImgElement: it is in the page already, there is nothing to load */}
    <img className={styles.code} src={picture} alt={texts.handoff.picture} />
    <ol className={styles.steps}>
      {texts.handoff.steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
    <p className={styles.note}>{texts.handoff.limits}</p>
  </>
);

const Said = ({ title, text }: { title: string; text: string }) => (
  <>
    <FocusedHeading level={1} className={styles.title}>
      {title}
    </FocusedHeading>
    <p className={styles.note}>{text}</p>
  </>
);

/** On the first device: the code, then that a phone has it, and the way back. */
export const HandoffScreen = ({ words, handoff: { state, picture }, secret }: HandoffScreenProps) => {
  const { handoff } = words.texts;
  if (state === "taken_back") return <Said title={handoff.takenBackTitle} text={handoff.takenBack} />;
  return (
    <section className={styles.screen}>
      {picture !== null && <Waiting words={words} picture={picture} />}
      {state === "opened" && <Said title={handoff.openedTitle} text={handoff.opened} />}
      {state === "expired" && (
        <>
          <Said title={handoff.expiredTitle} text={handoff.expired} />
          <HandoffButton secret={secret} intent="start" className={actions.primary}>
            {handoff.again}
          </HandoffButton>
        </>
      )}
      <HandoffButton secret={secret} intent="take_back" className={actions.secondary}>
        {handoff.here}
      </HandoffButton>
      <noscript>
        <meta httpEquiv="refresh" content={`5;url=${pagePath(secret)}`} />
      </noscript>
    </section>
  );
};
