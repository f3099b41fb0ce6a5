"use client";
import { useEffect, useRef, useState } from "react";
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

const SIGNS = ["keydown", "pointerdown", "touchstart", "wheel", "focusin"] as const;

/** Calls back at the first sign of a person: a key, a touch, a focus that moves, or a scroll. */
const useSign = (isWatching: boolean, onSign: () => void): void => {
  const latest = useRef(onSign);
  latest.current = onSign;
  useEffect(() => {
    if (!isWatching) return;
    const gone = new AbortController();
    const { signal } = gone;
    const stop = (): void => latest.current();
    for (const sign of SIGNS) window.addEventListener(sign, stop, { signal, passive: true });
    // The page scrolls by itself to the heading that it focuses; its event comes with the next frame.
    const frame = requestAnimationFrame(() =>
      requestAnimationFrame(() => window.addEventListener("scroll", stop, { signal, passive: true })),
    );
    return () => {
      cancelAnimationFrame(frame);
      gone.abort();
    };
  }, [isWatching]);
};

/** How long the words for a screen reader are there: heard once, they no longer tell the seconds that are left. */
const ANNOUNCED_SECONDS = 3;

/**
 * Goes back to the tenant after a visible countdown. Any sign of a person stops it, which a screen reader says
 * once (WCAG 2.2 §2.2.1).
 */
export const ReturnCountdown = ({ way, seconds, onceKey }: ReturnCountdownProps) => {
  const { texts, count } = useWords();
  const [left, setLeft] = useState<number | null>(null);
  const [isStopped, setStopped] = useState(false);
  const isCounting = left !== null && !isStopped;
  useEffect(() => {
    if (!wentBefore(onceKey)) setLeft(seconds);
  }, [onceKey, seconds]);
  useEffect(() => {
    if (left === null || isStopped) return;
    if (left === 0) {
      remember(onceKey);
      leave(way);
      return;
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left, isStopped, onceKey, way]);

  const stay = (): void => {
    remember(onceKey);
    setStopped(true);
  };
  useSign(isCounting, stay);
  return (
    <>
      <p role="status" className="visually-hidden">
        {isCounting && left > seconds - ANNOUNCED_SECONDS ? count(texts.wayBack.announced, seconds) : ""}
      </p>
      {left !== null && (
        // Keeps its place: a page that gets shorter under a finger moves the button away from it.
        <p className={styles.countdown} data-stopped={isStopped}>
          {/* Not live: a number each second would drown out everything else in a screen reader. */}
          <span>{count(texts.wayBack.soon, left)}</span>
          <button type="button" className={actions.quiet} onClick={stay} data-stay="">
            {texts.wayBack.stay}
          </button>
        </p>
      )}
    </>
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
