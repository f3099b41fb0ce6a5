"use client";
import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "#kit/button.tsx";
import { TextField } from "#kit/fields.tsx";
import { useWanted } from "#kit/hooks.ts";
import { RestoredNotice } from "#kit/kept/restored.tsx";
import type { Opened } from "#kit/kept/use-kept.tsx";
import { late } from "#kit/late/late.tsx";
import { ConflictNotice, Notice } from "#kit/states.tsx";
import { DialogActions } from "./dialog-parts.tsx";
import type { DialogProps } from "./dialog-window.tsx";
import { MissingDialog } from "./plain-dialog.tsx";

// Loaded with the first dialog, so that pages appear sooner.
const Window = late(() => import("./dialog-window.tsx").then(({ DialogWindow }) => DialogWindow), {
  missing: ({ props: { isOpen, onClose, title }, failure, again }) => (
    <MissingDialog isOpen={isOpen} onClose={onClose} title={title} failure={failure} again={again} />
  ),
});

export const Dialog = (props: DialogProps) => (useWanted(props.isOpen) ? <Window {...props} /> : null);

/** The call that a dialog makes; `close` also forgets its answer. */
export type DialogCall = {
  isBusy: boolean;
  problem: { message: string; issues: Readonly<Record<string, string>> } | null;
  close: () => void;
  /** Someone else changed what the form changes: shows what is saved now. Absent: no one did. */
  onTake?: (() => void) | undefined;
};

export type DialogFormProps = {
  action: string;
  look?: "primary" | "danger";
  call: DialogCall;
  /** The field that shows its own error. */
  field?: string;
  isComplete?: boolean;
  /** What the tab keeps of the form; absent: nothing. */
  opened?: Pick<Opened<object>, "at" | "startOver" | "forget">;
  onSubmit: () => void;
  children?: ReactNode;
};

/** A dialog's fields, the reason for a refusal, and the two buttons. */
export const DialogForm = ({
  action,
  look = "primary",
  call: { isBusy, problem, close, onTake },
  field = "",
  isComplete = true,
  opened,
  onSubmit,
  children,
}: DialogFormProps) => {
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isComplete && !isBusy) onSubmit();
  };
  // Escape and a press outside can be slips: only this button gives up what was typed.
  const cancel = (): void => {
    opened?.forget();
    close();
  };
  return (
    <form className="grid gap-4" onSubmit={submit}>
      {opened && <RestoredNotice at={opened.at} onStartOver={opened.startOver} />}
      {children}
      {problem && onTake && <ConflictNotice message={problem.message} onTake={onTake} />}
      {problem && !onTake && !problem.issues[field] && <Notice tone="danger">{problem.message}</Notice>}
      <DialogActions>
        <Button onClick={cancel}>Cancel</Button>
        <Button look={look} type="submit" isBusy={isBusy} disabled={!isComplete}>
          {action}
        </Button>
      </DialogActions>
    </form>
  );
};

type ConfirmFormProps = Pick<DialogFormProps, "call" | "action"> & {
  /** Without it, the action takes something away. */
  look?: "primary" | "danger" | undefined;
  /** Must be typed to confirm. If absent, a second press is enough. */
  name?: string | undefined;
  onConfirm: () => void;
};

/** Unmounted with its dialog, so that the next one begins empty. */
const ConfirmForm = ({ look = "danger", name, onConfirm, ...form }: ConfirmFormProps) => {
  const [typed, setTyped] = useState("");
  return (
    <DialogForm {...form} look={look} isComplete={name === undefined || typed === name} onSubmit={onConfirm}>
      {name !== undefined && (
        <TextField
          label={
            <>
              Type{" "}
              <span className="rounded-xs bg-neutral-soft px-1 font-mono text-xs wrap-anywhere">{name}</span>{" "}
              to confirm
            </>
          }
          value={typed}
          onChange={setTyped}
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </DialogForm>
  );
};

type ConfirmDialogProps = Pick<DialogProps, "isOpen" | "title"> &
  ConfirmFormProps & {
    /** The effect, and what cannot be undone. */
    about: ReactNode;
  };

/** Asks before an action that cannot be undone. */
export const ConfirmDialog = ({ isOpen, title, about, ...form }: ConfirmDialogProps) => (
  <Dialog isOpen={isOpen} onClose={form.call.close} title={title} about={about}>
    <ConfirmForm {...form} />
  </Dialog>
);
