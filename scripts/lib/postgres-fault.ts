import pg from "pg";

/** What Postgres said, with the line of the script that it means. */
export function describeFault(error: unknown, script: string): string {
  if (!(error instanceof pg.DatabaseError)) return error instanceof Error ? error.message : String(error);
  const before = script.slice(0, Number(error.position ?? 1) - 1);
  const number = before.split("\n").length;
  const place =
    error.position === undefined ? "" : `\n  line ${number}: ${script.split("\n")[number - 1]?.trim()}`;
  return [error.message + place, error.detail, error.hint].filter(Boolean).join("\n  ");
}
