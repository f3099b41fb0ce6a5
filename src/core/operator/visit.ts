/** For how long a tenant can let an operator look, at once. */
export const VISIT_HOURS = { min: 1, max: 72 } as const;

/** How long a tenant has to answer, in days. */
export const ANSWER_DAYS = 14;

type Visit = { grantedAt: Date | null; endedAt: Date | null; expiresAt: Date };

export type VisitState = "asked" | "running" | "declined" | "ended" | "unanswered";

/** "declined" is also one that the operator withdrew before it was granted. */
export const stateOfVisit = ({ grantedAt, endedAt, expiresAt }: Visit, now: Date): VisitState => {
  const isOver = expiresAt.getTime() <= now.getTime();
  if (grantedAt === null) return endedAt ? "declined" : isOver ? "unanswered" : "asked";
  return endedAt || isOver ? "ended" : "running";
};
