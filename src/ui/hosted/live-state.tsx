"use client";
import { useRouter } from "next/navigation";
import { useEffect } from "react";

type LiveStateProps = {
  statePath: string;
  /** What the page shows now. */
  status: string;
  attemptsLeft: number;
};

const EVERY_MS = 5_000;

const isNews = (answer: unknown, { status, attemptsLeft }: LiveStateProps): boolean =>
  typeof answer === "object" &&
  answer !== null &&
  "status" in answer &&
  "attemptsLeft" in answer &&
  (answer.status !== status || answer.attemptsLeft !== attemptsLeft);

/**
 * Watches an open verification while the page is visible: the tenant's backend may end it, or time may. Draws
 * nothing; once there is news the page is fetched anew.
 */
export const LiveState = ({ statePath, status, attemptsLeft }: LiveStateProps) => {
  const router = useRouter();
  useEffect(() => {
    const gone = new AbortController();
    const look = async (): Promise<void> => {
      if (document.visibilityState !== "visible") return;
      try {
        const response = await fetch(statePath, { signal: gone.signal, cache: "no-store" });
        if (response.ok && isNews(await response.json(), { statePath, status, attemptsLeft }))
          router.refresh();
      } catch {
        // Offline for a moment: the next look may tell.
      }
    };
    const timer = setInterval(look, EVERY_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      gone.abort();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [statePath, status, attemptsLeft, router]);
  return null;
};
