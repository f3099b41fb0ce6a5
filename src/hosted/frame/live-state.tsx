"use client";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { isPageState, shownOf } from "#hosted/view.ts";
import styles from "./connection.module.css";
import { useWords } from "./words-context.tsx";

const EVERY_MS = 5_000;
/** The end user looks from one screen to the other, so the first should not lag behind. */
const EVERY_MS_OF_HANDOFF = 1_500;

type LiveStateProps = { statePath: string; shown: string; isHandedOff: boolean };

/**
 * Watches an open verification while the page is visible: another tab, the tenant's backend or time may end
 * it. Its first request tells the server that someone has the page open. Draws nothing; when something
 * changes, it fetches the page again.
 * @param shown what the page shows now, by `shownOf`
 */
export const LiveState = ({ statePath, shown, isHandedOff }: LiveStateProps) => {
  const router = useRouter();
  useEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    const look = async (): Promise<void> => {
      if (document.visibilityState !== "visible") return;
      try {
        const response = await fetch(statePath, { signal, cache: "no-store" });
        const state = response.ok ? await response.json() : null;
        // A captive portal answers too; drawing the page again would lead to its page.
        if (isPageState(state) && shownOf(state) !== shown) router.refresh();
      } catch {
        // Offline for a moment: the next request may succeed.
      }
    };
    void look();
    const timer = setInterval(look, isHandedOff ? EVERY_MS_OF_HANDOFF : EVERY_MS);
    document.addEventListener("visibilitychange", look, { signal });
    // The Back button may restore the page as it was; after a lost connection there may be news already.
    window.addEventListener("pageshow", look, { signal });
    window.addEventListener("online", look, { signal });
    return () => {
      gone.abort();
      clearInterval(timer);
    };
  }, [statePath, shown, isHandedOff, router]);
  return null;
};

/**
 * Offline, a link or a plain form would lead to the browser's own error page, and away from what the person has chosen
 * here. Forms that send by script have prevented that before.
 */
const stayWhileAway = (event: Event): void => {
  const { target } = event;
  const leads = event.type === "submit" || (target instanceof Element && target.closest("a[href]") !== null);
  if (leads && !navigator.onLine) event.preventDefault();
};

type Connection = "fine" | "away" | "back";

/** Says when the connection is lost and when it is back. Always in the page, so that its words are announced. */
export const ConnectionStatus = () => {
  const { offline } = useWords().texts;
  const [connection, setConnection] = useState<Connection>("fine");
  useEffect(() => {
    const leave = (): void => setConnection("away");
    const comeBack = (): void => setConnection((before) => (before === "away" ? "back" : before));
    const gone = new AbortController();
    const { signal } = gone;
    if (!navigator.onLine) leave();
    window.addEventListener("offline", leave, { signal });
    window.addEventListener("online", comeBack, { signal });
    window.addEventListener("click", stayWhileAway, { signal });
    window.addEventListener("submit", stayWhileAway, { signal });
    return () => gone.abort();
  }, []);
  const said = { fine: "", away: offline.waiting, back: offline.back }[connection];
  // The good news is only for those who cannot see that the notice has gone.
  const className = { fine: "", away: styles.away, back: "visually-hidden" }[connection];
  return (
    <p role="status" className={className}>
      {said}
    </p>
  );
};

/** Draws nothing; fetches the page again when what it shows has expired. */
export const RefreshAt = ({ time }: { time: string }) => {
  const router = useRouter();
  useEffect(() => {
    const leftMs = Math.max(0, new Date(time).getTime() - Date.now());
    const timer = setTimeout(() => router.refresh(), leftMs + 500);
    return () => clearTimeout(timer);
  }, [router, time]);
  return null;
};
