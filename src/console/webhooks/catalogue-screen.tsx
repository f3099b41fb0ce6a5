"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useId, useState } from "react";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { CardSkeleton, QueryView } from "#console/client/query-view.tsx";
import { problemOf } from "#console/session/problem.ts";
import { isUsualEvent } from "#core/event.ts";
import { Badge } from "#kit/badge.tsx";
import { Button } from "#kit/button.tsx";
import { CodeBlock } from "#kit/code.tsx";
import { Select } from "#kit/fields.tsx";
import { prettyJson } from "#kit/format.ts";
import { Card, PageHeader } from "#kit/page-layout.tsx";
import { Notice } from "#kit/states.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";
import { EVENT_ABOUT } from "./endpoint-form.tsx";
import { SampleResult } from "./sample-card.tsx";
import { WebhookTabs } from "./webhook-tabs.tsx";

type CatalogueEvent = ConsoleOutputs["webhooks"]["catalogue"][number];

/** One event: when it is sent, an example, its schema, and a button that sends the example. */
const EventCard = ({ entry, endpointId }: { entry: CatalogueEvent; endpointId: string | undefined }) => {
  const { event, example, schema } = entry;
  const { refusal } = useAccess();
  const { data, error, isPending, mutate } = useMutation(useTRPC().webhooks.sendSample.mutationOptions());
  const reason =
    refusal("webhooks.write") ?? (endpointId === undefined ? "Add an endpoint to send it to first." : null);
  return (
    <Card
      title={event}
      about={`${EVENT_ABOUT[event]}.`}
      actions={
        <Button
          isBusy={isPending}
          refusal={reason}
          onClick={() => endpointId !== undefined && mutate({ endpointId, event })}
        >
          {!isPending && <Send size={14} aria-hidden="true" />}
          Send this to me<span className="sr-only"> {event}</span>
        </Button>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <p>
          {isUsualEvent(event) ? (
            <Badge tone="neutral">Sent unless an endpoint names others</Badge>
          ) : (
            <Badge tone="info">Only to endpoints that name it</Badge>
          )}
        </p>
        <div aria-live="polite">
          {error && <Notice tone="danger">{problemOf(error).message}</Notice>}
          {data && <SampleResult outcome={data} />}
        </div>
        <CodeBlock label={`Example of ${event}`} code={prettyJson(example)} />
        <details className="text-sm">
          <summary className="focus-inset cursor-pointer text-accent">JSON Schema</summary>
          <div className="mt-3">
            <CodeBlock label={`Schema of ${event}`} code={prettyJson(schema)} />
          </div>
        </details>
      </div>
    </Card>
  );
};

export const CatalogueScreen = () => {
  const trpc = useTRPC();
  const query = useQuery(trpc.webhooks.catalogue.queryOptions());
  const { data: endpoints = [] } = useQuery(trpc.webhooks.endpoints.queryOptions());
  const [chosen, setChosen] = useState<string | null>(null);
  const endpointId = endpoints.find(({ id }) => id === chosen)?.id ?? endpoints[0]?.id;
  const label = useId();
  return (
    <>
      <PageHeader
        title="Webhooks"
        about="Every event that an endpoint can receive, with its schema and an example."
      />
      <WebhookTabs current="catalogue" />
      {endpoints.length > 0 && (
        <div className="mb-4 grid max-w-xl gap-1.5">
          <label htmlFor={label} className="text-sm font-medium">
            Send examples to
          </label>
          <Select
            id={label}
            value={endpointId ?? ""}
            options={endpoints.map(({ id, url }) => ({ value: id, label: url }))}
            onChange={({ target }) => setChosen(target.value)}
          />
        </div>
      )}
      <QueryView query={query} skeleton={<CardSkeleton />}>
        {(entries) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {entries.map((entry) => (
              <EventCard key={entry.event} entry={entry} endpointId={endpointId} />
            ))}
          </div>
        )}
      </QueryView>
    </>
  );
};
