import { clsx } from "clsx";
import type { FormEvent, ReactNode } from "react";
import { conflictingFields, type Problem } from "#console/session/problem.ts";
import { Button } from "#kit/button.tsx";
import { Restored } from "#kit/kept/restored.tsx";
import { Card } from "#kit/page-layout.tsx";
import { ConflictNotice, Notice } from "#kit/states.tsx";

export type SaveFormProps = {
  title: string;
  about: string;
  isDirty: boolean;
  isBusy: boolean;
  /** When the choices were made, if this tab kept them across a reload or a sign-in. */
  restoredAt?: number | null;
  problem: Problem | null;
  /** Whether a field shows the problem. */
  isTold?: boolean;
  /** Why nothing here can be changed; null: it can. */
  refusal: string | null;
  /** Why it cannot be saved as it is. */
  fault?: string | null;
  /** Whether the buttons stay in sight, as of a long form. */
  isLong?: boolean;
  onSave: () => void;
  onDiscard: () => void;
  /** Someone else changed the same in the meantime: shows what is saved now. */
  onTake: () => void;
  children: ReactNode;
};

/** A card of choices that are saved together. The Save button appears with the first change. */
export const SaveForm = ({ title, about, isDirty, isBusy, problem, refusal, ...props }: SaveFormProps) => {
  const { restoredAt = null, isTold = false, fault = null, isLong = false, children } = props;
  const conflict = problem !== null && conflictingFields(problem).length > 0 ? problem.message : null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isDirty && !isBusy && fault === null) props.onSave();
  };
  return (
    <Card title={title} about={about} isFlush>
      <form aria-label={title} onSubmit={submit}>
        <fieldset disabled={refusal !== null} className="grid min-w-0 gap-5 px-4 pt-1 pb-5">
          {children}
          {conflict !== null && <ConflictNotice message={conflict} onTake={props.onTake} />}
          {problem && conflict === null && !isTold && <Notice tone="danger">{problem.message}</Notice>}
        </fieldset>
        {isDirty && (
          <footer
            className={clsx(
              "flex min-h-13 flex-wrap items-center justify-end gap-2 rounded-b-lg border-t bg-warn-soft px-4 py-2",
              isLong && "sticky bottom-0 z-10",
            )}
          >
            <span role="status" className="mr-auto text-sm font-medium text-warn">
              Not saved yet
            </span>
            <span className="text-xs text-soft">
              <Restored at={restoredAt} />
            </span>
            <Button onClick={props.onDiscard}>Discard</Button>
            <Button look="primary" type="submit" isBusy={isBusy} refusal={fault}>
              Save
            </Button>
          </footer>
        )}
      </form>
    </Card>
  );
};
