import { shareText, wholeText } from "../../kit/number-format.ts";
import { ShareBar } from "../../kit/share-bar.tsx";
import type { OverviewData } from "./overview-data.ts";

type FunnelCounts = OverviewData["funnel"] & { byOwnCheck: number };
type Step = { name: string; about: string; count: number };

// A backend's own check decides without the hosted page, so the last step can be wider than the one before.
const decidedAbout = (byOwnCheck: number): string =>
  byOwnCheck === 0
    ? "approved or under age"
    : `approved or under age; ${wholeText(byOwnCheck)} by your own check`;

const stepsOf = ({ started, opened, tried, completed, byOwnCheck }: FunnelCounts): Step[] => [
  { name: "Started", about: "by your backend", count: started },
  { name: "Opened", about: "the hosted page", count: opened },
  { name: "Method chosen", about: "and evidence handed in", count: tried },
  { name: "Decided", about: decidedAbout(byOwnCheck), count: completed },
];

/** How far people come, each step as a share of all that were started. */
export const Funnel = ({ funnel }: { funnel: FunnelCounts }) => (
  <>
    <ol className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      {stepsOf(funnel).map(({ name, about, count }) => (
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
          <ShareBar share={funnel.started === 0 ? 0 : count / funnel.started} />
        </li>
      ))}
    </ol>
    <p className="mt-3.5 text-xs text-soft">
      {wholeText(funnel.failed)} failed and {wholeText(funnel.expired)} expired without a decision
    </p>
  </>
);
