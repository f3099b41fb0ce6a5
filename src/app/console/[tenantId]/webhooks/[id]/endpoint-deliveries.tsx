"use client";
import { useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useAccess } from "#ui/console/access.tsx";
import { consolePath } from "#ui/console/paths.ts";
import { QueryView } from "#ui/console/query-view.tsx";
import { useMode } from "#ui/console/use-mode.ts";
import { DeliveryTable } from "#ui/console/webhooks/delivery-table.tsx";
import { Card } from "#ui/kit/card.tsx";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { Link } from "#ui/kit/link.tsx";
import { TableSkeleton } from "#ui/kit/table-skeleton.tsx";
import { useTRPC } from "../../../client/trpc.ts";

const SHOWN = 12;
const REFRESH_MS = 10_000;

export const EndpointDeliveries = ({ endpointId }: { endpointId: string }) => {
  const { tenantId } = useAccess();
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
        <Link
          href={`${consolePath(tenantId, "webhooks/deliveries")}?endpointId=${endpointId}`}
          className="text-sm no-underline hover:underline"
        >
          All deliveries
        </Link>
      }
    >
      <QueryView query={query} skeleton={<TableSkeleton rows={5} />}>
        {({ deliveries }) =>
          deliveries.length === 0 ? (
            <EmptyState icon={Send} title={`No ${mode} deliveries yet`}>
              Deliveries appear here when a verification ends. Send a sample to test your server now.
            </EmptyState>
          ) : (
            <DeliveryTable tenantId={tenantId} deliveries={deliveries} addressOf={null} />
          )
        }
      </QueryView>
    </Card>
  );
};
