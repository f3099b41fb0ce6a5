"use client";
import { useMutation } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useState } from "react";
import { EVENT_NAMES, isEventName } from "#core/event.ts";
import { useAccess } from "#ui/console/access.tsx";
import { problemOf } from "#ui/console/session/problem.ts";
import { SampleResult } from "#ui/console/webhooks/sample-result.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Card } from "#ui/kit/card.tsx";
import { Notice } from "#ui/kit/notice.tsx";
import { Select } from "#ui/kit/select.tsx";
import { useTRPC } from "../../../client/trpc.ts";

const [FIRST] = EVENT_NAMES;

export const SampleCard = ({ endpointId }: { endpointId: string }) => {
  const [event, setEvent] = useState<(typeof EVENT_NAMES)[number]>(FIRST);
  const { refusal } = useAccess();
  const { data, error, isPending, mutate } = useMutation(useTRPC().webhooks.sendSample.mutationOptions());
  return (
    <Card title="Send a sample" about="Sends one signed event now. It does not appear under deliveries.">
      <div className="grid gap-3">
        <div className="flex gap-2">
          <Select
            aria-label="Event"
            className="grow"
            value={event}
            options={EVENT_NAMES.map((name) => ({ value: name, label: name }))}
            onChange={({ target }) => isEventName(target.value) && setEvent(target.value)}
          />
          <Button
            isBusy={isPending}
            refusal={refusal("webhooks.write")}
            onClick={() => mutate({ endpointId, event })}
          >
            {!isPending && <Send size={14} aria-hidden="true" />}
            Send
          </Button>
        </div>
        <div aria-live="polite">
          {error && <Notice tone="danger">{problemOf(error).message}</Notice>}
          {data && <SampleResult outcome={data} />}
        </div>
      </div>
    </Card>
  );
};
