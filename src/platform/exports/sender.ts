import type { ExportLine } from "#core/exports/line.ts";

// What pushes lines to a destination: an OTLP collector or a syslog server.

export type Pushed =
  | {
      is: "taken";
      /** How many of them the destination says that it has thrown away. */
      rejected: number;
    }
  | {
      is: "refused";
      /** A word for the log, never the destination's own. */
      code: string;
      /** How long the destination wants to be left alone. */
      retryMs: number | null;
    };

export type ExportSender = {
  /** Its kind and its address, which has no secrets. */
  readonly id: string;
  /** Never throws. "refused": some of them may have arrived. */
  send(lines: readonly ExportLine[]): Promise<Pushed>;
  close(): Promise<void>;
};
