"use client";
import { useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { TenantLink, useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { useMode } from "#console/client/mode-notice.tsx";
import { consolePath } from "#console/client/paths.ts";
import { CardSkeleton, QueryView } from "#console/client/query-view.tsx";
import { ModeBadges } from "#console/words/badges.tsx";
import { Copyable } from "#kit/copy.tsx";
import { List } from "#kit/list.tsx";
import { Card, Facts, PageHeader } from "#kit/page-layout.tsx";
import { EmptyState, MissingState } from "#kit/states.tsx";
import { TableSkeleton } from "#kit/table.tsx";
import { Time } from "#kit/time.tsx";
import { deliveryColumns, eventsText } from "./delivery-table.tsx";
import { EndpointActions } from "./endpoint-actions.tsx";
import { EndpointState, type EndpointSummary } from "./endpoint-table.tsx";
import { ResendCard } from "./resend-card.tsx";
import { SampleCard } from "./sample-card.tsx";
import { SecretCard } from "./secret-card.tsx";

export const EndpointFacts = ({ endpoint }: { endpoint: EndpointSummary }) => (
  <Facts
    facts={{
      State: <EndpointState {...endpoint} />,
      "Turned off because": endpoint.disabledReason || undefined,
      Events: eventsText(endpoint.events),
      Modes: <ModeBadges modes={endpoint.modes} />,
      Description: endpoint.description || null,
      Created: <Time at={endpoint.createdAt} as="long" />,
    }}
  />
);

// Beside the cards there is room only for the columns that tell deliveries apart; a delivery's page has the
// rest.
const COLUMNS = deliveryColumns(null).filter(({ id }) => id !== "took" && id !== "attempts");
const SHOWN = 12;
const REFRESH_MS = 10_000;

export const EndpointDeliveries = ({ endpointId }: { endpointId: string }) => {
  const mode = useMode();
  const query = useQuery({
    ...useTRPC().webhooks.deliveries.queryOptions({ endpointId, mode, limit: SHOWN }),
    refetchInterval: REFRESH_MS,
  });
  return (
    <Card
      title={`Latest ${mode} deliveries`}
      isFlush
      actions={
        <TenantLink
          to={consolePath}
          of={`webhooks/deliveries?endpointId=${endpointId}`}
          className="text-sm no-underline hover:underline"
        >
          All deliveries
        </TenantLink>
      }
    >
      <QueryView query={query} skeleton={<TableSkeleton rows={5} />}>
        {({ deliveries }) => (
          <List
            label="Deliveries, newest first"
            columns={COLUMNS}
            rows={deliveries}
            rowId={({ id }) => id}
            empty={
              <EmptyState icon={Send} title={`No ${mode} deliveries yet`}>
                Deliveries appear here when a verification ends. Send a sample to test your server now.
              </EmptyState>
            }
          />
        )}
      </QueryView>
    </Card>
  );
};

export const EndpointScreen = ({ endpointId }: { endpointId: string }) => {
  const { tenantId } = useAccess();
  const query = useQuery(useTRPC().webhooks.endpoints.queryOptions());
  const endpoint = query.data?.find(({ id }) => id === endpointId);
  const list = consolePath(tenantId, "webhooks");
  return (
    <>
      <PageHeader
        back={{ href: list, name: "Webhooks" }}
        title="Endpoint"
        about={endpoint && <Copyable text={endpoint.url} label="address" />}
        actions={endpoint && <EndpointActions endpoint={endpoint} />}
      />
      <QueryView query={query} skeleton={<CardSkeleton />}>
        {() =>
          endpoint ? (
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
              <EndpointDeliveries endpointId={endpoint.id} />
              <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
                <Card title="Details">
                  <EndpointFacts endpoint={endpoint} />
                </Card>
                <SecretCard endpoint={endpoint} />
                <ResendCard endpoint={endpoint} />
                <SampleCard endpointId={endpoint.id} />
              </div>
            </div>
          ) : (
            <MissingState
              title="There is no such endpoint"
              about="It may have been removed. Its deliveries are kept."
              back={{ href: list, name: "All endpoints" }}
            />
          )
        }
      </QueryView>
    </>
  );
};
