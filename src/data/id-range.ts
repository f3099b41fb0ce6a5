/** A page of a list and the days that it is bound to: ids sort by time. `fromId` is inside, the others outside. */
export type IdRange = { fromId?: string | undefined; beforeId?: string | undefined };

/** The condition on `id`; `after` is the last id of the page before, newest first. */
export const idsWithin = (
  { fromId, beforeId }: IdRange,
  after: string | undefined,
): { id?: { gte?: string; lt?: string } } => {
  const ends = [beforeId, after].filter((id) => id !== undefined).sort((a, b) => (a < b ? -1 : 1));
  if (fromId === undefined && ends.length === 0) return {};
  return { id: { ...(fromId !== undefined && { gte: fromId }), ...(ends[0] && { lt: ends[0] }) } };
};
