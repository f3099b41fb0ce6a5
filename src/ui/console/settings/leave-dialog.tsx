"use client";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { DialogActions } from "../../kit/dialog-actions.tsx";

type Props = { isOpen: boolean; names: readonly string[]; onStay: () => void; onLeave: () => void };

/** Before changes are lost. */
export const LeaveDialog = ({ isOpen, names, onStay, onLeave }: Props) => (
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
