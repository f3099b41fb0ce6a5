"use client";
import { useState } from "react";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { useDialogCall } from "#console/client/use-dialog-call.ts";
import { Button } from "#kit/button.tsx";
import { RadioCards } from "#kit/choices.tsx";
import { Dialog, type DialogCall, DialogForm } from "#kit/dialog/dialog.tsx";
import { Card } from "#kit/page-layout.tsx";
import { Time } from "#kit/time.tsx";
import type { EndpointSummary } from "./endpoint-table.tsx";
import { SecretShown } from "./endpoints-screen.tsx";

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

type RollSecretFormProps = { call: DialogCall; onRoll: (keepPrevious: boolean) => void };

const RollSecretForm = ({ call, onRoll }: RollSecretFormProps) => {
  const [way, setWay] = useState<"keep" | "now">("keep");
  return (
    <DialogForm action="Roll secret" call={call} onSubmit={() => onRoll(way === "keep")}>
      <RadioCards label="When to switch" value={way} options={WAYS} onChange={setWay} />
    </DialogForm>
  );
};

export const SecretCard = ({ endpoint }: { endpoint: EndpointSummary }) => {
  const [isOpen, setIsOpen] = useState(false);
  const { refusal } = useAccess();
  const { webhooks } = useTRPC();
  const call = useDialogCall(webhooks.rollSecret.mutationOptions(), () => setIsOpen(false), {
    stale: webhooks.endpoints.queryFilter(),
  });
  const { data } = call;
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
        onClose={call.close}
        title={data ? "Your new secret" : "Roll the signing secret"}
        about={data ? undefined : "A new secret replaces the current one."}
      >
        {data ? (
          <SecretShown secret={data.secret} onDone={call.close} />
        ) : (
          <RollSecretForm
            call={call}
            onRoll={(keepPrevious) => call.mutate({ endpointId: endpoint.id, keepPrevious })}
          />
        )}
      </Dialog>
    </Card>
  );
};
