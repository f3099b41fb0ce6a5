import { shareText, wholeText } from "../../kit/number-format.ts";
import { StatRow } from "../../kit/stat-row.tsx";
import { StatTile } from "../../kit/stat-tile.tsx";
import type { Counts } from "./overview-data.ts";

type Props = { days: number; today: Counts; period: Counts };

const decided = ({ approved, rejected }: Counts): number => approved + rejected;

/** The period in four numbers; own checks are among them. */
export const OverviewTiles = ({ days, today, period }: Props) => (
  <StatRow>
    <StatTile
      name={`Started, ${days} days`}
      value={wholeText(period.started)}
      note={`${wholeText(today.started)} today (UTC)`}
    />
    <StatTile
      name={`Decided, ${days} days`}
      value={wholeText(decided(period))}
      note={`${wholeText(decided(today))} of those started today`}
    />
    <StatTile
      name={`Approved, ${days} days`}
      value={shareText(period.approved, decided(period))}
      note={`${wholeText(period.approved)} of ${wholeText(decided(period))} decisions`}
    />
    <StatTile
      name={`No decision, ${days} days`}
      value={shareText(period.failed + period.expired, period.started)}
      note={`${wholeText(period.failed)} failed, ${wholeText(period.expired)} expired`}
    />
  </StatRow>
);
