export { problemOfName, problemOfText, visibleName } from "@lintel/age/names";

/** Folds ASCII letters only: other folding would merge names that belong to different people. */
export const asciiLower = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/**
 * Whether a web address holds a user name or password, even an empty one, which the parsed URL forgets (RFC 3986
 * §3.2.1).
 */
export const hasUserInfo = (url: string): boolean => /^https?:\/\/[^/?#]*@/i.test(url);

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A text in HTML that no framework draws, such as a mail: within an element, or in an attribute with quotes of either kind. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? "");

/** A number with its noun, in English: `1 day`, `2 days`. @param many the plural, where it is more than an added s */
export const counted = (count: number | bigint, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** Spreadsheets read a file as UTF-8 only if it begins with this mark. */
export const UTF8_MARK = "\uFEFF";

// Spreadsheets run a cell that begins like this as a formula (OWASP, "CSV Injection").
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
const QUOTED = /[",\r\n]/;

/** A plain number keeps its sign: it is not a formula. */
const isNumber = (text: string): boolean => /^-?\d+(?:\.\d+)?$/.test(text);

/** One cell (RFC 4180 §2). A text that a spreadsheet would run is prefixed with an apostrophe. */
export const csvCell = (value: string | number | boolean | Date | null): string => {
  const text = value instanceof Date ? value.toISOString() : String(value ?? "");
  const safe = FORMULA.test(text) && !isNumber(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** One line, with RFC 4180's line end. */
export const csvLine = (cells: readonly (string | number | boolean | Date | null)[]): string =>
  `${cells.map(csvCell).join(",")}\r\n`;
