const HOUR_MS = 3_600_000;

/** What a key was used for within one UTC hour, since it was last written. */
export type KeyHourSum = {
  keyId: string;
  tenantId: string;
  hour: Date;
  uses: number;
  errors: number;
  lastErrorAt: Date | null;
  lastErrorCode: string | null;
};

type Use = { keyId: string; tenantId: string; status: number; code: string | null };

const add = (sum: KeyHourSum, more: Omit<KeyHourSum, "keyId" | "tenantId" | "hour">): void => {
  sum.uses += more.uses;
  sum.errors += more.errors;
  if (more.lastErrorAt === null || (sum.lastErrorAt !== null && sum.lastErrorAt > more.lastErrorAt)) return;
  sum.lastErrorAt = more.lastErrorAt;
  sum.lastErrorCode = more.lastErrorCode;
};

/**
 * Counts in memory and writes the sums now and then, so that counting costs a request nothing. What a failed write held is
 * written with the next; what was counted in the last seconds before a crash is lost.
 * @param options.write gets the sums since the last write, one for each key and hour
 */
export const createKeyCounter = (options: {
  write: (sums: readonly KeyHourSum[]) => Promise<void>;
  delayMs: number;
}) => {
  const { write, delayMs } = options;
  let sums = new Map<string, KeyHourSum>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const sumOf = (keyId: string, tenantId: string, hourNumber: number): KeyHourSum => {
    const name = `${keyId} ${hourNumber}`;
    const known = sums.get(name);
    if (known) return known;
    const none = { uses: 0, errors: 0, lastErrorAt: null, lastErrorCode: null };
    const made: KeyHourSum = { keyId, tenantId, hour: new Date(hourNumber * HOUR_MS), ...none };
    sums.set(name, made);
    timer ??= setTimeout(() => void flush(), delayMs).unref();
    return made;
  };

  const numberOf = (at: Date): number => Math.floor(at.getTime() / HOUR_MS);

  const writeSums = async (): Promise<void> => {
    if (sums.size === 0) return;
    const taken = sums;
    sums = new Map();
    await write([...taken.values()]).catch(() => {
      for (const each of taken.values()) add(sumOf(each.keyId, each.tenantId, numberOf(each.hour)), each);
    });
  };

  /** Writes what waits. It never rejects: what cannot be written waits for the next time. */
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(writeSums);
    return writing;
  };

  return {
    /** Counts one answered request; never throws. @param at decides the hour */
    add: ({ keyId, tenantId, status, code }: Use, at: Date): void => {
      const isError = status >= 400;
      add(sumOf(keyId, tenantId, numberOf(at)), {
        uses: 1,
        errors: isError ? 1 : 0,
        lastErrorAt: isError ? at : null,
        lastErrorCode: isError ? code : null,
      });
    },
    flush,
  };
};

export type KeyCounter = ReturnType<typeof createKeyCounter>;
