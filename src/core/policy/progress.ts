import { DAY_MS } from "#core/day.ts";
import type { PolicyState } from "#core/verification.ts";
import type { Progress } from "./choices.ts";

/** What was tried so far: in this verification and, within a day, in the others of the same person. */
export type History = {
  tries: readonly {
    method: string;
    /** "evidence", or the code of why there was no decision. */
    finding: string;
    at: Date;
    /** Whether it was in this verification. */
    isOwn: boolean;
  }[];
  /** Methods that an answer closed for the person. */
  closed: readonly { methods: readonly string[]; until: Date }[];
  /** Until then a check may run in another verification of the person; null: in none. */
  busyUntil: Date | null;
};

export const NO_HISTORY: History = { tries: [], closed: [], busyUntil: null };

/** The finding of an estimate between the minimum age and the challenge age. */
export const INCONCLUSIVE = "AGE_INCONCLUSIVE";

/** Findings that use up no try. */
const UNCOUNTED: readonly string[] = ["evidence", "expire", INCONCLUSIVE];

/** How often one person can try one method in 24 hours, over all of their verifications. */
const MOST_TRIES_A_DAY = 3;

const counted = (tries: History["tries"]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { method } of tries) counts[method] = (counts[method] ?? 0) + 1;
  return counts;
};

const isCounted = ({ finding }: History["tries"][number]): boolean => !UNCOUNTED.includes(finding);

/**
 * How a verification stands in its policy.
 * @param unavailable methods that cannot be offered now, whatever the policy says
 */
export const progressOf = (
  { tries, closed }: History,
  { othersAskedAt, closedMethods }: Pick<PolicyState, "othersAskedAt" | "closedMethods">,
  unavailable: readonly string[],
  now: Date,
): Progress => {
  const counting = tries.filter(isCounted);
  const today = counted(counting.filter(({ at }) => now.getTime() - at.getTime() < DAY_MS));
  const ofPerson = Object.keys(today).filter((method) => (today[method] ?? 0) >= MOST_TRIES_A_DAY);
  return {
    tries: counted(counting.filter(({ isOwn }) => isOwn)),
    hasAskedForOthers: othersAskedAt !== null,
    closed: [
      ...closedMethods,
      ...closed.flatMap(({ methods, until }) => (until > now ? methods : [])),
      ...ofPerson,
      ...unavailable,
    ],
  };
};

/**
 * When something that the person's day has closed opens again.
 * @returns now, where nothing is closed
 */
export const nextOpening = ({ tries, closed }: History, now: Date): Date => {
  const ends = [
    ...tries.filter(isCounted).map(({ at }) => at.getTime() + DAY_MS),
    ...closed.map(({ until }) => until.getTime()),
  ].filter((end) => end > now.getTime());
  return new Date(ends.length === 0 ? now.getTime() : Math.min(...ends));
};
