"use client";
import { type FormEvent, useState } from "react";
import { Button } from "../../kit/button.tsx";
import { DialogActions } from "../../kit/dialog-actions.tsx";
import { Field } from "../../kit/field.tsx";
import { TextInput } from "../../kit/text-input.tsx";
import type { Problem } from "../session/problem.ts";

type Props = {
  name: string;
  isBusy: boolean;
  problem: Problem | null;
  onCancel: () => void;
  onRename: (name: string) => void;
};

export const RenameForm = ({ name, isBusy, problem, onCancel, onRename }: Props) => {
  const [typed, setTyped] = useState(name);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBusy) onRename(typed.trim());
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Field label="Name" error={problem?.message}>
        {(parts) => (
          <TextInput
            {...parts}
            value={typed}
            required
            maxLength={80}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button look="primary" type="submit" isBusy={isBusy}>
          Save
        </Button>
      </DialogActions>
    </form>
  );
};
