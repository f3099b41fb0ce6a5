import { useState } from "react";
import { SaveForm, type SaveFormProps } from "#console/client/save-form.tsx";
import { LeaveDialog } from "#kit/dialog/leave-dialog.tsx";
import { useLeaveGuard } from "#kit/leave-guard.ts";
import { Notice } from "#kit/states.tsx";

/** Choices that are saved together; asks before the page is left without saving them. */
export const SaveCard = ({ children, ...form }: SaveFormProps) => {
  const [leave, setLeave] = useState<(() => void) | null>(null);
  useLeaveGuard(form.isDirty, (go) => setLeave(() => go));
  return (
    <>
      <SaveForm {...form}>
        {form.refusal !== null && <Notice>{form.refusal}</Notice>}
        {children}
      </SaveForm>
      <LeaveDialog
        isOpen={leave !== null}
        names={[form.title]}
        onStay={() => setLeave(null)}
        onLeave={() => {
          // What is left on purpose does not come back.
          form.onDiscard();
          setLeave(null);
          leave?.();
        }}
      />
    </>
  );
};
