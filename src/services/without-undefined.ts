/** The entries that have a value: what a PATCH really changes. */
export const withoutUndefined = <Value>(record: Record<string, Value | undefined>): Record<string, Value> => {
  const kept: Record<string, Value> = {};
  for (const [name, value] of Object.entries(record)) if (value !== undefined) kept[name] = value;
  return kept;
};
