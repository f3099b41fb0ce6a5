"use client";
import { useEffect, useState } from "react";
import actions from "#hosted/frame/actions.module.css";
import { findEmbedder, tell } from "#hosted/frame/embedder.ts";
import { useWords } from "#hosted/frame/words-context.tsx";
import type { PageView } from "#hosted/view.ts";
import styles from "./outcome-screen.module.css";

export type Way = Pick<PageView, "returnUrl" | "verificationId" | "status" | "embedHosts">;

/** Back to the tenant: an embedded page is closed by its embedder, any other goes to the tenant's address. */
const leave = ({ returnUrl, verificationId, status, embedHosts }: Way): void => {
  const embedder = findEmbedder(embedHosts);
  if (embedder) {
    tell(embedder, { type: "close", verificationId, status });
    if (embedder.isPopup) window.close();
    return;
  }
  if (returnUrl !== null) window.location.assign(returnUrl);
};

type ReturnCountdownProps = { way: Way; seconds: number; onceKey: string };

// A user who returns with the Back button wants to be here: redirect only once.
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
    // Without storage, the redirect happens again.
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
      {/* Not live: a number each second would drown out everything else in a screen reader. */}
      <span>{count(texts.wayBack.soon, left)}</span>
      <button type="button" className={actions.quiet} onClick={stay} data-stay="">
        {texts.wayBack.stay}
      </button>
    </p>
  );
};

type ReturnLinkProps = { way: Way; label: string; otherwise: string };

/** The link back: a button if the page is embedded, only words if there is no address. */
export const ReturnLink = ({ way, label, otherwise }: ReturnLinkProps) => {
  const [isEmbedded, setEmbedded] = useState(false);
  useEffect(() => setEmbedded(findEmbedder(way.embedHosts) !== null), [way.embedHosts]);
  if (isEmbedded) {
    return (
      <button type="button" className={actions.primary} onClick={() => leave(way)}>
        {label}
      </button>
    );
  }
  if (way.returnUrl === null) return <p className={styles.close}>{otherwise}</p>;
  return (
    <a className={actions.primary} href={way.returnUrl} rel="noreferrer">
      {label}
    </a>
  );
};
