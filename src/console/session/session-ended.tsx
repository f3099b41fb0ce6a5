"use client";
import { LogIn } from "lucide-react";
import { createContext, useContext, useEffect, useId, useRef, useState } from "react";
import { Button } from "#kit/button.tsx";
import { ABOVE_DIALOGS, keepTabAbove } from "#kit/dialog/tab-stops.ts";
import { buttonStyle } from "#kit/styles.ts";
import type { SessionEnd } from "./problem.ts";
import { signInHere } from "./sign-in.ts";

/** Why a page does not go on yet; "no answer": the service did not say. */
type Delay = SessionEnd | "no answer";

export type SessionState = {
  /** How the session has ended since the page was opened; null: it runs. */
  end: SessionEnd | null;
  /** Finds out whether the person is signed in again. @returns why the page does not go on; null: it does */
  again: () => Promise<Delay | null>;
};

export const SessionEndContext = createContext<SessionState>({ end: null, again: async () => "no answer" });

export const useSessionEnd = (): SessionState => useContext(SessionEndContext);

const TEXTS = {
  "signed out": {
    title: "Your session has ended",
    about: "Sign in again in a new tab, then come back here. What you typed is still on this page.",
  },
  "someone else": {
    title: "You are signed in as someone else",
    about:
      "This page belongs to the account that opened it. To continue here, sign in with that account in a new tab. To use the other account, reload the page.",
  },
} as const satisfies Record<SessionEnd, { title: string; about: string }>;

const DELAYS = {
  "signed out": "You are not signed in yet.",
  "someone else": "You are still signed in as someone else.",
  "no answer": "The service did not answer. Try again in a moment.",
} as const satisfies Record<Delay, string>;

type EndNoticeProps = { end: SessionEnd; again: SessionState["again"] };

/** Heard before the page: Escape would close the dialog beneath, which keeps what is typed in it. */
const keepKeys = (event: KeyboardEvent): void => {
  if (event.key === "Escape") event.stopPropagation();
  else keepTabAbove(event);
};

const EndNotice = ({ end, again }: EndNoticeProps) => {
  const notice = useRef<HTMLDivElement>(null);
  const id = useId();
  const [isBusy, setIsBusy] = useState(false);
  const [delay, setDelay] = useState<Delay | null>(null);
  useEffect(() => {
    const element = notice.current;
    // Above open dialogs, which keep what is typed in them.
    if (element && !element.matches(":popover-open")) element.showPopover();
    // People who type go on typing.
    if (!document.activeElement?.matches("input, select, textarea")) element?.focus();
  }, []);
  useEffect(() => {
    const element = notice.current;
    element?.addEventListener("keydown", keepKeys);
    return () => element?.removeEventListener("keydown", keepKeys);
  }, []);
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === "visible") void again();
    };
    window.addEventListener("focus", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      window.removeEventListener("focus", look);
      document.removeEventListener("visibilitychange", look);
    };
  }, [again]);
  const tryAgain = async (): Promise<void> => {
    setIsBusy(true);
    const found = await again();
    setIsBusy(false);
    setDelay(found);
  };
  const { title, about } = TEXTS[end];
  return (
    <div
      ref={notice}
      popover="manual"
      role="dialog"
      aria-labelledby={id}
      tabIndex={-1}
      {...ABOVE_DIALOGS}
      className="inset-x-0 top-4 bottom-auto mx-auto my-0 w-[min(36rem,calc(100vw-2rem))] rounded-lg border border-warn bg-surface p-4 text-sm text-ink shadow-pop"
    >
      <h2 id={id} className="text-md">
        {title}
      </h2>
      <p className="mt-1 text-soft">{about}</p>
      {delay !== null && <p className="mt-1 font-medium">{DELAYS[delay]}</p>}
      <div className="mt-3 flex flex-wrap gap-2">
        {/* In a new tab, so that this page and what is typed on it stay. */}
        <a
          href={signInHere()}
          // The address may have changed since, such as by the filter whose call was refused.
          onClick={({ currentTarget }) => {
            currentTarget.href = signInHere();
          }}
          target="_blank"
          rel="noopener"
          className={buttonStyle("primary")}
        >
          <LogIn size={15} aria-hidden="true" />
          Sign in again
        </a>
        <Button isBusy={isBusy} onClick={tryAgain}>
          Try again
        </Button>
        {end === "someone else" && <Button onClick={() => window.location.reload()}>Reload the page</Button>}
      </div>
    </div>
  );
};

/** Says that the session has ended, and leaves the page as it is. It goes once the person is signed in again. */
export const SessionEnded = () => {
  const { end, again } = useSessionEnd();
  return (
    <section aria-label="Session" aria-live="assertive">
      {end !== null && <EndNotice end={end} again={again} />}
    </section>
  );
};
