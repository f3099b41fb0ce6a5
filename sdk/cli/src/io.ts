import { homedir, hostname } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { setTimeout as wait } from "node:timers/promises";
import { styleText } from "node:util";

type Style = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";

/** Everything that a command takes from outside, so that a test can put its own world in its place. */
export type Io = {
  env: Readonly<Record<string, string | undefined>>;
  /** `--json`: results are JSON, one value for each line of stdout. */
  isJson: boolean;
  /** Whether a person sits in front: without a terminal nothing is asked. */
  isInteractive: boolean;
  /** Where `login` keeps the key. */
  configFile: string;
  hostName: string;
  fetch: typeof fetch;
  now(): Date;
  /** @throws AbortError once `signal` is aborted */
  sleep(milliseconds: number): Promise<void>;
  /** Aborted by Ctrl+C and by SIGTERM. */
  signal: AbortSignal;
  /** A line of the result, on stdout. */
  print(line: string): void;
  /** A value of the result, on stdout as one line of JSON. */
  printJson(value: unknown): void;
  /** Progress and hints, on stderr, so that a pipe gets the result alone. */
  note(line: string): void;
  /** The text in a colour where stdout takes colours, else unchanged. */
  paint(style: Style, text: string): string;
  /** What is piped in. */
  stdin: AsyncIterable<Uint8Array | string>;
  /** Asks on stderr. @returns null when nobody is there to answer */
  ask(question: string): Promise<string | null>;
};

type Stream = { write(text: string): unknown; isTTY?: boolean | undefined };

/**
 * Whether to write colours: never with `NO_COLOR` (any value but the empty one, no-color.org), `--no-color` or
 * `TERM=dumb`; always with `FORCE_COLOR`; otherwise when a terminal reads.
 */
export function usesColour(env: Io["env"], isTerminal: boolean, isOff: boolean): boolean {
  if (isOff || (env.NO_COLOR ?? "") !== "") return false;
  const forced = env.FORCE_COLOR ?? "";
  if (forced !== "") return forced !== "0";
  return isTerminal && env.TERM !== "dumb";
}

/** `lintel/config.json` in the user's folder for settings (XDG Base Directory Specification; `%APPDATA%` on Windows). */
export function configFileOf(env: Io["env"], platform: NodeJS.Platform, home: string): string {
  const base = platform === "win32" ? env.APPDATA : env.XDG_CONFIG_HOME;
  return join(base === undefined || base === "" ? join(home, ".config") : base, "lintel", "config.json");
}

/** What `paint` writes. */
const PAINTED = "\u001b\\[(?:1|2|22|31|32|33|36|39)m";
const CONTROLS = new RegExp(`${PAINTED}|[\\0-\\x08\\x0b-\\x1f\\x7f-\\x9f]`, "g");

/**
 * The text as a terminal shows it and never obeys it: control characters are written out, as JSON writes them, so that
 * a line of JSON stays the same value. A server, or someone whose request it tells about, chose parts of the text.
 */
const harmless = (text: string): string =>
  text.replace(CONTROLS, (found) =>
    found.length > 1 ? found : `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

type Options = { isJson: boolean; isColourOff: boolean; stdout: Stream; stderr: Stream; signal: AbortSignal };

/** The world of a real process. */
export function createIo(env: Io["env"], { isJson, isColourOff, stdout, stderr, signal }: Options): Io {
  const isColoured = !isJson && usesColour(env, stdout.isTTY === true, isColourOff);
  const isInteractive = process.stdin.isTTY === true && stderr.isTTY === true;
  return {
    env,
    isJson,
    isInteractive,
    configFile: configFileOf(env, process.platform, homedir()),
    hostName: hostname(),
    fetch,
    now: () => new Date(),
    sleep: (milliseconds) => wait(milliseconds, undefined, { signal }),
    signal,
    print: (line) => void stdout.write(`${harmless(line)}\n`),
    printJson: (value) => void stdout.write(`${harmless(JSON.stringify(value))}\n`),
    note: (line) => void stderr.write(`${harmless(line)}\n`),
    paint: (style, text) => (isColoured ? styleText(style, text, { validateStream: false }) : text),
    stdin: process.stdin,
    ask: async (question) => {
      if (!isInteractive) return null;
      const lines = createInterface({ input: process.stdin, output: process.stderr });
      try {
        return (await lines.question(question, { signal })).trim();
      } finally {
        lines.close();
      }
    },
  };
}
