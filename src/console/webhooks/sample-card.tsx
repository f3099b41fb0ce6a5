"use client";
import { useMutation } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useState } from "react";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { problemOf } from "#console/session/problem.ts";
import { answerText } from "#console/words/delivery-answer.ts";
import { ALL_EVENT_NAMES, isEventName } from "#core/event.ts";
import { Button } from "#kit/button.tsx";
import { CodeBlock } from "#kit/code.tsx";
import { Select } from "#kit/fields.tsx";
import { durationText, prettyJson } from "#kit/format.ts";
import { Card } from "#kit/page-layout.tsx";
import { Notice } from "#kit/states.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";

/** The receiver's response to a sample. */
export const SampleResult = ({ outcome }: { outcome: ConsoleOutputs["webhooks"]["sendSample"] }) => {
  const { ok, status, code, detail, durationMs, response, body } = outcome;
  const time = durationMs === null ? "" : ` in ${durationText(durationMs)}`;
  return (
    <div className="grid min-w-0 gap-3">
      <Notice tone={ok ? "ok" : "danger"}>
        {ok
          ? `Your server answered HTTP ${status}${time}.`
          : `${answerText(status, code)}${time}.${detail ? ` ${detail}` : ""}`}
      </Notice>
      {response && <CodeBlock label="Response body" code={response} isWrapped />}
      <CodeBlock label="Request body" code={prettyJson(body)} />
    </div>
  );
};

const [FIRST] = ALL_EVENT_NAMES;

export const SampleCard = ({ endpointId }: { endpointId: string }) => {
  const [event, setEvent] = useState<(typeof ALL_EVENT_NAMES)[number]>(FIRST);
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
            options={ALL_EVENT_NAMES.map((name) => ({ value: name, label: name }))}
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
