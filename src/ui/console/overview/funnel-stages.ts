import { wholeText } from "../../kit/number-format.ts";
import type { OverviewData } from "./overview-data.ts";

export type FunnelCounts = OverviewData["funnel"];

export type Stage = { name: string; about: string; count: number };

/** Each stage is a part of the one before. */
export const stagesOf = ({ started, opened, tried, completed }: FunnelCounts): Stage[] => [
  { name: "Started", about: "for the hosted page", count: started },
  { name: "Opened", about: "the hosted page", count: opened },
  { name: "Evidence handed in", about: "at least once", count: tried },
  { name: "Decided", about: "approved or under age", count: completed },
];

/** What the stages do not show. */
export const besideTheFunnel = ({ failed, expired, ownChecks }: FunnelCounts): string[] => [
  `${wholeText(failed)} failed and ${wholeText(expired)} expired without a decision.`,
  ...(ownChecks === 0
    ? []
    : [
        `Not part of the funnel: ${wholeText(ownChecks)} that your backend decided by /verify/complete or /verify/submit.`,
      ]),
];
