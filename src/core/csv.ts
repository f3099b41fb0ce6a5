// A cell that begins like this is run as a formula by spreadsheets (OWASP, "CSV Injection").
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
const QUOTED = /[",\r\n]/;

/** A plain number keeps its sign: it is no formula. */
const isNumber = (text: string): boolean => /^-?\d+(?:\.\d+)?$/.test(text);

/** One cell (RFC 4180 §2). A text that a spreadsheet would run gets an apostrophe in front. */
export const csvCell = (value: string | number | boolean | Date | null): string => {
  const text = value instanceof Date ? value.toISOString() : String(value ?? "");
  const safe = FORMULA.test(text) && !isNumber(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** One line, with RFC 4180's line end. */
export const csvLine = (cells: readonly (string | number | boolean | Date | null)[]): string =>
  `${cells.map(csvCell).join(",")}\r\n`;
