"use client";
import { LogIn } from "lucide-react";
import { createContext, useContext, useState } from "react";
import { Button } from "#kit/button.tsx";
import { Dialog } from "#kit/dialog/dialog.tsx";
import { DialogActions } from "#kit/dialog/dialog-parts.tsx";
import { startSignIn } from "./sign-in.ts";

type Props = { isOpen: boolean };

/** Covers the open page and returns to it after the sign-in. */
export const SessionEnded = ({ isOpen }: Props) => {
  const [isBusy, setIsBusy] = useState(false);
  const again = async (): Promise<void> => {
    setIsBusy(true);
    const { pathname, search } = window.location;
    await startSignIn(`${pathname}${search}`).catch(() => setIsBusy(false));
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => {}}
      isHeld
      title="Your session has ended"
      about="Sign in again to return to this page. Nothing was changed."
    >
      <DialogActions>
        <Button look="primary" isBusy={isBusy} onClick={again}>
          <LogIn size={15} aria-hidden="true" />
          Sign in again
        </Button>
      </DialogActions>
    </Dialog>
  );
};

/** Whether the session has ended since the page was opened. */
export const SessionEndContext = createContext(false);

export const useSessionEnd = (): boolean => useContext(SessionEndContext);
