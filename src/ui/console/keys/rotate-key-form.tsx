"use client";
import { type FormEvent, useState } from "react";
import { Button } from "../../kit/button.tsx";
import { DialogActions } from "../../kit/dialog-actions.tsx";
import { Field } from "../../kit/field.tsx";
import { Notice } from "../../kit/notice.tsx";
import { Select } from "../../kit/select.tsx";
import type { Problem } from "../session/problem.ts";

type Props = {
  isBusy: boolean;
  problem: Problem | null;
  onCancel: () => void;
  onRotate: (overlapHours: number) => void;
};

const OVERLAPS = [
  { value: "24", label: "24 hours" },
  { value: "12", label: "12 hours" },
  { value: "4", label: "4 hours" },
  { value: "1", label: "1 hour" },
  { value: "0", label: "No overlap: stop it now" },
];

export const RotateKeyForm = ({ isBusy, problem, onCancel, onRotate }: Props) => {
  const [hours, setHours] = useState("24");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBusy) onRotate(Number(hours));
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Field
        label="Keep the old key working for"
        hint="Gives you time to deploy the new key. Both work until then."
      >
        {(parts) => (
          <Select
            {...parts}
            value={hours}
            options={OVERLAPS}
            onChange={(event) => setHours(event.target.value)}
          />
        )}
      </Field>
      {hours === "0" && <Notice tone="warn">Calls with the old key fail immediately.</Notice>}
      {problem && <Notice tone="danger">{problem.message}</Notice>}
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button look="primary" type="submit" isBusy={isBusy}>
          Rotate key
        </Button>
      </DialogActions>
    </form>
  );
};
