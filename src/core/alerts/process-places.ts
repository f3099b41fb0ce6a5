/** One run of a process, as its signs of life tell. */
export type ProcessRun = { id: string; kind: string; startedAt: Date; seenAt: Date };

/**
 * Which run took the place of which: one that fell silent is replaced by the first run of its kind that started after its
 * last sign of life, and each run replaces one at most. So a worker that was killed and started again is not missed, and of
 * two that were killed, the one that was not started again still is. A run that began between another's last sign of life and
 * its end looks like one that began after it.
 * @param silentSince a run whose last sign of life is older than this, or as old, is silent
 * @returns for the id of a run the id of the one before it in its place
 */
export const takenPlaces = (runs: readonly ProcessRun[], silentSince: Date): ReadonlyMap<string, string> => {
  const free = runs
    .filter(({ seenAt }) => seenAt <= silentSince)
    .toSorted((one, other) => one.seenAt.getTime() - other.seenAt.getTime());
  const taken = new Map<string, string>();
  for (const run of runs.toSorted((one, other) => one.startedAt.getTime() - other.startedAt.getTime())) {
    const index = free.findIndex(
      // Of a clock that was put back, a run can have begun after its own last sign of life.
      ({ id, kind, seenAt }) => id !== run.id && kind === run.kind && seenAt < run.startedAt,
    );
    const [before] = index < 0 ? [] : free.splice(index, 1);
    if (before) taken.set(run.id, before.id);
  }
  return taken;
};

/** The ids of a run and of all those whose place it has, one after the other. */
export const placeOf = (id: string, taken: ReadonlyMap<string, string>): string[] => {
  const ids = [id];
  for (let before = taken.get(id); before !== undefined; before = taken.get(before)) ids.push(before);
  return ids;
};
