"use client";
import { useQuery } from "@tanstack/react-query";
import { useAccess } from "#ui/console/access.tsx";
import { OverviewSkeleton } from "#ui/console/overview/overview-skeleton.tsx";
import { QueryView } from "#ui/console/query-view.tsx";
import { TestUsage } from "#ui/console/usage/test-usage.tsx";
import { UsageView } from "#ui/console/usage/usage-view.tsx";
import { useMode } from "#ui/console/use-mode.ts";
import { PageHeader } from "#ui/kit/page-header.tsx";
import { useTRPC } from "../../client/trpc.ts";
import { USAGE_INPUT } from "./usage-input.ts";

export const UsageScreen = () => {
  const { tenantId } = useAccess();
  const mode = useMode();
  const query = useQuery({
    ...useTRPC().reports.usage.queryOptions(USAGE_INPUT),
  });
  return (
    <>
      <PageHeader
        title="Usage and billing"
        about="A live verification counts when it is started, in the UTC month. Test mode is free."
      />
      <QueryView query={query} skeleton={<OverviewSkeleton />}>
        {(data) =>
          mode === "test" ? (
            <TestUsage tenantId={tenantId} data={data} />
          ) : (
            <UsageView tenantId={tenantId} data={data} />
          )
        }
      </QueryView>
    </>
  );
};
