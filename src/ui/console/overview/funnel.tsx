import { shareText, wholeText } from "../../kit/number-format.ts";
import { ShareBar } from "../../kit/share-bar.tsx";
import type { OverviewData } from "./overview-data.ts";

type Step = { name: string; about: string; count: number };

const stepsOf = ({ started, opened, tried, completed }: OverviewData["funnel"]): Step[] => [
  { name: "Started", about: "by your backend", count: started },
  { name: "Opened", about: "the hosted page", count: opened },
  { name: "Method chosen", about: "and evidence handed in", count: tried },
  { name: "Decided", about: "approved or under age", count: completed },
];

/** How far people come, each step as a share of all that were started. */
export const Funnel = ({ funnel }: { funnel: OverviewData["funnel"] }) => (
  <ol className="grid gap-3.5">
    {stepsOf(funnel).map(({ name, about, count }) => (
      <li key={name} className="grid gap-1.5">
        <div className="flex items-baseline gap-1.5 text-sm">
          <span className="font-medium">{name}</span>
          <span className="grow truncate text-xs text-soft">{about}</span>
          <span className="font-medium tabular">{wholeText(count)}</span>
          <span className="w-13 text-right text-xs text-soft tabular">
            {shareText(count, funnel.started)}
          </span>
        </div>
        <ShareBar share={funnel.started === 0 ? 0 : count / funnel.started} />
      </li>
    ))}
  </ol>
);
