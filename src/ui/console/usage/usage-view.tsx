import type { Billing } from "#core/quota.ts";
import { BarChart } from "../../kit/bar-chart.tsx";
import { Card } from "../../kit/card.tsx";
import { monthText } from "../../kit/time-format.ts";
import { BillingCard } from "./billing-card.tsx";
import { PlanComparison, type PlanOffer } from "./plan-comparison.tsx";
import { type DayUsage, MODES, methodBars, methodSeries, modeBars, monthBars } from "./usage-series.ts";
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
