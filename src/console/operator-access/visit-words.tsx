import type { VisitState } from "#core/operator/visit.ts";
import { counted } from "#core/text.ts";
import { Badge, type BadgeTone } from "#kit/badge.tsx";

const LOOKS: Readonly<Record<VisitState, { tone: BadgeTone; text: string }>> = {
  asked: { tone: "info", text: "Waiting for an answer" },
  running: { tone: "warn", text: "Running" },
  declined: { tone: "neutral", text: "Declined" },
  ended: { tone: "neutral", text: "Ended" },
  unanswered: { tone: "neutral", text: "Not answered" },
};

export const VisitBadge = ({ state }: { state: VisitState }) => (
  <Badge tone={LOOKS[state].tone}>{LOOKS[state].text}</Badge>
);

/** `1 hour`, `24 hours` */
export const hoursText = (hours: number): string => counted(hours, "hour");
