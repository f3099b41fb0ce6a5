import { isDeepStrictEqual } from "node:util";
import { ServiceError } from "#core/errors.ts";

type Values = Readonly<Record<string, unknown>>;

const plain = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(String).toSorted((a, b) => (a < b ? -1 : 1)) : value;

/**
 * Refuses to replace what its author has not seen: of two members with one form open, the second does not undo the first in
 * silence. Called in the transaction that writes, with the row locked.
 * @param now the stored values; of lists the order does not count
 * @param seen the values that the change was made from; absent: a program that compares nothing
 * @param what is changed, for the sentence, such as "the rules"
 * @throws CONFLICT: a value is not as it was seen; then nothing was written
 */
export const requireAsSeen = (now: Values, seen: Values | undefined, what: string): void => {
  const isOther = ([name, value]: [string, unknown]): boolean =>
    value !== undefined && !isDeepStrictEqual(plain(value), plain(now[name]));
  if (Object.entries(seen ?? {}).some(isOther))
    throw new ServiceError(
      "CONFLICT",
      `Someone else has changed ${what} since you opened the page. Nothing was saved: look at what it says now, then save again.`,
    );
};
