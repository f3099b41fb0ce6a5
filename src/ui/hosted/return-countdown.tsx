"use client";
import { useEffect, useState } from "react";
import actions from "./actions.module.css";
import { leave, type Way } from "./leave.ts";
import styles from "./way-back.module.css";
import { useWords } from "./words-context.tsx";

type ReturnCountdownProps = { way: Way; seconds: number; onceKey: string };

// Who comes back with the browser's Back button wants to be here: send them away by themselves only once.
const wentBefore = (key: string): boolean => {
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
};

const remember = (key: string): void => {
  try {
    sessionStorage.setItem(key, "1");
  } catch {
    // No storage, no memory: then it happens again.
  }
};

/** Goes back to the tenant after a visible countdown that can be stopped (WCAG 2.2 §2.2.1). */
export const ReturnCountdown = ({ way, seconds, onceKey }: ReturnCountdownProps) => {
  const { texts, count } = useWords();
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    if (!wentBefore(onceKey)) setLeft(seconds);
  }, [onceKey, seconds]);
  useEffect(() => {
    if (left === null) return;
    if (left === 0) {
      remember(onceKey);
      leave(way);
      return;
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left, onceKey, way]);

  if (left === null) return null;
  const stay = (): void => {
    remember(onceKey);
    setLeft(null);
  };
  return (
    <p className={styles.countdown}>
      {/* Not live: a number a second would drown everything else that a screen reader has to say. */}
      <span>{count(texts.wayBack.soon, left)}</span>
      <button type="button" className={actions.quiet} onClick={stay}>
        {texts.wayBack.stay}
      </button>
    </p>
  );
};
