import { methodName } from "#console/words/words.ts";
import { ShareBar } from "#kit/chart/meter.tsx";
import { shareText, wholeText } from "#kit/format.ts";
import { StatRow, StatTile } from "#kit/page-layout.tsx";
import type { OverviewData } from "./overview-data.ts";

type Counts = OverviewData["period"];
type Props = { days: number; today: Counts; period: Counts };

const decided = ({ approved, rejected }: Counts): number => approved + rejected;

const undecided = ({ failed, expired }: Counts): number => failed + expired;

/** The period in four numbers, including the tenant's own checks. Both shares are of those started. */
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
      value={shareText(period.approved, period.started)}
      note={`${wholeText(period.approved)} of ${wholeText(period.started)} started`}
    />
    <StatTile
      name={`No decision, ${days} days`}
      value={shareText(undecided(period), period.started)}
      note={`${wholeText(undecided(period))} of ${wholeText(period.started)} started: ${wholeText(period.failed)} failed, ${wholeText(period.expired)} expired`}
    />
  </StatRow>
);

type FunnelCounts = OverviewData["funnel"];

type Stage = { name: string; about: string; count: number };

/** Each stage is a subset of the one before. */
export const stagesOf = ({ started, opened, tried, completed }: FunnelCounts): Stage[] => [
  { name: "Started", about: "for the hosted page", count: started },
  { name: "Opened", about: "the hosted page", count: opened },
  { name: "Evidence submitted", about: "at least once", count: tried },
  { name: "Decided", about: "approved or under age", count: completed },
];

/** The counts that are not among the stages. */
export const besideTheFunnel = ({ failed, expired, ownChecks }: FunnelCounts): string[] => [
  `${wholeText(failed)} failed and ${wholeText(expired)} expired without a decision.`,
  ...(ownChecks === 0
    ? []
    : [
        `Not part of the funnel: ${wholeText(ownChecks)} that your backend decided with /verify/complete or /verify/submit.`,
      ]),
];

/** How far people get: each stage as a share of all verifications started. */
export const Funnel = ({ funnel }: { funnel: FunnelCounts }) => (
  <>
    <ol className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      {stagesOf(funnel).map(({ name, about, count }) => (
        <li key={name} className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
          <div className="flex items-baseline gap-1.5 text-sm">
            <span className="font-medium whitespace-nowrap">{name}</span>
            <span className="min-w-0 grow truncate text-xs text-soft" title={about}>
              {about}
            </span>
            <span className="font-medium whitespace-nowrap tabular">{wholeText(count)}</span>
            <span className="w-13 shrink-0 text-right text-xs text-soft tabular">
              {shareText(count, funnel.started)}
            </span>
          </div>
          <ShareBar share={funnel.started === 0 ? 0 : count / funnel.started} fill="fill-chart-volume" />
        </li>
      ))}
    </ol>
    {besideTheFunnel(funnel).map((text) => (
      <p key={text} className="mt-3.5 text-xs text-soft not-first-of-type:mt-1">
        {text}
      </p>
    ))}
  </>
);

/** How many of each method's decisions were approvals. */
export const MethodRates = ({ methods }: { methods: OverviewData["methods"] }) =>
  methods.length === 0 ? (
    <p className="py-6 text-center text-sm text-soft">No method has reached a decision in these days.</p>
  ) : (
    <ul className="grid gap-3.5">
      {methods.map(({ method, approved, decided, failed }) => (
        <li key={method} className="grid gap-1.5">
          <div className="flex items-baseline gap-1.5 text-sm">
            <span className="font-medium">{methodName(method)}</span>
            <span className="grow truncate text-xs text-soft">
              {wholeText(decided)} decided{failed > 0 && `, ${wholeText(failed)} failed`}
            </span>
            <span className="font-medium tabular">{shareText(approved, decided)}</span>
          </div>
          <ShareBar share={decided === 0 ? 0 : approved / decided} />
        </li>
      ))}
    </ul>
  );
