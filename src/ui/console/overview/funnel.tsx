import { shareText, wholeText } from "../../kit/number-format.ts";
import { ShareBar } from "../../kit/share-bar.tsx";
import { besideTheFunnel, type FunnelCounts, stagesOf } from "./funnel-stages.ts";

/** How far people come, each step as a share of all that were started. */
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
