import type { Billing } from "#core/quota.ts";
import { BarChart } from "../../kit/bar-chart.tsx";
import { Card } from "../../kit/card.tsx";
import { BillingCard } from "./billing-card.tsx";
import { PlanComparison, type PlanOffer } from "./plan-comparison.tsx";
import {
  type DayUsage,
  MODES,
  methodBars,
  methodSeries,
  modeBars,
  monthBars,
  usedMonths,
} from "./usage-series.ts";
import { MonthTable, type MonthUsage } from "./usage-tables.tsx";

export type UsageData = {
  billing: Billing;
  forecast: number;
  months: readonly MonthUsage[];
  days: readonly DayUsage[];
  plans: readonly PlanOffer[];
};

export const UsageView = ({ tenantId, data }: { tenantId: string; data: UsageData }) => {
  const { billing, forecast, days, months, plans } = data;
  const methods = methodSeries(days);
  return (
    <div className="grid gap-4">
      <BillingCard billing={billing} forecast={forecast} />
      <div className="grid gap-4 lg:grid-cols-2">
        <Card title="Started by day" about="This month, UTC days">
          <BarChart label="Verifications started by day" bars={modeBars(days)} series={MODES} height={150} />
        </Card>
        <Card title="By method" about="This month, live ones that a method has ended">
          {methods.length === 0 ? (
            <p className="py-12 text-center text-sm text-soft">
              No method has ended a live verification this month.
            </p>
          ) : (
            <BarChart
              label="Live verifications by method and day"
              bars={methodBars(days)}
              series={methods}
              height={150}
            />
          )}
        </Card>
      </div>
      <Card
        title="Plans"
        about="What this month's forecast would come to; the operator of this deployment changes plans"
        isFlush
      >
        <PlanComparison plans={plans} currency={billing.currency} />
      </Card>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card title="Started by month" about="Last twelve months, UTC">
          <BarChart
            label="Verifications started by month"
            bars={monthBars(months)}
            series={MODES}
            height={150}
          />
        </Card>
        <Card title="Statements" about="Since the first verification" isFlush>
          <MonthTable tenantId={tenantId} months={usedMonths(months)} />
        </Card>
      </div>
    </div>
  );
};
