"use client";
import { useQuery } from "@tanstack/react-query";
import { useAccess } from "#ui/console/access.tsx";
import { consolePath } from "#ui/console/paths.ts";
import { QueryView } from "#ui/console/query-view.tsx";
import { EndpointFacts } from "#ui/console/webhooks/endpoint-facts.tsx";
import { Card } from "#ui/kit/card.tsx";
import { Copyable } from "#ui/kit/copyable.tsx";
import { MissingState } from "#ui/kit/missing-state.tsx";
import { PageHeader } from "#ui/kit/page-header.tsx";
import { TableSkeleton } from "#ui/kit/table-skeleton.tsx";
import { useTRPC } from "../../../client/trpc.ts";
import { EndpointActions } from "./endpoint-actions.tsx";
import { EndpointDeliveries } from "./endpoint-deliveries.tsx";
import { ResendCard } from "./resend-card.tsx";
import { SampleCard } from "./sample-card.tsx";
import { SecretCard } from "./secret-card.tsx";

type Props = { endpointId: string };

export const EndpointScreen = ({ endpointId }: Props) => {
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
      <QueryView
        query={query}
        skeleton={
          <Card isFlush>
            <TableSkeleton />
          </Card>
        }
      >
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
