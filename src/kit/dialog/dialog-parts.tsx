"use client";
import { createContext, type ReactNode, useContext, useLayoutEffect } from "react";
import { useLeaveGuard } from "#kit/leave-guard.ts";

/** A dialog's row of buttons; stacked on a phone. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <footer className="mt-1 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">{children}</footer>
);

/** Why a dialog does not close yet (null: it does), and a call that shows the reason. */
export type Hold = { setReason: (reason: string | null) => void; remind: () => void };

export const DialogHold = createContext<Hold>({ setReason: () => undefined, remind: () => undefined });

/** While there is a reason, the dialog stays open and the page is not left; an attempt shows the reason. */
export const useDialogHold = (reason: string | null): void => {
  const { setReason, remind } = useContext(DialogHold);
  // Before painting: Escape must be held from the moment the secret shows.
  useLayoutEffect(() => {
    setReason(reason);
    return () => setReason(null);
  }, [reason, setReason]);
  useLeaveGuard(reason !== null, remind);
};
