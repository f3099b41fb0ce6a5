"use client";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "#console/client/api-provider.tsx";
import { QueryView } from "#console/client/query-view.tsx";
import { OverviewSkeleton } from "#console/overview/overview-tiles.tsx";
import { useAccess } from "#console/shell/access.tsx";
import { useMode } from "#console/shell/mode-notice.tsx";
import type { Billing } from "#core/quota.ts";
import { BarChart } from "#kit/chart/bar-chart.tsx";
import { monthText, wholeText } from "#kit/format.ts";
import { Card, PageHeader, StatRow, StatTile } from "#kit/page-layout.tsx";
import { BillingCard, PlanComparison, type PlanOffer } from "./plan-comparison.tsx";
import {
  type DayUsage,
  MODES,
  methodBars,
  methodSeries,
  modeBars,
  monthBars,
  USAGE_INPUT,
} from "./usage-series.ts";
import { MonthTable, type MonthUsage } from "./usage-tables.tsx";

export type UsageData = {
  billing: Billing;
  forecast: number;
  months: readonly MonthUsage[];
  days: readonly DayUsage[];
  plans: readonly PlanOffer[];
};

const LIVE = MODES.filter(({ id }) => id === "live");

export const UsageView = ({ tenantId, data }: { tenantId: string; data: UsageData }) => {
  const { billing, forecast, days, months, plans } = data;
  const methods = methodSeries(days);
  const month = monthText(billing.period.start);
  return (
    <div className="grid gap-4">
      <BillingCard billing={billing} forecast={forecast} />
      <div className="grid gap-4 lg:grid-cols-2">
        <Card title={`Started by day, ${month}`} about="UTC days">
          <BarChart
            label={`Verifications started by day, ${month}`}
            bars={modeBars(tenantId, days)}
            series={LIVE}
            leadsTo="the verifications of this day"
            height={150}
          />
        </Card>
        <Card title={`By method, ${month}`} about="Live verifications that a method has ended">
          {methods.length === 0 ? (
            <p className="py-12 text-center text-sm text-soft">
              No method has ended a live verification this month.
            </p>
          ) : (
            <BarChart
              label={`Live verifications by method and day, ${month}`}
              bars={methodBars(tenantId, days)}
              series={methods}
              leadsTo="the live verifications of this day"
              height={150}
            />
          )}
        </Card>
      </div>
      <Card
        title="Plans"
        about={`What the forecast for ${month} would cost on each. The operator of this deployment changes plans.`}
        isFlush
      >
        <PlanComparison plans={plans} currency={billing.currency} />
      </Card>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card title="Started by month, last 12 months" about="UTC months">
          <BarChart
            label="Verifications started by month, last 12 months"
            bars={monthBars(tenantId, months)}
            series={LIVE}
            leadsTo="the statement of this month"
            height={150}
          />
        </Card>
        <Card title="Statements" about="Final once the month is over" isFlush>
          <MonthTable tenantId={tenantId} months={months.filter(({ hasStatement }) => hasStatement)} />
        </Card>
      </div>
    </div>
  );
};

const SERIES = MODES.filter(({ id }) => id === "test");

type Props = { tenantId: string; data: UsageData };

/** What was started by test keys: it is free, so there is no bill. */
export const TestUsage = ({ tenantId, data: { days, months, plans } }: Props) => {
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
        <Card title="Started by day" about="This month, UTC days">
          <BarChart
            label="Test verifications started by day"
            bars={modeBars(tenantId, days)}
            series={SERIES}
            height={150}
          />
        </Card>
        <Card title="Started by month" about="Last twelve months, UTC">
          <BarChart
            label="Test verifications started by month"
            bars={monthBars(tenantId, months)}
            series={SERIES}
            height={150}
          />
        </Card>
      </div>
    </div>
  );
};

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
