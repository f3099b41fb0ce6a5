import { FocusedHeading } from "./focused-heading.tsx";
import { OutcomeIcon } from "./outcome-icon.tsx";
import styles from "./outcome-screen.module.css";
import { problemText } from "./problem-texts.ts";
import { texts } from "./texts.ts";
import type { PageView, ScreenName } from "./view.ts";
import { WayBack } from "./way-back.tsx";

type Outcome = Exclude<ScreenName, "prove">;
type Words = { title: string; text: string; last?: string; next: readonly string[]; go: string };

const wordsOf = (screen: Outcome, { tenantName: tenant, minimumAge: age, problem }: PageView): Words => {
  const asked = { tenant, age };
  switch (screen) {
    case "approved": {
      const { title, text, go } = texts.approved;
      return { title: title(asked), text: text(asked), next: [], go: go(tenant) };
    }
    case "rejected": {
      const { title, text, next, go } = texts.rejected;
      return { title: title(asked), text: text(asked), next: next(asked), go: go(tenant) };
    }
    case "failed": {
      const { title, text, next, go, last } = texts.failed;
      const words = { title, text, next: next(asked), go: go(tenant) };
      return problem ? { ...words, last: last(problemText(problem).title) } : words;
    }
    case "expired": {
      const { title, text, next, go } = texts.expired;
      return { title, text: text(), next: next(asked), go: go(tenant) };
    }
    default:
      return screen satisfies never;
  }
};

/** How it ended, what that means, and the way back to who asked. */
export const OutcomeScreen = ({ screen, view }: { screen: Outcome; view: PageView }) => {
  const { title, text, last, next, go } = wordsOf(screen, view);
  return (
    <div className={styles.outcome}>
      <OutcomeIcon screen={screen} />
      <FocusedHeading level={1} className={styles.title}>
        {title}
      </FocusedHeading>
      <p className={styles.text}>{text}</p>
      {last && <p className={styles.text}>{last}</p>}
      {next.length > 0 && (
        <section className={styles.next}>
          <h2>{texts.wayBack.next}</h2>
          <ul>
            {next.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ul>
        </section>
      )}
      <WayBack
        url={view.returnUrl}
        verificationId={view.verificationId}
        label={go}
        tenant={view.tenantName}
        isQuick={screen === "approved"}
      />
    </div>
  );
};
