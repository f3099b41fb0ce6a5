"use client";
import { useEffect, useState } from "react";
import { NewsHeading } from "#hosted/frame/news-heading.tsx";
import { isRefusal, isUncounted, problemText } from "#hosted/frame/screen-texts.ts";
import { useWords } from "#hosted/frame/words-context.tsx";
import type { Problem } from "#hosted/view.ts";
import styles from "./problem-notice.module.css";

/** Until then a birthday is not over everywhere; 12:00 UTC on it, or a day later where that is still open. */
const birthdayEnd = (now: Date): Date => {
  // Between 10:00 and 12:00 UTC it may be the day before that has begun in the east.
  const isPast = now.getUTCHours() >= 10;
  const day = now.getUTCDate() + (isPast ? 1 : 0);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), day, 12));
};

/** When to try again, in the words and the time zone of the person; null: before the browser has said which. */
const useBirthdayEnd = (language: string): string | null => {
  const [time, setTime] = useState<string | null>(null);
  useEffect(() => {
    const format = new Intl.DateTimeFormat(language, {
      weekday: "long",
      hour: "numeric",
      minute: "2-digit",
      numberingSystem: "latn",
    });
    setTime(format.format(birthdayEnd(new Date())));
  }, [language]);
  return time;
};

/** What went wrong with the last try, and what to do. Shown above the form, which stays ready. */
export const ProblemNotice = ({ problem, attemptsLeft }: { problem: Problem; attemptsLeft: number }) => {
  const words = useWords();
  const { title, what, next: usual } = problemText(words, problem);
  const time = useBirthdayEnd(words.language);
  const isBirthday = problem.code === "BIRTHDAY_TODAY" && time !== null;
  const next = isBirthday ? words.say(words.texts.birthday.after, { time }) : usual;
  return (
    <section className={styles.notice}>
      <NewsHeading className={styles.title}>{title}</NewsHeading>
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
