import { DAY_MS } from "#core/day.ts";
import type { PolicyState } from "#core/verification.ts";
import type { Progress } from "./choices.ts";
import { INCONCLUSIVE } from "./finding-codes.ts";

/** What was tried so far: in this verification and, within a day, in the others of the same person. */
export type History = {
  tries: readonly {
    method: string;
    /** "evidence", or the code that says why there was no decision. */
    finding: string;
    at: Date;
    /** Whether it happened in this verification. */
    isOwn: boolean;
  }[];
  /** Methods that an answer has closed for the person. */
  closed: readonly { methods: readonly string[]; until: Date }[];
  /** Until then a check may be running in another of the person's verifications; null: in none. */
  busyUntil: Date | null;
  /** Whether the tenant named the person, whose tries per day are then limited. */
  isNamed: boolean;
};

export const NO_HISTORY: History = { tries: [], closed: [], busyUntil: null, isNamed: false };

/** Findings that use up no try. */
const UNCOUNTED: readonly string[] = ["evidence", "expire", INCONCLUSIVE];

/**
 * How often a person whom the tenant names can try one method in 24 hours, across all their verifications.
 */
const MOST_TRIES_A_DAY = 3;

/** The methods that a day's tries, counted by method, have closed for a person whom the tenant names. */
export const usedUpToday = (tries: Readonly<Record<string, number>>): string[] =>
  Object.keys(tries).filter((method) => (tries[method] ?? 0) >= MOST_TRIES_A_DAY);

const counted = (tries: History["tries"]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { method } of tries) counts[method] = (counts[method] ?? 0) + 1;
  return counts;
};

const isCounted = ({ finding }: History["tries"][number]): boolean => !UNCOUNTED.includes(finding);

/**
 * The progress of a verification under its policy.
 * @param unavailable methods that cannot be offered now, whatever the policy says
 */
export const progressOf = (
  { tries, closed, isNamed }: History,
  { othersAskedAt, closedMethods }: Pick<PolicyState, "othersAskedAt" | "closedMethods">,
  unavailable: readonly string[],
  now: Date,
): Progress => {
  const counting = tries.filter(isCounted);
  const today = counted(counting.filter(({ at }) => now.getTime() - at.getTime() < DAY_MS));
  return {
    tries: counted(counting.filter(({ isOwn }) => isOwn)),
    hasAskedForOthers: othersAskedAt !== null,
    closed: [
      ...closedMethods,
      ...closed.flatMap(({ methods, until }) => (until > now ? methods : [])),
      // Anyone else has no daily limit: the rule alone decides how often a method can be tried.
      ...(isNamed ? usedUpToday(today) : []),
      ...unavailable,
    ],
  };
};

/**
 * When something that the person's daily limit has closed opens again.
 * @returns now, if nothing is closed
 */
export const nextOpening = ({ tries, closed }: History, now: Date): Date => {
  const ends = [
    ...tries.filter(isCounted).map(({ at }) => at.getTime() + DAY_MS),
    ...closed.map(({ until }) => until.getTime()),
  ].filter((end) => end > now.getTime());
  return new Date(ends.length === 0 ? now.getTime() : Math.min(...ends));
};
