"use client";
import { FocusedHeading } from "#hosted/frame/focused-heading.tsx";
import { isRefusal, isUncounted, problemText } from "#hosted/frame/screen-texts.ts";
import { useWords } from "#hosted/frame/words-context.tsx";
import type { Problem } from "#hosted/view.ts";
import styles from "./problem-notice.module.css";

/** What went wrong with the last try, and what to do. Shown above the form, which stays ready. */
export const ProblemNotice = ({ problem, attemptsLeft }: { problem: Problem; attemptsLeft: number }) => {
  const words = useWords();
  const { title, what, next } = problemText(words, problem);
  return (
    <section className={styles.notice}>
      <FocusedHeading level={2} className={styles.title}>
        {title}
      </FocusedHeading>
      <p>{what}</p>
      <p className={styles.next}>{problem.closed === undefined ? next : words.texts.start.wayClosed}</p>
      {!isRefusal(words, problem.code) && (
        <p className={styles.left}>
          {isUncounted(problem) && `${words.texts.notAnAttempt} `}
          {words.count(words.texts.attempts, attemptsLeft)}
        </p>
      )}
    </section>
  );
};
