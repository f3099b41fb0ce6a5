import { type ParseArgsConfig, parseArgs } from "node:util";

/** A fault that the reader can fix: shown as its message, without a stack trace. */
export class Foreseen extends Error {
  override readonly name = "Foreseen";
}

/**
 * The words and options of a command.
 * @throws Foreseen: its help, where it has no such option
 */
export const parseCommand = <Options extends NonNullable<ParseArgsConfig["options"]>>(
  options: Options,
  help: string,
) => {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch {
    throw new Foreseen(help);
  }
};

type Fault = new (...args: never[]) => Error;

/** Runs what a script does, and ends with its number, if any. Of the other kind of fault too the message is enough. */
export const runScript = async (main: () => Promise<unknown>, other: Fault = Foreseen): Promise<void> => {
  try {
    const code = await main();
    if (typeof code === "number") process.exitCode = code;
  } catch (error) {
    console.error(error instanceof Foreseen || error instanceof other ? error.message : error);
    process.exitCode = 1;
  }
};
