import type { Io } from "./io.ts";

/** What the process ends with: scripts and CI branch on it. */
export const EXIT = {
  ok: 0,
  /** The command ran, and the answer is no: a check failed, the service refused the request. */
  failed: 1,
  /** The command line is wrong. */
  usage: 2,
  /** Not signed in, or the service refused the key. */
  refused: 3,
  /** The local target (`listen --forward`) does not answer. */
  targetDown: 4,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** One command, as the table in `commands.ts` lists it. */
export type Command = {
  name: string;
  /** One line for `lintel help`. */
  summary: string;
  /** What `lintel help <name>` prints: the synopsis, then its options. */
  usage: string;
  /**
   * @param args what stands after the name, without the global options
   * @throws CliError with the exit code and a message that says what to do
   */
  run(args: readonly string[], io: Io): Promise<ExitCode>;
};

/** A foreseen end of a command. The message says what happened and what to do next; it never holds a key. */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = EXIT.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}
