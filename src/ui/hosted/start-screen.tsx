import { Facts } from "./facts.tsx";
import { MethodChoice } from "./method-choice.tsx";
import { ProblemNotice } from "./problem-notice.tsx";
import styles from "./prove-screen.module.css";
import type { PageView, Problem } from "./view.ts";
import type { Words } from "./words.ts";

type StartScreenProps = {
  words: Words;
  view: PageView;
  secret: string;
  methods: string[];
  problem: Problem | null;
};

/** The first screen, before any camera: who asks, for what, what happens to the data, and which ways there are. */
export const StartScreen = ({ words, view, secret, methods, problem }: StartScreenProps) => {
  const { texts, say } = words;
  const { tenantName: tenant, minimumAge: age, attemptsLeft } = view;
  return (
    <>
      <h1 className={styles.title}>{say(texts.start.title, { tenant, age })}</h1>
      <p className={styles.lead}>
        {methods.length > 0 ? texts.start.lead : say(texts.start.noWay, { tenant })}
      </p>
      {problem && (
        <div className={styles.problem}>
          <ProblemNotice problem={problem} attemptsLeft={attemptsLeft} />
        </div>
      )}
      <Facts words={words} tenant={tenant} age={age} />
      {methods.length > 0 && <MethodChoice words={words} methods={methods} secret={secret} />}
    </>
  );
};
