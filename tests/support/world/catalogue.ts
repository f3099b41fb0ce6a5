/** A text of a catalogue with its place: `start.title`, `attempts.few`. */
export type Entry = { path: string; text: string };

const PLURAL_FORMS = ["zero", "one", "two", "few", "many", "other"];

const isPlural = (value: object): boolean => "other" in value && typeof value.other === "string";

/** Every text below a value. Plural forms come as one entry each. */
export const entriesOf = (value: unknown, path = ""): Entry[] => {
  if (typeof value === "string") return [{ path, text: value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => entriesOf(inner, path ? `${path}.${key}` : key));
};

/** The keys alone; a plural counts as one key, whatever forms its language has. */
export const keysOf = (value: unknown, path = ""): string[] => {
  if (typeof value !== "object" || value === null || isPlural(value)) return [path];
  return Object.entries(value).flatMap(([key, inner]) => keysOf(inner, path ? `${path}.${key}` : key));
};

/** Plurals with their forms, by path. */
export const pluralsOf = (value: unknown, path = ""): { path: string; forms: string[] }[] => {
  if (typeof value !== "object" || value === null) return [];
  if (isPlural(value)) return [{ path, forms: Object.keys(value) }];
  return Object.entries(value).flatMap(([key, inner]) => pluralsOf(inner, path ? `${path}.${key}` : key));
};

/** The names in braces, sorted. */
export const bracesOf = (text: string): string[] =>
  [...text.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name ?? "").toSorted();

/** `attempts.few` is a form of `attempts`. */
export const isForm = (path: string): boolean => PLURAL_FORMS.includes(path.split(".").at(-1) ?? "");
