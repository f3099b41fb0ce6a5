import type { Mode } from "#core/verification.ts";
import { BarChart } from "../../kit/bar-chart.tsx";
import { Card } from "../../kit/card.tsx";
import { barsOf, OUTCOMES } from "./day-series.ts";
import { Funnel } from "./funnel.tsx";
import { Latest } from "./latest.tsx";
import { MethodRates } from "./method-rates.tsx";
import type { OverviewData } from "./overview-data.ts";
import { OverviewTiles } from "./overview-tiles.tsx";
import { QuotaCard } from "./quota-card.tsx";
import { WebhookCard } from "./webhook-card.tsx";

type Props = { tenantId: string; mode: Mode; days: number; data: OverviewData; seesWebhooks: boolean };

const ownChecks = (methods: OverviewData["methods"]): number =>
  methods.find(({ method }) => method === "tenant")?.decided ?? 0;

export const OverviewView = ({ tenantId, mode, days, data, seesWebhooks }: Props) => (
  <div className="grid gap-4">
    <OverviewTiles mode={mode} today={data.today} month={data.month} />
    <Card title="Verifications by outcome" about={`By the UTC day they were started, last ${days} days`}>
      <BarChart label="Verifications by outcome and day" bars={barsOf(data.days, mode)} series={OUTCOMES} />
    </Card>
    <div className="grid gap-4 lg:grid-cols-2">
      <Card title="Funnel" about={`Last ${days} days`}>
        <Funnel funnel={{ ...data.funnel, byOwnCheck: ownChecks(data.methods) }} />
      </Card>
      <Card title="Approval rate by method" about={`Last ${days} days`}>
        <MethodRates methods={data.methods} />
      </Card>
      <QuotaCard billing={data.billing} forecast={data.forecast} />
      <WebhookCard tenantId={tenantId} health={data.webhooks} isLinked={seesWebhooks} />
    </div>
    <Latest tenantId={tenantId} latest={data.latest} />
  </div>
);
