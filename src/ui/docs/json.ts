/** Reads a JSON document whose shape is known but not typed: whatever is missing reads as empty. */
export type JsonObject = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const objectAt = (value: unknown, ...path: string[]): JsonObject => {
  let here = value;
  for (const name of path) here = isObject(here) ? here[name] : undefined;
  return isObject(here) ? here : {};
};

export const listAt = (value: unknown, ...path: string[]): readonly unknown[] => {
  const last = path.at(-1);
  const found = last === undefined ? value : objectAt(value, ...path.slice(0, -1))[last];
  return Array.isArray(found) ? found : [];
};

export const textAt = (value: unknown, ...path: string[]): string => {
  const last = path.at(-1) ?? "";
  const found = objectAt(value, ...path.slice(0, -1))[last];
  return typeof found === "string" ? found : "";
};

export const numberAt = (value: unknown, name: string): number | undefined => {
  const found = objectAt(value)[name];
  return typeof found === "number" ? found : undefined;
};
