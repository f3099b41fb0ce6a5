import { type FormEvent, type ReactNode, useState } from "react";
import { conflictingFields, type Problem } from "#console/session/problem.ts";
import { Button } from "#kit/button.tsx";
import { LeaveDialog } from "#kit/dialog/leave-dialog.tsx";
import { Restored } from "#kit/kept/restored.tsx";
import { useLeaveGuard } from "#kit/leave-guard.ts";
import { Card } from "#kit/page-layout.tsx";
import { ConflictNotice, Notice } from "#kit/states.tsx";

type Props = {
  title: string;
  about: string;
  isDirty: boolean;
  isBusy: boolean;
  /** When the choices were made, if this tab kept them across a reload or a sign-in. */
  restoredAt?: number | null;
  problem: Problem | null;
  /** Why nothing here can be changed; null: it can. */
  refusal: string | null;
  /** Why it cannot be saved as it is. */
  fault?: string | null;
  onSave: () => void;
  onDiscard: () => void;
  /** Someone else changed the same in the meantime: shows what is saved now. */
  onTake: () => void;
  children: ReactNode;
};

/** Choices that are saved together; asks before the page is left without saving them. */
export const SaveCard = ({ title, about, isDirty, isBusy, problem, refusal, ...props }: Props) => {
  const { fault = null, restoredAt = null, onSave, onDiscard, onTake, children } = props;
  const conflict = problem !== null && conflictingFields(problem).length > 0 ? problem.message : null;
  const [leave, setLeave] = useState<(() => void) | null>(null);
  useLeaveGuard(isDirty, (go) => setLeave(() => go));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isDirty && !isBusy && fault === null) onSave();
  };
  return (
    <Card title={title} about={about} isFlush>
      <form aria-label={title} onSubmit={submit}>
        <fieldset disabled={refusal !== null} className="grid min-w-0 gap-5 px-4 pt-1 pb-5">
          {refusal !== null && <Notice>{refusal}</Notice>}
          {children}
          {conflict !== null && <ConflictNotice message={conflict} onTake={onTake} />}
          {problem && conflict === null && <Notice tone="danger">{problem.message}</Notice>}
        </fieldset>
        {isDirty && (
          <footer className="flex min-h-13 flex-wrap items-center justify-end gap-2 rounded-b-lg border-t bg-warn-soft px-4 py-2">
            <span role="status" className="mr-auto text-sm font-medium text-warn">
              Not saved yet
            </span>
            <span className="text-xs text-soft">
              <Restored at={restoredAt} />
            </span>
            <Button onClick={onDiscard}>Discard</Button>
            <Button look="primary" type="submit" isBusy={isBusy} refusal={fault}>
              Save
            </Button>
          </footer>
        )}
      </form>
      <LeaveDialog
        isOpen={leave !== null}
        names={[title]}
        onStay={() => setLeave(null)}
        onLeave={() => {
          // What is left on purpose does not come back.
          onDiscard();
          setLeave(null);
          leave?.();
        }}
      />
    </Card>
  );
};
