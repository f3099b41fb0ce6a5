import { takeGlobalOptions } from "./arguments.ts";
import { CliError, type Command, EXIT, type ExitCode } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { createIo, type Io } from "./io.ts";
import { nearest } from "./nearest.ts";
import { redact } from "./redact.ts";
import { VERSION } from "./request.ts";

const GLOBAL_OPTIONS = `Global options:
  --json        print results as JSON, one value for each line
  --no-color    print no colours (so does NO_COLOR)
  -h, --help    explain a command
  --version     print the version

The service and key come from LINTEL_URL and LINTEL_API_KEY, else from lintel login.
Exit codes: 0 ok, 1 failed, 2 wrong command line, 3 not signed in or refused, 4 local target down.`;

/** `lintel help`: every command with its summary. */
function overview(): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  const lines = COMMANDS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return ["Usage: lintel <command> [options]", "", "Commands:", ...lines, "", GLOBAL_OPTIONS].join("\n");
}

/**
 * Runs one command line and says what the process should end with. Errors go to stderr without any key in them.
 * @param argv the words after `lintel`
 */
export async function main(argv: readonly string[], io: Io): Promise<ExitCode> {
  const { isHelp, isVersion, rest } = takeGlobalOptions(argv);
  const asksHelp = isHelp || rest[0] === "help";
  const words = rest[0] === "help" ? rest.slice(1) : rest;
  try {
    if (isVersion) return answer(io, VERSION);
    if (words.length === 0 && !asksHelp) throw new CliError(overview(), EXIT.usage);
    if (words.length === 0) return answer(io, overview());
    const command = commandOf(words);
    if (asksHelp) return answer(io, `${command.summary}.\n\n${command.usage}`);
    return await command.run(words.slice(command.name.split(" ").length), io);
  } catch (error) {
    return report(error, io);
  }
}

/** The command whose name the words begin with; a name can be two words, such as `webhooks replay`. */
function commandOf(words: readonly string[]): Command {
  const beginsWith = ({ name }: Command): boolean =>
    name.split(" ").every((word, index) => word === words[index]);
  const command = COMMANDS.find(beginsWith);
  if (command !== undefined) return command;
  const family = COMMANDS.filter(({ name }) => name.startsWith(`${words[0]} `)).map(({ name }) => name);
  const meant = family.length > 0 ? family.join(" or lintel ") : likeliest(words);
  const hint = meant === null ? "Run lintel help to see all." : `Did you mean lintel ${meant}?`;
  throw new CliError(`There is no command "${words.slice(0, 2).join(" ")}". ${hint}`, EXIT.usage);
}

/** A name of as many words as it is compared with: what follows are the command's own. */
const likeliest = (words: readonly string[]): string | null =>
  [2, 1]
    .map((count) => {
      const names = COMMANDS.map(({ name }) => name).filter((name) => name.split(" ").length === count);
      return nearest(words.slice(0, count).join(" "), names);
    })
    .find((name) => name !== null) ?? null;

const answer = (io: Io, text: string): ExitCode => {
  io.print(text);
  return EXIT.ok;
};

const SIGNALLED = 130;

function report(error: unknown, io: Io): ExitCode {
  if (io.signal.aborted) return EXIT.failed;
  const secrets = [io.env.LINTEL_API_KEY, io.env.LINTEL_ADMIN_KEY, io.env.LINTEL_WEBHOOK_SECRET];
  const message = redact(error instanceof Error ? error.message : String(error), secrets);
  const exitCode = error instanceof CliError ? error.exitCode : EXIT.failed;
  io.note(io.isJson ? JSON.stringify({ error: { message, exitCode } }) : message);
  return exitCode;
}

/** The process: real streams, and an end on Ctrl+C that leaves no request behind. */
export async function runAsProcess(): Promise<void> {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      stop.abort();
      // A command that reads what is piped in would wait for its end.
      process.stdin.destroy();
    });
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // A reader that closes the pipe early (`lintel logs | head`) has what it wanted. A full disk has not.
    if (error.code === "EPIPE") process.exit(EXIT.ok);
    process.stderr.write(`The result could not be written: ${error.message}.\n`);
    process.exit(EXIT.failed);
  });
  const argv = process.argv.slice(2);
  const { isJson, isColourOff } = takeGlobalOptions(argv);
  const { stdout, stderr, env } = process;
  const io = createIo(env, { isJson, isColourOff, stdout, stderr, signal: stop.signal });
  const exitCode = await main(argv, io);
  process.exitCode = stop.signal.aborted ? SIGNALLED : exitCode;
}
