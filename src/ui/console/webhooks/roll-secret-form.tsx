"use client";
import { type FormEvent, useState } from "react";
import { Button } from "../../kit/button.tsx";
import { DialogActions } from "../../kit/dialog-actions.tsx";
import { Notice } from "../../kit/notice.tsx";
import { RadioCards } from "../../kit/radio-cards.tsx";
import type { Problem } from "../session/problem.ts";

type Props = {
  isBusy: boolean;
  problem: Problem | null;
  onCancel: () => void;
  onRoll: (keepPrevious: boolean) => void;
};

const WAYS = [
  {
    value: "keep",
    name: "Both for 24 hours",
    about:
      "Webhooks carry a signature for each, so your server can use either. Earlier secrets keep their own 24 hours.",
  },
  {
    value: "now",
    name: "Only the new one, now",
    about: "Choose this if the secret has leaked. Signature checks fail until your server has the new one.",
  },
] as const;

export const RollSecretForm = ({ isBusy, problem, onCancel, onRoll }: Props) => {
  const [way, setWay] = useState<"keep" | "now">("keep");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBusy) onRoll(way === "keep");
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <RadioCards label="When to switch" value={way} options={WAYS} onChange={setWay} />
      {problem && <Notice tone="danger">{problem.message}</Notice>}
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button look="primary" type="submit" isBusy={isBusy}>
          Roll secret
        </Button>
      </DialogActions>
    </form>
  );
};
