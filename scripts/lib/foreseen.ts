/** A fault that the reader can mend: shown as its message, without a stack trace. */
export class Foreseen extends Error {
  override readonly name = "Foreseen";
}

/**
 * Runs what a script does, and ends with the number that it returns, if any.
 * @param foreseen other faults of which the message is enough
 */
export const runScript = async (
  main: () => Promise<unknown>,
  ...foreseen: readonly (new (
    ...args: never[]
  ) => Error)[]
): Promise<void> => {
  try {
    const code = await main();
    if (typeof code === "number") process.exitCode = code;
  } catch (error) {
    const isForeseen =
      error instanceof Error && [Foreseen, ...foreseen].some((kind) => error instanceof kind);
    console.error(isForeseen ? error.message : error);
    process.exitCode = 1;
  }
};
