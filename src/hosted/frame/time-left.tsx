"use client";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import styles from "./time-left.module.css";
import { useWords } from "./words-context.tsx";

const MINUTE_MS = 60_000;
const QUIET_UNTIL_MINUTES = 5;

type TimeLeftProps = { leftMs: number; tenant: string };

/**
 * Says nothing until five minutes are left; then once a minute, politely (WCAG 2.2 §4.1.3). Counts from the
 * server's time, because this device's clock may be wrong. Does not extend the time.
 */
export const TimeLeft = ({ leftMs, tenant }: TimeLeftProps) => {
  const { texts, say, count } = useWords();
  const router = useRouter();
  const [left, setLeft] = useState(leftMs);
  useEffect(() => {
    const endsAt = Date.now() + leftMs;
    let timer: ReturnType<typeof setTimeout>;
    const look = (): void => {
      const now = endsAt - Date.now();
      setLeft(now);
      if (now <= 0) {
        router.refresh();
        return;
      }
      // At the next whole minute, so that the words change only when necessary.
      timer = setTimeout(look, (now % MINUTE_MS) + 50);
    };
    look();
    return () => clearTimeout(timer);
  }, [leftMs, router]);
  const minutes = Math.max(0, Math.floor(left / MINUTE_MS));
  const isQuiet = minutes >= QUIET_UNTIL_MINUTES;
  return (
    <div role="status" className={styles.time} data-quiet={isQuiet}>
      {!isQuiet && (
        <>
          <p>{minutes < 1 ? texts.time.closing : count(texts.time.left, minutes)}</p>
          <p>{say(texts.time.after, { tenant })}</p>
        </>
      )}
    </div>
  );
};
