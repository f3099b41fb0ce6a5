"use client";
import { Button } from "#kit/button.tsx";
import { Dialog } from "./dialog.tsx";
import { DialogActions } from "./dialog-parts.tsx";

type LeaveDialogProps = {
  isOpen: boolean;
  /** What would lose its changes, worded for the sentence. */
  names: readonly string[];
  onStay: () => void;
  onLeave: () => void;
};

/** Asks before changes are lost. */
export const LeaveDialog = ({ isOpen, names, onStay, onLeave }: LeaveDialogProps) => (
  <Dialog
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
  </Dialog>
);
