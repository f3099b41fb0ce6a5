"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { type Problem, problemOf } from "#console/session/problem.ts";
import { useAccess } from "#console/shell/access.tsx";
import { Button } from "#kit/button.tsx";
import { RadioCards } from "#kit/choices.tsx";
import { Dialog } from "#kit/dialog/dialog.tsx";
import { DialogActions } from "#kit/dialog/dialog-parts.tsx";
import { Card } from "#kit/page-layout.tsx";
import { Notice } from "#kit/states.tsx";
import { Time } from "#kit/time.tsx";
import type { EndpointSummary } from "./endpoint-table.tsx";
import { SecretShown } from "./endpoints-screen.tsx";

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

export const SecretCard = ({ endpoint }: { endpoint: EndpointSummary }) => {
  const [isOpen, setIsOpen] = useState(false);
  const { refusal } = useAccess();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { data, error, isPending, mutate, reset } = useMutation(
    trpc.webhooks.rollSecret.mutationOptions({
      gcTime: 0,
      onSuccess: () => queries.invalidateQueries({ queryKey: trpc.webhooks.endpoints.queryKey() }),
    }),
  );
  const close = (): void => {
    setIsOpen(false);
    reset();
  };
  return (
    <Card
      title="Signing secret"
      actions={
        <Button size="sm" refusal={refusal("webhooks.write")} onClick={() => setIsOpen(true)}>
          Roll
        </Button>
      }
    >
      <p className="text-sm text-soft">
        {endpoint.previousSecretUntil ? (
          <>
            Rolled. The previous secret also signs until <Time at={endpoint.previousSecretUntil} as="long" />.
          </>
        ) : (
          "It was shown once, when it was created. Roll it to get a new one."
        )}
      </p>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title={data ? "Your new secret" : "Roll the signing secret"}
        about={data ? undefined : "A new secret replaces the current one."}
      >
        {data ? (
          <SecretShown secret={data.secret} onDone={close} />
        ) : (
          <RollSecretForm
            isBusy={isPending}
            problem={error && problemOf(error)}
            onCancel={close}
            onRoll={(keepPrevious) => mutate({ endpointId: endpoint.id, keepPrevious })}
          />
        )}
      </Dialog>
    </Card>
  );
};
