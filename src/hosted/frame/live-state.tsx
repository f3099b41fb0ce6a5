"use client";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import styles from "./connection.module.css";
import { useWords } from "./words-context.tsx";

type LiveStateProps = {
  statePath: string;
  /** What the page shows now. */
  status: string;
  attemptsLeft: number;
  /** Wallets' answers that decided nothing. */
  fruitlessAnswers: number;
  /** Where a hand-off to a phone stands; null without one. */
  handoff: string | null;
};

const EVERY_MS = 5_000;
/** Somebody looks from one screen to the other: the first should not lag behind. */
const EVERY_MS_OF_HANDOFF = 1_500;

type Shown = Omit<LiveStateProps, "statePath">;

const stateIn = (handoff: unknown): unknown =>
  typeof handoff === "object" && handoff !== null && "state" in handoff ? handoff.state : null;

// Whether it is pending or in progress makes no difference to what the page shows.
const isOpen = (status: unknown): boolean => status === "pending" || status === "in_progress";

const isNews = (answer: unknown, { status, attemptsLeft, fruitlessAnswers, handoff }: Shown): boolean =>
  typeof answer === "object" &&
  answer !== null &&
  "status" in answer &&
  "attemptsLeft" in answer &&
  "fruitlessAnswers" in answer &&
  "handoff" in answer &&
  (isOpen(answer.status) !== isOpen(status) ||
    answer.attemptsLeft !== attemptsLeft ||
    answer.fruitlessAnswers !== fruitlessAnswers ||
    stateIn(answer.handoff) !== handoff);

/**
 * Watches an open verification while the page is visible: another tab or the tenant's backend may end it, or time
 * may. Its first look tells the server that somebody is there. Draws nothing; once there is news the page is
 * fetched anew.
 */
export const LiveState = ({ statePath, status, attemptsLeft, fruitlessAnswers, handoff }: LiveStateProps) => {
  const router = useRouter();
  useEffect(() => {
    const gone = new AbortController();
    const shown = { status, attemptsLeft, fruitlessAnswers, handoff };
    const look = async (): Promise<void> => {
      if (document.visibilityState !== "visible") return;
      try {
        const response = await fetch(statePath, { signal: gone.signal, cache: "no-store" });
        if (response.ok && isNews(await response.json(), shown)) router.refresh();
      } catch {
        // Offline for a moment: the next look may tell.
      }
    };
    void look();
    const timer = setInterval(look, handoff === null ? EVERY_MS : EVERY_MS_OF_HANDOFF);
    document.addEventListener("visibilitychange", look);
    // By the Back button a page may return as it was left; and after a tunnel there may be news at once.
    window.addEventListener("pageshow", look);
    window.addEventListener("online", look);
    return () => {
      gone.abort();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
      window.removeEventListener("pageshow", look);
      window.removeEventListener("online", look);
    };
  }, [statePath, status, attemptsLeft, fruitlessAnswers, handoff, router]);
  return null;
};

type Connection = "fine" | "away" | "back";

/** Says when the connection is away, and once more when it is back. Always there, so that it is live in time. */
export const ConnectionStatus = () => {
  const { offline } = useWords().texts;
  const [connection, setConnection] = useState<Connection>("fine");
  useEffect(() => {
    const leave = (): void => setConnection("away");
    const comeBack = (): void => setConnection((before) => (before === "away" ? "back" : before));
    if (!navigator.onLine) leave();
    window.addEventListener("offline", leave);
    window.addEventListener("online", comeBack);
    return () => {
      window.removeEventListener("offline", leave);
      window.removeEventListener("online", comeBack);
    };
  }, []);
  const said = { fine: "", away: offline.waiting, back: offline.back }[connection];
  return (
    <p role="status" className={styles.connection} data-connection={connection}>
      {said}
    </p>
  );
};

/** Draws nothing; fetches the page anew when what it shows has run out. */
export const RefreshAt = ({ time }: { time: string }) => {
  const router = useRouter();
  useEffect(() => {
    const timer = setTimeout(
      () => router.refresh(),
      Math.max(0, new Date(time).getTime() - Date.now()) + 500,
    );
    return () => clearTimeout(timer);
  }, [router, time]);
  return null;
};
