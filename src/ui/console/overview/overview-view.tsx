import { BarChart } from "../../kit/bar-chart.tsx";
import { Card } from "../../kit/card.tsx";
import { barsOf, OUTCOMES } from "./day-series.ts";
import { Funnel } from "./funnel.tsx";
import { Latest } from "./latest.tsx";
import { MethodRates } from "./method-rates.tsx";
import type { OverviewData } from "./overview-data.ts";
import { OverviewTiles } from "./overview-tiles.tsx";
import { PeriodSection, periodText } from "./period-section.tsx";
import { QuotaCard } from "./quota-card.tsx";
import { WebhookCard } from "./webhook-card.tsx";

type Props = {
  tenantId: string;
  /** The chosen period; the data may still be of the one before. */
  days: number;
  periods: readonly number[];
  onPeriod: (days: string) => void;
  data: OverviewData;
  seesWebhooks: boolean;
};

export const OverviewView = ({ tenantId, days, periods, onPeriod, data, seesWebhooks }: Props) => {
  const shown = data.days.length;
  return (
    <div className="grid gap-6">
      <PeriodSection chosen={days} periods={periods} onChange={onPeriod}>
        <OverviewTiles days={shown} today={data.today} period={data.period} />
        <Card title={`Outcomes, ${periodText(shown)}`} about="By the UTC day on which they were started">
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
          <Card title={`Approval rate by method, ${periodText(shown)}`}>
            <MethodRates methods={data.methods} />
          </Card>
        </div>
      </PeriodSection>
      <section aria-label="Now" className="grid min-w-0 gap-4">
        <h2 className="text-base tracking-normal">Now</h2>
        <div className="grid gap-4 lg:grid-cols-2">
          <QuotaCard billing={data.billing} forecast={data.forecast} />
          <WebhookCard tenantId={tenantId} health={data.webhooks} isLinked={seesWebhooks} />
        </div>
        <Latest tenantId={tenantId} latest={data.latest} />
      </section>
    </div>
  );
};
