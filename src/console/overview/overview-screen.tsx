"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { QueryView } from "#console/client/query-view.tsx";
import { useUrlState } from "#console/client/use-url-state.ts";
import { WaitingAppeals } from "#console/verifications/waiting-appeals.tsx";
import { BarChart } from "#kit/chart/bar-chart.tsx";
import { Select } from "#kit/fields.tsx";
import { Card, PageHeader } from "#kit/page-layout.tsx";
import { CardsSkeleton } from "#kit/states.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { Latest, OpenRequests, QuotaCard, WebhookCard } from "./overview-cards.tsx";
import { barsOf, OUTCOMES, type OverviewData, overviewInput, PERIODS } from "./overview-data.ts";
import { Funnel, MethodRates, OverviewTiles } from "./overview-tiles.tsx";

const periodText = (days: number): string => `last ${days} days`;

type OverviewViewProps = {
  /** The chosen period; the data may lag behind. */
  days: number;
  onPeriod: (days: string) => void;
  data: OverviewData;
};

const OverviewView = ({ days, onPeriod, data }: OverviewViewProps) => {
  const { tenantId } = useAccess();
  const shown = data.days.length;
  return (
    <div className="grid gap-6">
      <section aria-label={`The ${periodText(days)}`} className="grid min-w-0 gap-4">
        <header className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-base tracking-normal">The {periodText(days)}</h2>
          <Select
            aria-label="Period"
            value={String(days)}
            options={PERIODS.map((period) => ({ value: String(period), label: `Last ${period} days` }))}
            onChange={(event) => onPeriod(event.target.value)}
          />
        </header>
        <OverviewTiles days={shown} today={data.today} period={data.period} />
        <Card title={`Outcomes, ${periodText(shown)}`} about="By UTC day of their start">
          <BarChart
            label={`Verifications by outcome and day, ${periodText(shown)}`}
            bars={barsOf(tenantId, data.days, data.mode)}
            series={OUTCOMES}
            leadsTo="the verifications of this day"
          />
        </Card>
        <div className="grid gap-4 lg:grid-cols-2">
          <Card title={`Funnel, ${periodText(shown)}`} about="Verifications on the hosted page">
            <Funnel funnel={data.funnel} />
          </Card>
          <Card
            title={`Approval rate by method, ${periodText(shown)}`}
            about="Of those that the method decided"
          >
            <MethodRates methods={data.methods} />
          </Card>
        </div>
      </section>
      <section aria-label="Now" className="grid min-w-0 gap-4">
        <h2 className="text-base tracking-normal">Now</h2>
        <div className="grid gap-4 lg:grid-cols-2">
          <QuotaCard billing={data.billing} quota={data.quota} forecast={data.forecast} />
          <WebhookCard health={data.webhooks} />
        </div>
        <Latest latest={data.latest} />
      </section>
    </div>
  );
};

const REFRESH_MS = 30_000;
// Short, because a newcomer is waiting for the next step.
const FIRST_STEPS_MS = 4_000;

export const OverviewScreen = () => {
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
      <QueryView query={query} skeleton={<CardsSkeleton />}>
        {(data) => (
          <div className="grid gap-4">
            <OpenRequests />
            <WaitingAppeals />
            {!data.firstSteps.hasCompletedTest && <FirstSteps steps={data.firstSteps} />}
            <OverviewView days={input.days} onPeriod={(days) => setUrl({ days })} data={data} />
          </div>
        )}
      </QueryView>
    </>
  );
};
