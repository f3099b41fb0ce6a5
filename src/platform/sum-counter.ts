import { DAY_MS, dayName, hourOf } from "#core/day.ts";
import type { GateCount, GateCounts } from "#core/gates/counts.ts";

// Counting in memory, so that it costs a request nothing.

type Writing<Sum> = {
  /** Gets the sums since the last write, one of each key. */
  write: (sums: readonly Sum[]) => Promise<void>;
  delayMs: number;
};

type Kind<Sum> = {
  /** Sums of one key become one. */
  keyOf: (sum: Sum) => string;
  /** Adds what another sum of its key holds, which may be the older of the two. */
  merge: (sum: Sum, more: Sum) => void;
};

/**
 * Adds up in memory and writes the sums now and then. What a failed write held is written with the next; what was counted in
 * the last seconds before a crash is lost.
 */
const createSumCounter = <Sum>({ keyOf, merge, write, delayMs }: Kind<Sum> & Writing<Sum>) => {
  let sums = new Map<string, Sum>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const add = (more: Sum): void => {
    const key = keyOf(more);
    const known = sums.get(key);
    if (known === undefined) sums.set(key, more);
    else merge(known, more);
    timer ??= setTimeout(() => void flush(), delayMs).unref();
  };

  const writeSums = async (): Promise<void> => {
    if (sums.size === 0) return;
    const taken = [...sums.values()];
    sums = new Map();
    try {
      await write(taken);
    } catch {
      for (const sum of taken) add(sum);
    }
  };

  /** Writes what waits. It never rejects: what cannot be written waits for the next time. */
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(writeSums);
    return writing;
  };

  return { add, flush };
};

type Gate = { id: string; tenant: { id: string } };

/** Counts what happens at gates, one sum for each gate and UTC day. */
export const createGateCounter = (options: Writing<GateCounts>) => {
  const { add, flush } = createSumCounter<GateCounts>({
    ...options,
    keyOf: ({ gateId, day }) => `${gateId} ${day}`,
    merge: (sum, more) => {
      sum.passes += more.passes;
      sum.refusals += more.refusals;
      sum.starts += more.starts;
      sum.approvals += more.approvals;
    },
  });

  // The last day's name: to write a date takes longer than to count.
  let day = { number: Number.NaN, name: "" };
  const nameOf = (at: Date): string => {
    const number = Math.floor(at.getTime() / DAY_MS);
    if (number !== day.number) day = { number, name: dayName(at) };
    return day.name;
  };

  return {
    /** Counts one; never throws. @param at decides the UTC day */
    add: ({ id, tenant }: Gate, count: GateCount, at: Date): void => {
      const none = { passes: 0, refusals: 0, starts: 0, approvals: 0 };
      const one: GateCounts = { gateId: id, tenantId: tenant.id, day: nameOf(at), ...none };
      one[count] = 1;
      add(one);
    },
    flush,
  };
};

export type GateCounter = ReturnType<typeof createGateCounter>;

/** What a key was used for within one UTC hour, since it was last written. */
type KeyHourSum = {
  keyId: string;
  tenantId: string;
  hour: Date;
  uses: number;
  errors: number;
  lastErrorAt: Date | null;
  lastErrorCode: string | null;
};

type Use = { keyId: string; tenantId: string; status: number; code: string | null };

/** Counts what keys are used for, one sum for each key and UTC hour. */
export const createKeyCounter = (options: Writing<KeyHourSum>) => {
  const { add, flush } = createSumCounter<KeyHourSum>({
    ...options,
    keyOf: ({ keyId, hour }) => `${keyId} ${hour.getTime()}`,
    merge: (sum, more) => {
      sum.uses += more.uses;
      sum.errors += more.errors;
      const { lastErrorAt } = more;
      if (lastErrorAt === null || (sum.lastErrorAt !== null && sum.lastErrorAt > lastErrorAt)) return;
      sum.lastErrorAt = lastErrorAt;
      sum.lastErrorCode = more.lastErrorCode;
    },
  });

  return {
    /** Counts one answered request; never throws. @param at decides the hour */
    add: ({ keyId, tenantId, status, code }: Use, at: Date): void => {
      const hour = hourOf(at);
      const error =
        status >= 400
          ? { errors: 1, lastErrorAt: at, lastErrorCode: code }
          : { errors: 0, lastErrorAt: null, lastErrorCode: null };
      add({ keyId, tenantId, hour, uses: 1, ...error });
    },
    flush,
  };
};

export type KeyCounter = ReturnType<typeof createKeyCounter>;
