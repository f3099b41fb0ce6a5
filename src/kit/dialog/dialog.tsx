"use client";
import { type FormEvent, lazy, type ReactNode, Suspense, useState } from "react";
import { Button } from "#kit/button.tsx";
import { Field, TextInput } from "#kit/fields.tsx";
import { useWanted } from "#kit/hooks.ts";
import { Notice } from "#kit/states.tsx";
import { DialogActions } from "./dialog-parts.tsx";
import type { DialogProps } from "./dialog-window.tsx";

// A page is there before any of its dialogs is asked for.
const Window = lazy(() => import("./dialog-window.tsx").then((module) => ({ default: module.DialogWindow })));

export const Dialog = (props: DialogProps) =>
  useWanted(props.isOpen) ? (
    <Suspense fallback={null}>
      <Window {...props} />
    </Suspense>
  ) : null;

type Props = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** What it will do, and what cannot be undone. */
  about: ReactNode;
  action: string;
  /** What must be typed before it can be done. Absent: a second press is enough. */
  name?: string | undefined;
  isBusy: boolean;
  error?: string | undefined;
  onConfirm: (typed: string) => void;
};

/** Before something that cannot be undone. */
export const ConfirmDialog = ({
  isOpen,
  onClose,
  title,
  about,
  action,
  name,
  isBusy,
  error,
  onConfirm,
}: Props) => {
  const [typed, setTyped] = useState("");
  const isMatch = name === undefined || typed === name;
  const close = (): void => {
    setTyped("");
    onClose();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isMatch && !isBusy) onConfirm(typed);
  };
  return (
    <Dialog isOpen={isOpen} onClose={close} title={title} about={about}>
      <form className="grid gap-4" onSubmit={submit}>
        {name !== undefined && (
          <Field
            label={
              <>
                Type{" "}
                <span className="rounded-xs bg-neutral-soft px-1 font-mono text-xs wrap-anywhere">
                  {name}
                </span>{" "}
                to confirm
              </>
            }
          >
            {(parts) => (
              <TextInput
                {...parts}
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                autoComplete="off"
                spellCheck={false}
              />
            )}
          </Field>
        )}
        {error && <Notice tone="danger">{error}</Notice>}
        <DialogActions>
          <Button onClick={close}>Cancel</Button>
          <Button look="danger" type="submit" isBusy={isBusy} disabled={!isMatch}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
