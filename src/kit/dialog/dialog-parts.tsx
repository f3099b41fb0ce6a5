"use client";
import { createContext, type ReactNode, useContext, useLayoutEffect } from "react";
import { useLeaveGuard } from "#kit/leave-guard.ts";

/**
 * A dialog's row of buttons; stacked on a phone. However tall the dialog is, they stay in view: at the very bottom, into
 * the padding of what scrolls, so that nothing of the dialog shows below them.
 */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <footer className="sticky bottom-0 z-10 -mx-5 mt-1 -mb-5 flex sm:-bottom-6 flex-col-reverse gap-2 rounded-b-xl bg-surface px-5 pt-2 pb-5 sm:-mx-6 sm:-mb-6 sm:flex-row sm:justify-end sm:px-6 sm:pb-6">
    {children}
  </footer>
);

/** Why a dialog does not close yet (null: it does), and a call that shows the reason. */
export type Hold = { setReason: (reason: string | null) => void; remind: () => void };

export const DialogHold = createContext<Hold>({ setReason: () => undefined, remind: () => undefined });

/**
 * While there is a reason, the dialog stays open and the page cannot be left; an attempt shows the reason.
 */
export const useDialogHold = (reason: string | null): void => {
  const { setReason, remind } = useContext(DialogHold);
  // Before painting: Escape must be held from the moment the secret shows.
  useLayoutEffect(() => {
    setReason(reason);
    return () => setReason(null);
  }, [reason, setReason]);
  useLeaveGuard(reason !== null, remind);
};
