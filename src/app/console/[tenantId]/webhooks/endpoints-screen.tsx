"use client";
import { useQuery } from "@tanstack/react-query";
import { Plus, Webhook } from "lucide-react";
import { useAccess } from "#ui/console/access.tsx";
import { QueryView } from "#ui/console/query-view.tsx";
import { useUrlState } from "#ui/console/use-url-state.ts";
import { EndpointTable } from "#ui/console/webhooks/endpoint-table.tsx";
import { WebhookTabs } from "#ui/console/webhooks/webhook-tabs.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Card } from "#ui/kit/card.tsx";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { PageHeader } from "#ui/kit/page-header.tsx";
import { TableSkeleton } from "#ui/kit/table-skeleton.tsx";
import { useTRPC } from "../../client/trpc.ts";
import { CreateEndpointDialog } from "./create-endpoint-dialog.tsx";

export const EndpointsScreen = () => {
  const { tenantId, refusal } = useAccess();
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
      <WebhookTabs tenantId={tenantId} current="endpoints" />
      <Card isFlush>
        <QueryView query={query} skeleton={<TableSkeleton rows={3} />}>
          {(endpoints) =>
            endpoints.length === 0 ? (
              <EmptyState icon={Webhook} title="No endpoints yet">
                Add an endpoint to get results as they happen. Without one, your backend has to poll
                /verify/status.
              </EmptyState>
            ) : (
              <EndpointTable tenantId={tenantId} endpoints={endpoints} />
            )
          }
        </QueryView>
      </Card>
      <CreateEndpointDialog
        isOpen={url.has("new") && refusal("webhooks.write") === null}
        onClose={() => setUrl({ new: "" })}
      />
    </>
  );
};
