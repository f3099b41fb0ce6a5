"use client";
import { createContext, type ReactNode, useContext, useLayoutEffect } from "react";
import { useLeaveGuard } from "#kit/leave-guard.ts";

/** The row of buttons that ends a dialog; on a phone they stand below each other. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <footer className="mt-1 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">{children}</footer>
);

/** Of a dialog: why it does not close yet, null where it does; and the way to say so once more. */
export type Hold = { setReason: (reason: string | null) => void; remind: () => void };

export const DialogHold = createContext<Hold>({ setReason: () => undefined, remind: () => undefined });

/** While there is a reason, neither the dialog is closed nor the page left: who tries is told why. */
export const useDialogHold = (reason: string | null): void => {
  const { setReason, remind } = useContext(DialogHold);
  // Before it is painted: an Escape that is pressed the moment the secret shows must be held already.
  useLayoutEffect(() => {
    setReason(reason);
    return () => setReason(null);
  }, [reason, setReason]);
  useLeaveGuard(reason !== null, remind);
};
