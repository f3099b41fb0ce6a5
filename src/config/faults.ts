import { CONFIG_KEYS, ConfigError, givenNames } from "./config.ts";

// Faults that a setting's own text does not show: files that cannot be read, and names that no setting has.

const WHY: Readonly<Record<string, string>> = {
  ENOENT: "expected the path of a file or folder that is there",
  EACCES: "expected a file that the user of this process may read",
  EISDIR: "expected a file, got a folder",
  ENOTDIR: "expected a path that leads through folders only",
};

const reasonOf = (name: string, error: unknown): string => {
  if (!(error instanceof Error)) return "cannot be read";
  // The path is not repeated: some people put the key itself there.
  if ("code" in error && typeof error.code === "string" && error.code in WHY) return WHY[error.code] ?? "";
  return error instanceof SyntaxError ? "expected a file of JSON" : error.message.replace(`${name}: `, "");
};

/**
 * Reads the file or object that a setting names.
 * @throws ConfigError by the name of the setting, whatever `read` throws
 */
export const ofSetting = <Value>(name: string, read: () => Value): Value => {
  try {
    return read();
  } catch (error) {
    throw new ConfigError([{ path: name, message: reasonOf(name, error) }]);
  }
};

/** The Levenshtein distance, or `bound` if it is at least that. */
const distance = (one: string, other: string, bound: number): number => {
  if (Math.abs(one.length - other.length) >= bound) return bound;
  let row = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const swapped = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return Math.min(bound, row[other.length] ?? bound);
};

/** Shorter names are too similar to variables that systems set, such as HOST and HOME. */
const SHORTEST = 8;

/**
 * A sentence for each variable whose name is close to a setting's: it would otherwise be ignored silently.
 */
export const misspeltSettings = (names: readonly string[] = givenNames()): string[] =>
  names.flatMap((name) => {
    if (CONFIG_KEYS.includes(name)) return [];
    const spelt = name.toUpperCase().replaceAll("-", "_");
    const near = CONFIG_KEYS.filter((key) => key.length >= SHORTEST)
      .map((key) => ({ key, away: distance(spelt, key, 3) }))
      .sort((a, b) => a.away - b.away)[0];
    return near && near.away < 3
      ? [`${name} is not a setting and is ignored; did you mean ${near.key}?`]
      : [];
  });
