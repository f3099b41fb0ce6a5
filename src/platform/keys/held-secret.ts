/**
 * A secret of which a process can have several values while it is being rotated: it reads with all of them, and writes with one.
 * A value goes by its name, a digest that reveals nothing about it.
 */
export type HeldSecret = {
  /** The name of the value that the settings want to write with: the one that is not the previous one. */
  readonly wants: string;
  /** The names of all values that this process reads with. */
  readonly reads: readonly string[];
  /** The names of those that it can write with. */
  readonly writable: readonly string[];
  /** The name of the value that it writes with now. */
  writes(): string;
  /** Writes with another one from now on. @throws RangeError: it is not among the writable ones */
  writeWith(name: string): void;
};

/**
 * Begins with the value that the settings want, which is the first.
 * @param values those that it can write with, by name
 * @param reads the names of all that it can read with
 * @throws RangeError: there is none
 */
export const holdSecret = <Value>(
  values: ReadonlyMap<string, Value>,
  reads: readonly string[] = [...values.keys()],
): HeldSecret & {
  /** What is written with now. */
  current(): Value;
  /** The others that it could write with. */
  others(): readonly Value[];
} => {
  const state = (wanted: string | undefined) => {
    const entries = [...values];
    const found = entries.find(([name]) => name === wanted);
    if (!found) throw new RangeError("This process does not have that value of the secret.");
    const [name, value] = found;
    return { name, value, others: entries.flatMap(([other, each]) => (other === name ? [] : [each])) };
  };
  const writable = [...values.keys()];
  // One object, so that a name never goes with another's value.
  let now = state(writable[0]);
  return {
    wants: now.name,
    reads,
    writable,
    writes: () => now.name,
    writeWith: (name) => {
      if (name !== now.name) now = state(name);
    },
    current: () => now.value,
    others: () => now.others,
  };
};
