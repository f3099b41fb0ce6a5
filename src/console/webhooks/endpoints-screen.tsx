"use client";
import { useQuery } from "@tanstack/react-query";
import { Plus, Webhook } from "lucide-react";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { callDialog } from "#console/client/form-dialog.tsx";
import { QueryView } from "#console/client/query-view.tsx";
import { useUrlState } from "#console/client/use-url-state.ts";
import { Button } from "#kit/button.tsx";
import { SecretOnce } from "#kit/dialog/secret-once.tsx";
import { List } from "#kit/list.tsx";
import { Card, PageHeader } from "#kit/page-layout.tsx";
import { EmptyState } from "#kit/states.tsx";
import { TableSkeleton } from "#kit/table.tsx";
import { EndpointForm, KEPT_ENDPOINT } from "./endpoint-form.tsx";
import { ENDPOINT_COLUMNS } from "./endpoint-table.tsx";
import { WebhookTabs } from "./webhook-tabs.tsx";

export const SecretShown = ({ secret, onDone }: { secret: string; onDone: () => void }) => (
  <SecretOnce
    label="Signing secret"
    secret={secret}
    note="Copy this secret now: your server needs it to check signatures. You will not see it again."
    onDone={onDone}
  >
    <p className="text-sm text-soft">
      The{" "}
      <a href="/docs/webhooks" target="_blank" rel="noreferrer">
        webhook guide
      </a>{" "}
      shows how to check a signature, with code.
    </p>
  </SecretOnce>
);

const CreateEndpointDialog = callDialog({
  act: ({ webhooks }) => webhooks.createEndpoint.mutationOptions(),
  stale: ({ webhooks }) => webhooks.endpoints.queryFilter(),
  keeps: KEPT_ENDPOINT,
  asks: () => ({ title: "Add webhook endpoint" }),
  body: ({ call, opened }) => (
    <EndpointForm action="Add endpoint" call={call} opened={opened} onSubmit={call.mutate} />
  ),
  answer: ({ endpoint, secret }, onDone) => ({
    title: "Endpoint added",
    about: endpoint.url,
    body: <SecretShown secret={secret} onDone={onDone} />,
  }),
});

export const EndpointsScreen = () => {
  const { refusal } = useAccess();
  const [url, setUrl] = useUrlState();
  const query = useQuery(useTRPC().webhooks.endpoints.queryOptions());
  const add = (
    <Button look="primary" refusal={refusal("webhooks.write")} onClick={() => setUrl({ new: "endpoint" })}>
      <Plus size={15} aria-hidden="true" />
      Add endpoint
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Webhooks"
        about="Get notified when a verification completes, fails or expires. Events are signed, and retried for 24 hours."
        actions={add}
      />
      <WebhookTabs current="endpoints" />
      <Card isFlush>
        <QueryView query={query} skeleton={<TableSkeleton rows={3} />}>
          {(endpoints) => (
            <List
              label="Webhook endpoints"
              columns={ENDPOINT_COLUMNS}
              rows={endpoints}
              rowId={({ id }) => id}
              empty={
                <EmptyState icon={Webhook} title="No endpoints yet">
                  Add an endpoint to get results as they happen. Without one, your backend must poll
                  /verify/status.
                </EmptyState>
              }
            />
          )}
        </QueryView>
      </Card>
      <CreateEndpointDialog
        of={url.has("new") && refusal("webhooks.write") === null}
        onClose={() => setUrl({ new: "" })}
      />
    </>
  );
};
