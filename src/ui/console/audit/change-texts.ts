export type ChangeText = { name: string; value: string };

const worded = (value: unknown): string => {
  if (value === null || value === undefined || value === "") return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};

// `tokenTtlSeconds` → `token ttl seconds`
const spaced = (name: string): string => name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();

/** The new values of a change, in words. */
export const changeTexts = (changes: unknown): ChangeText[] => {
  if (typeof changes !== "object" || changes === null) return [];
  const { from, to, ...others } = { from: undefined, to: undefined, ...changes };
  const texts = Object.entries(others).map(([name, value]) => ({ name: spaced(name), value: worded(value) }));
  return from === undefined && to === undefined
    ? texts
    : [{ name: "", value: `${worded(from)} → ${worded(to)}` }, ...texts];
};
