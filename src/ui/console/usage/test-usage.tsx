import { BarChart } from "../../kit/bar-chart.tsx";
import { Card } from "../../kit/card.tsx";
import { wholeText } from "../../kit/number-format.ts";
import { StatRow } from "../../kit/stat-row.tsx";
import { StatTile } from "../../kit/stat-tile.tsx";
import { MODES, modeBars, monthBars } from "./usage-series.ts";
import type { UsageData } from "./usage-view.tsx";

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
