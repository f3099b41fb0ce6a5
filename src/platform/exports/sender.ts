import type { ExportLine } from "#core/exports/line.ts";

// What pushes lines to a destination: an OTLP collector or a syslog server.

/**
 * - `lines`: these lines, and they would be refused again
 * - `unclear`: perhaps these lines, perhaps all: only time tells
 * - `destination`: it is away or busy, or wants none of ours until something is changed
 */
type Fault = "lines" | "unclear" | "destination";

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
      /** What it is that is refused. */
      fault: Fault;
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
