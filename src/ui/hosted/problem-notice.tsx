"use client";
import { FocusedHeading } from "./focused-heading.tsx";
import styles from "./problem-notice.module.css";
import { isRefusal, isUncounted, problemText } from "./problem-texts.ts";
import type { Problem } from "./view.ts";
import { useWords } from "./words-context.tsx";

/** What went wrong with the last try, and what helps. Above the form, which stays ready for the next one. */
export const ProblemNotice = ({ problem, attemptsLeft }: { problem: Problem; attemptsLeft: number }) => {
  const words = useWords();
  const { title, what, next } = problemText(words, problem);
  return (
    <section className={styles.notice}>
      <FocusedHeading level={2} className={styles.title}>
        {title}
      </FocusedHeading>
      <p>{what}</p>
      <p className={styles.next}>{next}</p>
      {!isRefusal(words, problem.code) && (
        <p className={styles.left}>
          {isUncounted(problem) && `${words.texts.notAnAttempt} `}
          {words.count(words.texts.attempts, attemptsLeft)}
        </p>
      )}
    </section>
  );
};
