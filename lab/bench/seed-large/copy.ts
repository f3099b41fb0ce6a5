import { once } from "node:events";
import pg from "pg";

export type CopyValue = string | number | boolean | Date | Buffer | readonly string[] | object | null;

type CopyTarget = { sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void };

/** node-postgres refuses COPY FROM STDIN unless its query answers the server's invitation itself. */
class CopyIn extends pg.Query {
  readonly #body: Buffer;

  constructor(text: string, body: Buffer) {
    super(text);
    this.#body = body;
  }

  handleCopyInResponse(connection: CopyTarget): void {
    connection.sendCopyFromChunk(this.#body);
    connection.endCopyFrom();
  }
}

const ESCAPES: Record<string, string> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

// Nearly no text has any of these, and looking costs less than replacing.
const escaped = (text: string): string =>
  /[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, (found) => ESCAPES[found] ?? found) : text;

const isList = (value: CopyValue): value is readonly string[] => Array.isArray(value);

// COPY's text format: tabs between values, \N for null. Lists hold plain words only.
const cell = (value: CopyValue): string => {
  if (value === null) return "\\N";
  if (typeof value === "string") return escaped(value);
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return `\\\\x${value.toString("hex")}`;
  if (isList(value)) return `{${value.join(",")}}`;
  return typeof value === "object" ? escaped(JSON.stringify(value)) : String(value);
};

/** Rows for one table; every row has the same columns. */
export const copyRows = async (
  client: pg.Client,
  table: string,
  rows: readonly Record<string, CopyValue>[],
): Promise<void> => {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first);
  const lines = rows.map((row) => columns.map((column) => cell(row[column] ?? null)).join("\t"));
  const body = Buffer.from(`${lines.join("\n")}\n`);
  const text = `copy ${table} (${columns.join(", ")}) from stdin`;
  await once(client.query(new CopyIn(text, body)), "end");
};
