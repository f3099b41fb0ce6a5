import { escapeHtml } from "#core/text.ts";
import type { ConsoleOutputs } from "#trpc/root.ts";

// What is stored about one verification as a separate page, to read and to print without the console.
// Metadata and answers of other servers are anyone's text.

type StoredData = ConsoleOutputs["verifications"]["download"];

/** `verifiedAge` and `MethodAttempt` in words: "Verified age", "Method attempt". */
const labelOf = (name: string): string => {
  const words = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const valueText = (value: unknown): string => {
  if (value === null || value === undefined || value === "") return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map(valueText).join(", ") || "none";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};

const rowsOf = (facts: Readonly<Record<string, unknown>>, name = labelOf): string =>
  Object.entries(facts)
    .map(
      ([key, value]) =>
        `<tr><th scope="row">${escapeHtml(name(key))}</th><td>${escapeHtml(valueText(value))}</td></tr>`,
    )
    .join("\n");

const tableOf = (facts: Readonly<Record<string, unknown>>, name?: typeof labelOf): string =>
  `<table>\n${rowsOf(facts, name)}\n</table>`;

const sectionOf = (title: string, about: string, tables: readonly string[]): string =>
  `<section>\n<h2>${escapeHtml(title)}</h2>\n<p>${escapeHtml(about)}</p>\n${tables.join("\n")}\n</section>`;

const STYLE = `body{font:14px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%;margin:0 0 1rem}
th,td{border-top:1px solid #bbb;padding:.25rem .5rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}
th{width:14rem;font-weight:600}tr{break-inside:avoid}h2{break-after:avoid}`;

/** The downloaded data as an HTML page: a heading and a sentence for each table, English labels, no script. */
export const storedPage = (data: StoredData): string => {
  const { verificationId, downloadedAt, metadata, reference, hidesMethod, explained, stored } = data;
  const sections = Object.entries(stored).map(([table, rows]) =>
    sectionOf(
      labelOf(table),
      explained[table] ?? "",
      rows.map((row) => tableOf(row)),
    ),
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>Verification ${escapeHtml(verificationId)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>What is stored about verification ${escapeHtml(verificationId)}</h1>
<p>Downloaded on ${escapeHtml(downloadedAt.toUTCString())}. Values in brackets are described, not shown: secrets, keyed hashes and sealed values.${
    hidesMethod ? " Your policy hides the method, so nothing that reveals it is here." : ""
  }</p>
${sectionOf("Your reference and metadata", "What your backend set when it started the verification.", [
  tableOf({ Reference: reference, ...metadata }, (name) => name),
])}
${sections.join("\n")}
</body>
</html>
`;
};
