/** A field of something that came from outside; null where it is no such thing. */
export const readField = (thing: unknown, name: string): unknown =>
  typeof thing === "object" && thing !== null ? Reflect.get(thing, name) : null;

export const readText = (thing: unknown, name: string): string | null => {
  const value = readField(thing, name);
  return typeof value === "string" ? value : null;
};
