/** What can be pushed. */
export const EXPORT_STREAMS = ["audit", "requests"] as const;

export type ExportStreamName = (typeof EXPORT_STREAMS)[number];

/** A row of the audit trail or of the request log on its way out of the service. */
export type ExportLine = {
  stream: ExportStreamName;
  /** "aud_…" or "log_…". */
  id: string;
  /** Its place in the order of export: docs/adr/0054. */
  number: bigint;
  at: Date;
  /** A request that was answered with 5xx. */
  isError: boolean;
  /** The line as GET /admin/audit and GET /admin/logs write it in JSON lines, without its end. */
  text: string;
  /** What a collector finds and sorts lines by: some fields of the line, by name. Those that it does not have are left out. */
  facts: Readonly<Record<string, string>>;
};

/** Facts that are there. */
export const factsOf = (fields: Readonly<Record<string, string | number | null>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])),
  );
