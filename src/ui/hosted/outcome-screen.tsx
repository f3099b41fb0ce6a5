import { FocusedHeading } from "./focused-heading.tsx";
import { OutcomeIcon } from "./outcome-icon.tsx";
import styles from "./outcome-screen.module.css";
import { problemText } from "./problem-texts.ts";
import type { PageView, ScreenName } from "./view.ts";
import { WayBack } from "./way-back.tsx";
import type { Words } from "./words.ts";

type Outcome = Exclude<ScreenName, "prove" | "handoff">;

/** What to do next, for the outcomes that leave something to do. */
const stepsOf = ({ texts }: Words, screen: Outcome) => (screen === "approved" ? [] : texts[screen].next);

const lastOf = (words: Words, screen: Outcome, { problem }: PageView): string | null =>
  screen === "failed" && problem
    ? words.say(words.texts.failed.last, { problem: problemText(words, problem).title })
    : null;

type OutcomeScreenProps = { words: Words; screen: Outcome; view: PageView };

/** How it ended, what that means, and the way back to who asked. */
export const OutcomeScreen = ({ words, screen, view }: OutcomeScreenProps) => {
  const { texts, say } = words;
  const asked = { tenant: view.tenantName, age: view.minimumAge };
  const last = lastOf(words, screen, view);
  const steps = stepsOf(words, screen);
  return (
    <div className={styles.outcome}>
      <OutcomeIcon screen={screen} />
      <FocusedHeading level={1} className={styles.title}>
        {say(texts[screen].title, asked)}
      </FocusedHeading>
      <p className={styles.text}>{say(texts[screen].text, asked)}</p>
      {last && <p className={styles.text}>{last}</p>}
      {steps.length > 0 && (
        <section className={styles.next}>
          <h2>{texts.wayBack.next}</h2>
          <ul>
            {steps.map((step) => (
              <li key={step}>{say(step, asked)}</li>
            ))}
          </ul>
        </section>
      )}
      {view.device === "phone" ? (
        <p className={styles.back}>{texts.handoff.back}</p>
      ) : (
        <WayBack
          words={words}
          way={{
            url: view.returnUrl,
            verificationId: view.verificationId,
            status: view.status,
            embedHosts: view.embedHosts,
          }}
          label={say(texts[screen].go, asked)}
          tenant={view.tenantName}
          isQuick={screen === "approved"}
        />
      )}
    </div>
  );
};
