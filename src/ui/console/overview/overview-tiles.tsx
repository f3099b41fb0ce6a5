import type { Mode } from "#core/verification.ts";
import { shareText, wholeText } from "../../kit/number-format.ts";
import { StatRow } from "../../kit/stat-row.tsx";
import { StatTile } from "../../kit/stat-tile.tsx";
import type { Counts } from "./overview-data.ts";

type Props = { mode: Mode; today: Counts; month: Counts };

const decided = ({ approved, rejected }: Counts): number => approved + rejected;

export const OverviewTiles = ({ mode, today, month }: Props) => (
  <StatRow>
    <StatTile
      name="Started today"
      value={wholeText(today.started)}
      note={`${wholeText(decided(today))} decided, UTC day`}
    />
    <StatTile
      name="Started this month"
      value={wholeText(month.started)}
      note={mode === "live" ? "counts towards the quota" : "test mode is free"}
    />
    <StatTile
      name="Approved this month"
      value={shareText(month.approved, decided(month))}
      note={`${wholeText(month.approved)} of ${wholeText(decided(month))} decisions`}
    />
    <StatTile
      name="No decision this month"
      value={shareText(month.failed + month.expired, month.started)}
      note={`${wholeText(month.failed)} failed, ${wholeText(month.expired)} expired`}
    />
  </StatRow>
);
