"use client";
import { useQuery } from "@tanstack/react-query";
import type { RouterOutputs } from "#trpc/root.ts";
import { useAccess } from "#ui/console/access.tsx";
import { OverviewSkeleton } from "#ui/console/overview/overview-skeleton.tsx";
import { QueryView } from "#ui/console/query-view.tsx";
import { UsageView } from "#ui/console/usage/usage-view.tsx";
import { PageHeader } from "#ui/kit/page-header.tsx";
import { type Seed, seedOf } from "../../client/seed.ts";
import { useTRPC } from "../../client/trpc.ts";
import { USAGE_INPUT } from "./usage-input.ts";

type Props = { seed: Seed<typeof USAGE_INPUT, RouterOutputs["reports"]["usage"]> };

export const UsageScreen = ({ seed }: Props) => {
  const { tenantId } = useAccess();
  const query = useQuery({
    ...useTRPC().reports.usage.queryOptions(USAGE_INPUT),
    ...seedOf(seed, USAGE_INPUT),
  });
  return (
    <>
      <PageHeader
        title="Usage and billing"
        about="A live verification counts when it is started, in the UTC month. Test mode is free."
      />
      <QueryView query={query} skeleton={<OverviewSkeleton />}>
        {(data) => <UsageView tenantId={tenantId} data={data} />}
      </QueryView>
    </>
  );
};
