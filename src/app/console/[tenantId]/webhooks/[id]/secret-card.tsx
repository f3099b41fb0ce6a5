"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAccess } from "#ui/console/access.tsx";
import { problemOf } from "#ui/console/session/problem.ts";
import type { EndpointGlance } from "#ui/console/webhooks/endpoint-glance.ts";
import { RollSecretForm } from "#ui/console/webhooks/roll-secret-form.tsx";
import { SecretShown } from "#ui/console/webhooks/secret-shown.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Card } from "#ui/kit/card.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { Time } from "#ui/kit/time.tsx";
import { useTRPC } from "../../../client/trpc.ts";

export const SecretCard = ({ endpoint }: { endpoint: EndpointGlance }) => {
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
