import type { ReactNode } from "react";
import actions from "#hosted/frame/actions.module.css";
import { StepHeading } from "#hosted/frame/step.tsx";
import { type PageView, pagePath } from "#hosted/view.ts";
import type { Words } from "#hosted/words.ts";
import styles from "./handoff.module.css";

type HandoffButtonProps = {
  secret: string;
  intent: "start" | "take_back";
  className?: string | undefined;
  children: ReactNode;
};

/** A button in its own form: it works without JavaScript. */
const HandoffButton = ({ secret, intent, className, children }: HandoffButtonProps) => (
  <form method="post" action={`${pagePath(secret)}/handoff`}>
    <button type="submit" name="intent" value={intent} className={className ?? actions.secondary}>
      {children}
    </button>
  </form>
);

type HandoffScreenProps = { words: Words; handoff: NonNullable<PageView["handoff"]>; secret: string };

const Waiting = ({ words: { texts }, picture }: { words: Words; picture: string }) => (
  <>
    <StepHeading className={styles.title}>{texts.handoff.title}</StepHeading>
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
    <StepHeading className={styles.title}>{title}</StepHeading>
    <p className={styles.note}>{text}</p>
  </>
);

/** On the first device: the code, then the news that a phone has the check, and a button to take it back. */
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
      <HandoffButton secret={secret} intent="take_back">
        {handoff.here}
      </HandoffButton>
      <noscript>
        <p className={styles.note}>
          <a href={pagePath(secret)}>{words.texts.time.look}</a>
        </p>
      </noscript>
    </section>
  );
};

/** For devices with a mouse, because a phone often has the better camera. Phones do not show it. */
export const HandoffOffer = ({ words: { texts }, secret }: { words: Words; secret: string }) => (
  <aside className={styles.offer} aria-label={texts.handoff.start}>
    <p>{texts.handoff.offer}</p>
    <HandoffButton secret={secret} intent="start">
      {texts.handoff.start}
    </HandoffButton>
  </aside>
);
