export type ChangeText = { name: string; value: string };

const worded = (value: unknown): string => {
  if (value === null || value === undefined || value === "") return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};

// `tokenTtlSeconds` → `token ttl seconds`
const spaced = (name: string): string => name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const ofOne = (name: string, value: unknown, before: Record<string, unknown>): ChangeText =>
  Object.hasOwn(before, name)
    ? { name: spaced(name), value: `${worded(before[name])} → ${worded(value)}` }
    : { name: spaced(name), value: worded(value) };

/**
 * What a change made of it, in words: the old value and the new one where both are known. What an action was not
 * given is not told: an export without filters says nothing.
 */
export const changeTexts = (changes: unknown): ChangeText[] => {
  if (!isRecord(changes)) return [];
  const { from, to, before, ...others } = changes;
  // A role has changed; an export's days are two facts.
  const isMove = "from" in changes && "to" in changes && !/^\d{4}-/.test(String(from));
  const old = isRecord(before) ? before : {};
  const facts = Object.entries(isMove ? others : { ...others, from, to }).filter(
    ([name, value]) => (value !== null && value !== undefined) || Object.hasOwn(old, name),
  );
  const texts = facts.map(([name, value]) => ofOne(name, value, old));
  return isMove ? [{ name: "", value: `${worded(from)} → ${worded(to)}` }, ...texts] : texts;
};
