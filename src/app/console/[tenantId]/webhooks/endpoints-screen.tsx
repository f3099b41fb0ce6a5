"use client";
import { useQuery } from "@tanstack/react-query";
import { Plus, Webhook } from "lucide-react";
import type { RouterOutputs } from "#trpc/root.ts";
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
import { type Seed, seedOf } from "../../client/seed.ts";
import { useTRPC } from "../../client/trpc.ts";
import { CreateEndpointDialog } from "./create-endpoint-dialog.tsx";

type Props = { seed: Seed<null, RouterOutputs["webhooks"]["endpoints"]> };

export const EndpointsScreen = ({ seed }: Props) => {
  const { tenantId, refusal } = useAccess();
  const [url, setUrl] = useUrlState();
  const query = useQuery({ ...useTRPC().webhooks.endpoints.queryOptions(), ...seedOf(seed, null) });
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
        about="Your server is told of every ending, signed, seven times within a day if need be."
        actions={add}
      />
      <WebhookTabs tenantId={tenantId} current="endpoints" />
      <Card isFlush>
        <QueryView query={query} skeleton={<TableSkeleton rows={3} />}>
          {(endpoints) =>
            endpoints.length === 0 ? (
              <EmptyState icon={Webhook} title="No endpoint yet">
                Without one, your backend has to ask /verify/status, or waits for the browser to come back.
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
