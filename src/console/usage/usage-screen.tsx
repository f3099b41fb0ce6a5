"use client";
import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { useMode } from "#console/client/mode-notice.tsx";
import { QueryView } from "#console/client/query-view.tsx";
import { BarChart } from "#kit/chart/bar-chart.tsx";
import { monthText, wholeText } from "#kit/format.ts";
import { Card, PageHeader, StatRow, StatTile } from "#kit/page-layout.tsx";
import { CardsSkeleton } from "#kit/states.tsx";
import { BillingCard, PlanComparison } from "./plan-comparison.tsx";
import {
  MODES,
  methodBars,
  methodSeries,
  modeBars,
  monthBars,
  USAGE_INPUT,
  type UsageData,
} from "./usage-series.ts";
import { MonthTable } from "./usage-tables.tsx";

type Props = { data: UsageData };

const LIVE = MODES.filter(({ id }) => id === "live");
const TEST = MODES.filter(({ id }) => id === "test");
const LAST_MONTHS = "last 12 months";

const UsageView = ({ data }: Props) => {
  const { tenantId } = useAccess();
  const { billing, quota, forecast, days, months, plans } = data;
  const methods = methodSeries(days);
  const month = monthText(billing.period.start);
  return (
    <div className="grid gap-4">
      <BillingCard billing={billing} quota={quota} forecast={forecast} />
      <div className="grid gap-4 lg:grid-cols-2">
        <UsageChart
          title={`Started by day, ${month}`}
          about="UTC days"
          label={`Verifications started by day, ${month}`}
          bars={modeBars(tenantId, days)}
          series={LIVE}
          leadsTo="the verifications of this day"
        />
        <UsageChart
          title={`By method, ${month}`}
          about="Live verifications that a method has ended"
          empty="No method has ended a live verification this month."
          label={`Live verifications by method and day, ${month}`}
          bars={methodBars(tenantId, days)}
          series={methods}
          leadsTo="the live verifications of this day"
        />
      </div>
      <Card
        title="Plans"
        about={`What the forecast for ${month} would cost on each. The operator of this deployment changes plans.`}
        isFlush
      >
        <PlanComparison plans={plans} currency={billing.currency} />
      </Card>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <UsageChart
          title={`Started by month, ${LAST_MONTHS}`}
          about="UTC months"
          label={`Verifications started by month, ${LAST_MONTHS}`}
          bars={monthBars(tenantId, months)}
          series={LIVE}
          leadsTo="the statement of this month"
        />
        <Card title="Statements" about="Final once the month is over" isFlush>
          <MonthTable months={months.filter(({ hasStatement }) => hasStatement)} />
        </Card>
      </div>
    </div>
  );
};

type UsageChartProps = ComponentProps<typeof BarChart> & { title: string; about: string; empty?: string };

const UsageChart = ({ title, about, empty, ...chart }: UsageChartProps) => (
  <Card title={title} about={about}>
    {chart.series.length === 0 ? (
      <p className="py-12 text-center text-sm text-soft">{empty}</p>
    ) : (
      <BarChart {...chart} height={150} />
    )}
  </Card>
);

/** Usage of test keys, which is free and never billed. */
const TestUsage = ({ data: { days, months, plans } }: Props) => {
  const { tenantId } = useAccess();
  const used = days.reduce((sum, { test }) => sum + test, 0);
  const limit = plans.find(({ isCurrent }) => isCurrent)?.limits.testMonthlyQuota;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <StatRow>
        <StatTile
          name="Test verifications this month"
          value={wholeText(used)}
          note={limit === undefined ? "test mode is free" : `of ${wholeText(limit)} allowed`}
        />
        <StatTile name="Amount due" value="None" note="test mode is free" />
      </StatRow>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
        <UsageChart
          title="Started by day"
          about="This month, UTC days"
          label="Test verifications started by day"
          bars={modeBars(tenantId, days)}
          series={TEST}
        />
        <UsageChart
          title="Started by month"
          about="Last 12 months, UTC"
          label="Test verifications started by month"
          bars={monthBars(tenantId, months)}
          series={TEST}
        />
      </div>
    </div>
  );
};

export const UsageScreen = () => {
  const mode = useMode();
  const query = useQuery(useTRPC().reports.usage.queryOptions(USAGE_INPUT));
  return (
    <>
      <PageHeader
        title="Usage and billing"
        about="A live verification counts when it is started, in the UTC month. Test mode is free."
      />
      <QueryView query={query} skeleton={<CardsSkeleton />}>
        {(data) => (mode === "test" ? <TestUsage data={data} /> : <UsageView data={data} />)}
      </QueryView>
    </>
  );
};
