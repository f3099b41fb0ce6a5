"use client";
import { useQuery } from "@tanstack/react-query";
import { Webhook } from "lucide-react";
import type { RouterOutputs } from "#trpc/root.ts";
import { useAccess } from "#ui/console/access.tsx";
import { consolePath } from "#ui/console/paths.ts";
import { QueryView } from "#ui/console/query-view.tsx";
import { EndpointFacts } from "#ui/console/webhooks/endpoint-facts.tsx";
import { ButtonLink } from "#ui/kit/button-link.tsx";
import { Card } from "#ui/kit/card.tsx";
import { Copyable } from "#ui/kit/copyable.tsx";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { PageHeader } from "#ui/kit/page-header.tsx";
import { TableSkeleton } from "#ui/kit/table-skeleton.tsx";
import { type Seed, seedOf } from "../../../client/seed.ts";
import { useTRPC } from "../../../client/trpc.ts";
import { EndpointActions } from "./endpoint-actions.tsx";
import { EndpointDeliveries } from "./endpoint-deliveries.tsx";
import { SampleCard } from "./sample-card.tsx";
import { SecretCard } from "./secret-card.tsx";

type Props = { endpointId: string; seed: Seed<null, RouterOutputs["webhooks"]["endpoints"]> };

export const EndpointScreen = ({ endpointId, seed }: Props) => {
  const { tenantId } = useAccess();
  const query = useQuery({ ...useTRPC().webhooks.endpoints.queryOptions(), ...seedOf(seed, null) });
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
            <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
              <EndpointDeliveries endpointId={endpoint.id} />
              <div className="grid gap-4">
                <Card title="Details">
                  <EndpointFacts endpoint={endpoint} />
                </Card>
                <SecretCard endpoint={endpoint} />
                <SampleCard endpointId={endpoint.id} />
              </div>
            </div>
          ) : (
            <EmptyState
              icon={Webhook}
              title="There is no such endpoint"
              action={<ButtonLink href={list}>All endpoints</ButtonLink>}
            >
              It may have been removed. Its deliveries are kept.
            </EmptyState>
          )
        }
      </QueryView>
    </>
  );
};
