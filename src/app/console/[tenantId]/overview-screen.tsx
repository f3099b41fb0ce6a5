"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useAccess } from "#ui/console/access.tsx";
import { OverviewSkeleton } from "#ui/console/overview/overview-skeleton.tsx";
import { OverviewView } from "#ui/console/overview/overview-view.tsx";
import { QueryView } from "#ui/console/query-view.tsx";
import { useUrlState } from "#ui/console/use-url-state.ts";
import { PageHeader } from "#ui/kit/page-header.tsx";
import { useTRPC } from "../client/trpc.ts";
import { FirstSteps } from "./first-steps.tsx";
import { overviewInput, PERIODS } from "./overview-input.ts";

const REFRESH_MS = 30_000;
// Somebody is trying it out right now and waits for the next tick.
const FIRST_STEPS_MS = 4_000;

export const OverviewScreen = () => {
  const { tenantId, may } = useAccess();
  const [url, setUrl] = useUrlState();
  const input = overviewInput(url.get("mode"), url.get("days"));
  const query = useQuery({
    ...useTRPC().reports.overview.queryOptions(input),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.firstSteps.hasCompletedTest === false ? FIRST_STEPS_MS : REFRESH_MS,
  });
  return (
    <>
      <PageHeader title="Overview" />
      <QueryView query={query} skeleton={<OverviewSkeleton />}>
        {(data) => (
          <div className="grid gap-4">
            {!data.firstSteps.hasCompletedTest && <FirstSteps steps={data.firstSteps} />}
            <OverviewView
              tenantId={tenantId}
              days={input.days}
              periods={PERIODS}
              onPeriod={(days) => setUrl({ days })}
              data={data}
              seesWebhooks={may("webhooks.read")}
            />
          </div>
        )}
      </QueryView>
    </>
  );
};
