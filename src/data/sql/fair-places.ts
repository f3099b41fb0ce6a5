import { afterLoopTime } from "#core/loop/loop-time.ts";

type Waiting = { begin: () => void };

/** Nothing was done: no place was free in time. */
export class NoPlace extends Error {
  override readonly name = "NoPlace";
  /** Whether others' work came to an end in the meantime, refused or not; if not, what all share does not answer. */
  readonly isMoving: boolean;

  constructor(isMoving: boolean) {
    super(isMoving ? "too much is waiting for a place" : "no place was free, and none is being freed");
    this.isMoving = isMoving;
  }
}

export type FairPlaces = {
  /**
   * Runs work in one of the places, as soon as one is free for its owner.
   * @throws NoPlace, without having run it: none was free in time
   */
  run<Result>(owner: string, work: () => Promise<Result>): Promise<Result>;
};

/**
 * Places for work that holds what all share, such as a database connection. Owners who wait take turns, and none has more than
 * its own few, so that one who asks for much, or whose work gets stuck, holds up itself.
 * @param limits.inAll places of all owners
 * @param limits.each places of one owner at most
 * @param limits.patienceMs how long work waits for a place, in ms of loop time
 * @param limits.isSilence whether work failed because what all share does not answer: such an end frees a place, and moves nothing
 */
export const createFairPlaces = (limits: {
  inAll: number;
  each: number;
  patienceMs: number;
  isSilence: (error: unknown) => boolean;
}): FairPlaces => {
  const taken = new Map<string, number>();
  let takenInAll = 0;
  let done = 0;
  /** The owner whose turn it is comes first. */
  const waiting = new Map<string, Set<Waiting>>();

  const take = (owner: string): void => {
    taken.set(owner, (taken.get(owner) ?? 0) + 1);
    takenInAll += 1;
  };
  const isFree = (owner: string): boolean =>
    takenInAll < limits.inAll && (taken.get(owner) ?? 0) < limits.each;

  const leaveQueue = (owner: string, one: Waiting): void => {
    const queue = waiting.get(owner);
    queue?.delete(one);
    if (queue?.size === 0) waiting.delete(owner);
  };
  const admit = (): void => {
    for (const [owner, queue] of waiting) {
      const [first] = queue;
      if (first === undefined || !isFree(owner)) continue;
      waiting.delete(owner);
      queue.delete(first);
      if (queue.size > 0) waiting.set(owner, queue); // behind those who have not had their turn
      take(owner);
      first.begin();
    }
  };
  const release = (owner: string): void => {
    const left = (taken.get(owner) ?? 1) - 1;
    if (left === 0) taken.delete(owner);
    else taken.set(owner, left);
    takenInAll -= 1;
    admit();
  };

  const wait = (owner: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const doneBefore = done;
      const one: Waiting = {
        begin: () => {
          callOff();
          resolve();
        },
      };
      const callOff = afterLoopTime(limits.patienceMs, () => {
        leaveQueue(owner, one);
        reject(new NoPlace(done > doneBefore));
      });
      const queue = waiting.get(owner) ?? new Set();
      waiting.set(owner, queue.add(one));
    });

  return {
    run: async (owner, work) => {
      // Those who already wait go first, or they would never get one: a place that is free for this owner is free for them.
      if (isFree(owner) && !waiting.has(owner)) take(owner);
      else await wait(owner);
      try {
        const result = await work();
        done += 1;
        return result;
      } catch (error) {
        if (!limits.isSilence(error)) done += 1;
        throw error;
      } finally {
        release(owner);
      }
    },
  };
};
