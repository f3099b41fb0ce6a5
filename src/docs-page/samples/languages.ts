/** The languages of the samples, in the order of the tabs; `file` is the end of the file's name in `sdk/samples`. */
export const LANGUAGES = [
  { id: "curl", name: "curl", file: "sh" },
  { id: "typescript", name: "TypeScript", file: "ts" },
  { id: "python", name: "Python", file: "py" },
  { id: "php", name: "PHP", file: "php" },
  { id: "go", name: "Go", file: "go" },
] as const;

export type LanguageId = (typeof LANGUAGES)[number]["id"];

/** The code to show, by language. Every operation that has a sample has it in each language. */
export type Samples = Readonly<Record<LanguageId, string>>;

/** By the name of the file in `sdk/samples`: `start`, `validate-offline`. */
export type SamplesByOperation = Readonly<Record<string, Samples>>;

/** Where a browser keeps the reader's language; `public/docs-first.js` reads it before the page is drawn. */
export const LANGUAGE_KEY = "lintel-docs-language";
