import { DAY_MS } from "#core/day.ts";
import type { GateCount, GateCounts } from "#core/gates/counts.ts";

/** One gate on one day. */
const keyOf = ({ gateId, day }: Pick<GateCounts, "gateId" | "day">): string => `${gateId} ${day}`;

type Gate = { id: string; tenant: { id: string } };

/**
 * Counts in memory and writes the sums now and then, so that counting costs a request nothing. What a failed write held is
 * written with the next; what was counted in the last seconds before a crash is lost.
 * @param options.write gets the sums since the last write, one for each gate and day
 */
export const createGateCounter = (options: {
  write: (sums: readonly GateCounts[]) => Promise<void>;
  delayMs: number;
}) => {
  const { write, delayMs } = options;
  let sums = new Map<string, GateCounts>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const sumOf = (gateId: string, tenantId: string, day: string): GateCounts => {
    const key = keyOf({ gateId, day });
    const known = sums.get(key);
    if (known) return known;
    const made: GateCounts = { gateId, tenantId, day, passes: 0, refusals: 0, starts: 0, approvals: 0 };
    sums.set(key, made);
    timer ??= setTimeout(() => void flush(), delayMs).unref();
    return made;
  };

  const putBack = (taken: ReadonlyMap<string, GateCounts>): void => {
    for (const { gateId, tenantId, day, ...counts } of taken.values()) {
      const sum = sumOf(gateId, tenantId, day);
      sum.passes += counts.passes;
      sum.refusals += counts.refusals;
      sum.starts += counts.starts;
      sum.approvals += counts.approvals;
    }
  };

  const writeSums = async (): Promise<void> => {
    if (sums.size === 0) return;
    const taken = sums;
    sums = new Map();
    await write([...taken.values()]).catch(() => putBack(taken));
  };

  /** Writes what waits. It never rejects: what cannot be written waits for the next time. */
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(writeSums);
    return writing;
  };

  // The last day's name: to write a date takes longer than to count.
  let day = { number: Number.NaN, name: "" };
  const nameOf = (at: Date): string => {
    const number = Math.floor(at.getTime() / DAY_MS);
    if (number !== day.number) day = { number, name: at.toISOString().slice(0, 10) };
    return day.name;
  };

  return {
    /** Counts one; never throws. @param at decides the UTC day */
    add: (gate: Gate, count: GateCount, at: Date): void => {
      sumOf(gate.id, gate.tenant.id, nameOf(at))[count] += 1;
    },
    flush,
  };
};

export type GateCounter = ReturnType<typeof createGateCounter>;
