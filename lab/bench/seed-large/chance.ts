import { randomFillSync } from "node:crypto";
import { createId, ID_RANDOM_BYTES, type IdKind } from "../../../src/core/ids.ts";

const POOL_BYTES = 65_536;

/** The seed's source of randomness. */
export type Chance = ReturnType<typeof createChance>;

/** Ids and hashes are truly random, so that two seeds never collide. */
export const createChance = () => {
  const pool = Buffer.alloc(POOL_BYTES);
  let used = POOL_BYTES;
  const bytes = (count: number): Buffer => {
    if (used + count > POOL_BYTES) {
      randomFillSync(pool);
      used = 0;
    }
    used += count;
    return pool.subarray(used - count, used);
  };
  const share = (): number => Math.random();
  return {
    share,
    below: (limit: number): boolean => share() < limit,
    int: (below: number): number => Math.floor(share() * below),
    /** Each choice with the share up to which it is taken; the last one's is 1. */
    pick: <Value>(...choices: [number, Value][]): Value => {
      const rolled = share();
      const chosen = choices.find(([limit]) => rolled < limit) ?? choices.at(-1);
      if (!chosen) throw new Error("there is nothing to choose from");
      return chosen[1];
    },
    // A copy: the pool is refilled while rows wait.
    bytes: (count: number): Buffer => Buffer.from(bytes(count)),
    id: (kind: IdKind, at: Date): string => createId(kind, at, bytes(ID_RANDOM_BYTES)),
  };
};
