"use client";
import { Button } from "#kit/button.tsx";
import { DialogActions } from "./dialog-parts.tsx";
import { PlainDialog } from "./plain-dialog.tsx";

type LeaveDialogProps = {
  isOpen: boolean;
  /** What would lose its changes, worded for the sentence. */
  names: readonly string[];
  onStay: () => void;
  onLeave: () => void;
};

/** Asks before changes are lost. It needs no script that could fail to load, and take along what it guards. */
export const LeaveDialog = ({ isOpen, names, onStay, onLeave }: LeaveDialogProps) => (
  <PlainDialog
    isOpen={isOpen}
    onClose={onStay}
    title="Leave without saving?"
    about={`You have unsaved changes in ${names.join(" and ")}. They will be lost if you leave this page.`}
  >
    <DialogActions>
      <Button onClick={onStay}>Stay on this page</Button>
      <Button look="danger" onClick={onLeave}>
        Leave without saving
      </Button>
    </DialogActions>
  </PlainDialog>
);
