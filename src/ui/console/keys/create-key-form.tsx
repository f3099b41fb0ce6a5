"use client";
import { type FormEvent, useState } from "react";
import type { Mode } from "#core/verification.ts";
import { Button } from "../../kit/button.tsx";
import { DialogActions } from "../../kit/dialog-actions.tsx";
import { Field } from "../../kit/field.tsx";
import { Notice } from "../../kit/notice.tsx";
import { RadioCards } from "../../kit/radio-cards.tsx";
import { TextInput } from "../../kit/text-input.tsx";
import type { Problem } from "../session/problem.ts";

type Props = {
  initialMode: Mode;
  isBusy: boolean;
  problem: Problem | null;
  onCancel: () => void;
  onCreate: (key: { mode: Mode; name: string }) => void;
};

const MODES = [
  { value: "test", name: "Test", about: "Free. You choose the outcome on the hosted page." },
  { value: "live", name: "Live", about: "Real checks. Each one counts towards your monthly quota." },
] as const;

export const CreateKeyForm = ({ initialMode, isBusy, problem, onCancel, onCreate }: Props) => {
  const [mode, setMode] = useState(initialMode);
  const [name, setName] = useState("");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBusy) onCreate({ mode, name: name.trim() });
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <RadioCards label="Mode" value={mode} options={MODES} onChange={setMode} />
      <Field
        label="Name"
        hint="Where you will use it, for example “Checkout backend”."
        error={problem?.issues.name}
      >
        {(parts) => (
          <TextInput
            {...parts}
            value={name}
            required
            maxLength={80}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      {problem && !problem.issues.name && <Notice tone="danger">{problem.message}</Notice>}
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button look="primary" type="submit" isBusy={isBusy}>
          Create key
        </Button>
      </DialogActions>
    </form>
  );
};
