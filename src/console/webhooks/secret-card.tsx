"use client";
import { useState } from "react";
import { useAccess } from "#console/client/access.tsx";
import { formDialog } from "#console/client/form-dialog.tsx";
import { Button } from "#kit/button.tsx";
import { RadioCards } from "#kit/choices.tsx";
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

type Way = (typeof WAYS)[number]["value"];

const RollDialog = formDialog({
  act: ({ webhooks }) => webhooks.rollSecret.mutationOptions(),
  stale: ({ webhooks }) => webhooks.endpoints.queryFilter(),
  start: (): { way: Way } => ({ way: "keep" }),
  asks: () => ({ title: "Roll the signing secret", about: "A new secret replaces the current one." }),
  form: ({ values, choice }, endpointId: string) => ({
    action: "Roll secret",
    send: () => ({ endpointId, keepPrevious: values.way === "keep" }),
    fields: <RadioCards label="When to switch" options={WAYS} {...choice("way")} />,
  }),
  answer: ({ secret }, onDone) => ({
    title: "Your new secret",
    body: <SecretShown secret={secret} onDone={onDone} />,
  }),
});

export const SecretCard = ({ endpoint }: { endpoint: EndpointSummary }) => {
  const [isOpen, setIsOpen] = useState(false);
  const { refusal } = useAccess();
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
      <RollDialog of={isOpen && endpoint.id} onClose={() => setIsOpen(false)} />
    </Card>
  );
};
