import { csvLine } from "#core/csv.ts";
import type { ListedVerification } from "./list.ts";

const FIXED = [
  "verificationId",
  "mode",
  "status",
  "method",
  "verified",
  "verifiedAge",
  "minimumAge",
  "errorCode",
  "createdAt",
  "completedAt",
] as const;

/** Spreadsheets take a file for UTF-8 when it begins with this mark, and break umlauts when it does not. */
const UTF8_MARK = "\uFEFF";

/** The first line: what every verification has, one column for each key, and one for all other metadata. */
export const headerFor = (keys: readonly string[]): string =>
  UTF8_MARK + csvLine([...FIXED, ...keys.map((key) => `metadata.${key}`), "metadata"]);

/** One verification. Metadata whose key has no column stands in the last one, as JSON. */
export const lineFor = (row: ListedVerification, keys: readonly string[]): string => {
  const metadata = row.metadata ?? {};
  const others = Object.entries(metadata).filter(([key]) => !keys.includes(key));
  return csvLine([
    ...FIXED.map((name) => row[name]),
    ...keys.map((key) => (Object.hasOwn(metadata, key) ? (metadata[key] ?? null) : null)),
    others.length === 0 ? "" : JSON.stringify(Object.fromEntries(others)),
  ]);
};
