import { type ParseArgsConfig, parseArgs } from "node:util";
import { CliError, type Command, EXIT } from "./command.ts";
import { nearest } from "./nearest.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;
type Parsed<O extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; options: O; allowPositionals: true; strict: true }>
>;

/** A wrong command line: the message, then how the command is called. */
export const usageError = (command: Pick<Command, "usage">, message: string): CliError =>
  new CliError(`${message}\n\n${command.usage}`, EXIT.usage);

/**
 * Reads a command's own options.
 * @param positionals how many words may come with the options
 * @throws CliError (2) naming the option that it does not know, or the word that is too many or missing
 */
export function readArguments<const O extends Options>(
  command: Pick<Command, "usage">,
  args: readonly string[],
  options: O,
  positionals: { least?: number; most?: number } = {},
): Parsed<O> {
  const { least = 0, most = least } = positionals;
  const parsed = parse(command, args, options);
  const surplus = parsed.positionals[most];
  if (surplus !== undefined) throw usageError(command, `Unexpected argument "${surplus}".`);
  if (parsed.positionals.length < least) throw usageError(command, "An argument is missing.");
  return parsed;
}

function parse<const O extends Options>(
  command: Pick<Command, "usage">,
  args: readonly string[],
  options: O,
): Parsed<O> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    // Node's second sentence explains how to pass a word that begins with a dash: no help here.
    const [first = ""] = (error instanceof Error ? error.message : String(error)).split(/\. (?=To |Did )/);
    const message = first.endsWith(".") ? first : `${first}.`;
    const [, unknown] = /^Unknown option '(--[^'=]+)/.exec(message) ?? [];
    const known = [...Object.keys(options).map((name) => `--${name}`), ...GLOBAL.keys()];
    const meant = unknown === undefined ? null : nearest(unknown, known);
    throw usageError(command, meant === null ? message : `${message} Did you mean ${meant}?`);
  }
}

export type GlobalOptions = {
  isJson: boolean;
  isColourOff: boolean;
  isHelp: boolean;
  isVersion: boolean;
  rest: string[];
};

const GLOBAL = new Map([
  ["--json", "isJson"],
  ["--no-color", "isColourOff"],
  ["--help", "isHelp"],
  ["-h", "isHelp"],
] as const);

/** Takes the global options out, wherever they stand before `--`; `--version` only in place of a command. */
export function takeGlobalOptions(args: readonly string[]): GlobalOptions {
  const end = args.includes("--") ? args.indexOf("--") : args.length;
  const found = { isJson: false, isColourOff: false, isHelp: false };
  const rest = args.filter((word, index) => {
    const name = index < end ? [...GLOBAL].find(([option]) => option === word)?.[1] : undefined;
    if (name !== undefined) found[name] = true;
    return name === undefined;
  });
  return { ...found, isVersion: rest[0] === "--version" || rest[0] === "-v", rest };
}
